// Claude Code, by Anthropic.
import { PROMPT, type Host } from './host.ts';

export const claudeCode: Host = {
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code@2.1.331',
  program: '@anthropic-ai/claude-code-SYSTEM/claude',
  installName: 'claude-code',
  environment: (model) => ({
    ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'scripted' },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    // Lists all tools, instead of letting the model search for them.
    ENABLE_TOOL_SEARCH: 'false',
  }),
  list: { shows: (server) => new RegExp(`^${server}: .*Connected`, 'm'), says: 'connected' },
  prompt: ['--print', PROMPT, '--allowedTools', 'mcp__filesystem,mcp__git,mcp__sqlite,mcp__fetch'],
};
