// The hosts that --install and --print-config support, each with the form that its documentation gives.
import { throughNpx, type HttpLaunch } from '../launch.ts';
import { placeholder, type Entry, type Host, type Started } from './host.ts';

// An argument with a space breaks in Claude Desktop on Windows, so the header comes from the environment.
// https://github.com/geelen/mcp-remote, 2026-11-23
function throughRemote({ url, tokenEnv, platform }: HttpLaunch): Entry {
  if (tokenEnv === undefined) return throughNpx(platform, ['mcp-remote', url]);
  return {
    ...throughNpx(platform, ['mcp-remote', url, '--header', 'Authorization:${AUTH_HEADER}']),
    env: { AUTH_HEADER: `Bearer ${placeholder(tokenEnv)}` },
  };
}

const OPENCODE_FORM = {
  members: ['mcp'],
  types: { started: 'local', connected: 'remote' },
  started: ({ command, args, env: environment }: Started) => ({
    command: [command, ...args],
    ...(environment && { environment }),
  }),
  more: { enabled: true },
  secret: '{env:NAME}',
  hasRoots: true,
} as const;

const gooseExtension = (name: string): Entry => ({ name, enabled: true, timeout: 300 });

const TABLE = {
  // https://modelcontextprotocol.io/docs/develop/connect-local-servers, 2026-11-23
  claude: {
    title: 'Claude Desktop',
    files: ['APPS/Claude/claude_desktop_config.json'],
    connected: (_, launch) => throughRemote(launch),
    httpNotes: [
      'The file of Claude Desktop cannot contain a URL, so the npm package mcp-remote connects to it.',
    ],
  },
  // https://code.claude.com/docs/en/mcp, 2026-11-23
  'claude-code': {
    title: 'Claude Code',
    files: ['$CLAUDE_CONFIG_DIR/.claude.json', '~/.claude.json'],
    types: { started: 'stdio', connected: 'http' },
    secret: '${NAME}',
    hasRoots: true,
  },
  // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration, 2026-11-23
  vscode: {
    title: 'VS Code',
    files: ['APPS/Code/User/mcp.json'],
    members: ['servers'],
    types: { started: 'stdio', connected: 'http' },
    secret: '${env:NAME}',
    hasRoots: true,
  },
  // https://cursor.com/docs/context/mcp, 2026-11-23
  cursor: { title: 'Cursor', files: ['~/.cursor/mcp.json'], secret: '${env:NAME}', hasRoots: true },
  // https://developers.openai.com/codex/mcp, 2026-11-23
  codex: {
    title: 'Codex',
    files: ['$CODEX_HOME/config.toml', '~/.codex/config.toml'],
    format: 'toml',
    members: ['mcp_servers'],
    secret: '${NAME}',
    started: ({ command, args }, { env, secrets }) => ({
      ...{ command, args },
      ...(Object.keys(env).length > 0 && { env }),
      ...(secrets.length > 0 && { env_vars: secrets }),
    }),
    connected: ({ url }, { tokenEnv }) => ({
      url,
      ...(tokenEnv !== undefined && { bearer_token_env_var: tokenEnv }),
    }),
  },
  // https://docs.github.com/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers, 2026-11-23
  copilot: {
    title: 'GitHub Copilot CLI',
    files: ['$COPILOT_HOME/mcp-config.json', '~/.copilot/mcp-config.json'],
    types: { started: 'local', connected: 'http' },
    more: { tools: ['*'] },
    secret: '${NAME}',
    outputLimit: 19_000,
  },
  // https://docs.windsurf.com/windsurf/cascade/mcp, 2026-11-23
  windsurf: {
    title: 'Windsurf',
    files: ['~/.codeium/windsurf/mcp_config.json'],
    urlMember: 'serverUrl',
    secret: '${env:NAME}',
  },
  // https://antigravity.google/docs/mcp, as other projects describe it, 2026-11-23
  antigravity: {
    title: 'Antigravity',
    // Version 1 read the second file.
    files: ['~/.gemini/config/mcp_config.json', '~/.gemini/antigravity/mcp_config.json'],
    urlMember: 'serverUrl',
  },
  // https://zed.dev/docs/ai/mcp, 2026-11-23
  zed: {
    title: 'Zed',
    files: ['CONFIG/zed/settings.json'],
    windowsFile: 'APPS/Zed/settings.json',
    members: ['context_servers'],
  },
  // https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md, 2026-11-23
  gemini: {
    title: 'Gemini CLI',
    files: ['~/.gemini/settings.json'],
    urlMember: 'httpUrl',
    secret: '${NAME}',
    hasRoots: true,
  },
  // https://qwenlm.github.io/qwen-code-docs/en/developers/tools/mcp-server, tried with 0.24.4, 2026-11-24
  qwen: {
    title: 'Qwen Code',
    files: ['~/.qwen/settings.json'],
    urlMember: 'httpUrl',
    secret: '${NAME}',
    hasRoots: true,
    outputLimit: 25_000,
  },
  // https://opencode.ai/docs/mcp-servers, 2026-11-23 (version 2, /v2/docs/mcp-servers: below mcp.servers)
  opencode: {
    title: 'OpenCode',
    files: ['CONFIG/opencode/opencode.json', 'CONFIG/opencode/opencode.jsonc'],
    ...OPENCODE_FORM,
  },
  // https://kilo.ai/docs/automate/mcp/using-in-cli, tried with 7.8.1, 2026-11-24
  kilo: { title: 'Kilo', files: ['CONFIG/kilo/kilo.json', 'CONFIG/kilo/kilo.jsonc'], ...OPENCODE_FORM },
  // https://kiro.dev/docs/mcp/configuration, 2026-11-23
  kiro: { title: 'Kiro', files: ['~/.kiro/settings/mcp.json'], secret: '${NAME}' },
  // https://docs.cline.bot/mcp/mcp-overview, 2026-11-23
  cline: {
    title: 'Cline',
    // The terminal program and the extension for VS Code each have a file.
    files: [
      '$CLINE_MCP_SETTINGS_PATH',
      '~/.cline/data/settings/cline_mcp_settings.json',
      'APPS/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    hasSeveralPrograms: true,
    types: { connected: 'streamableHttp' },
    outputLimit: 7000,
  },
  // https://docs.continue.dev/reference, tried with the program 1.5.47, 2026-11-24
  continue: {
    title: 'Continue',
    files: ['~/.continue/config.yaml'],
    format: 'yaml',
    isList: true,
    note: 'The program cn and the extensions read this file; ~/.continue/mcpServers is for the extensions only.',
    // Continue refuses a file without these members.
    newFile: 'name: Local Config\nversion: 1.0.0\nschema: v1\n',
    started: (entry, { id: name }) => ({ name, ...entry }),
    connected: ({ url, headers }, { id: name }) => ({
      ...{ name, type: 'streamable-http', url },
      ...(headers && { requestOptions: { headers } }),
    }),
    secret: '${{ secrets.NAME }}',
  },
  // https://docs.warp.dev/agent-platform/capabilities/mcp, 2026-11-23
  warp: { title: 'Warp', files: ['~/.warp/.mcp.json'] },
  // https://lmstudio.ai/docs/app/mcp, 2026-11-23
  lmstudio: { title: 'LM Studio', files: ['~/.lmstudio/mcp.json'] },
  // https://www.jetbrains.com/help/ai-assistant/mcp.html, 2026-11-23
  jetbrains: {
    title: 'JetBrains IDEs',
    dialog: 'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add > As JSON',
    httpNotes: [
      'If the IDE only supports servers that it starts, use the npm package mcp-remote to connect to a URL.',
    ],
  },
  // https://goose-docs.ai/docs/guides/config-files, 2026-11-23
  goose: {
    title: 'Goose',
    files: ['CONFIG/goose/config.yaml'],
    windowsFile: 'APPS/Block/goose/config/config.yaml',
    format: 'yaml',
    members: ['extensions'],
    secret: '${NAME}',
    started: ({ command: cmd, args }, { id, env: envs, secrets }) => ({
      ...{ ...gooseExtension(id), type: 'stdio', cmd, args, envs },
      ...(secrets.length > 0 && { env_keys: secrets }),
    }),
    connected: ({ url: uri, headers }, { id, tokenEnv }) => ({
      ...{ ...gooseExtension(id), type: 'streamable_http', uri },
      ...(headers && { headers, env_keys: [tokenEnv] }),
    }),
  },
} satisfies { readonly [name: string]: Host };

/** The name of a host that `--print-config` and `--install` take. */
export type HostName = keyof typeof TABLE;

/** The hosts by name. */
export const HOSTS: Readonly<Record<HostName, Host>> = TABLE;

/** The names in the order of the help. */
export const HOST_NAMES = Object.keys(TABLE) as readonly HostName[];
