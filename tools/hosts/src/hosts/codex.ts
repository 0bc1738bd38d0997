// Codex, by OpenAI.
import { PROMPT, type Host } from './host.ts';

export const codex: Host = {
  title: 'Codex',
  package: '@openai/codex@0.169.0',
  program: '@openai/codex/bin/codex.js',
  installName: 'codex',
  files: (model) => ({
    '.codex/config.toml': `model = "gpt-5.5"
model_provider = "scripted"
analytics = { enabled = false }
model_providers.scripted = { name = "scripted", base_url = "${model}/v1" }
`,
  }),
  list: { shows: (server) => new RegExp(`^${server} .* enabled `, 'm'), says: 'configured' },
  prompt: ['exec', '--dangerously-bypass-approvals-and-sandbox', PROMPT],
};
