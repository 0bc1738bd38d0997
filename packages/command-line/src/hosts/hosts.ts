// The hosts that this command line knows, each in the form that its documents give.
import type { HostName } from '../command.ts';
import type { HttpLaunch } from '../launch.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { connectedTo, jsonHost, placeholder, setIt, startedBy, type Entry, type Host } from './host.ts';

const fromEnvironment = (name: string): string => `\${env:${name}}`;
const expanded = (name: string): string => `\${${name}}`;

// An argument with a space breaks in Claude Desktop on Windows, so the header comes from the environment.
function throughRemote({ url, tokenEnv, platform }: HttpLaunch): Entry {
  const npx = ['npx', '-y', 'mcp-remote', url];
  const [command = '', ...args] = platform === 'windows' ? ['cmd', '/c', ...npx] : npx;
  if (tokenEnv === undefined) return { command, args };
  const header = ['--header', 'Authorization:${AUTH_HEADER}'];
  return { command, args: [...args, ...header], env: { AUTH_HEADER: `Bearer ${placeholder(tokenEnv)}` } };
}

const CLAUDE: Host = {
  ...jsonHost({
    title: 'Claude Desktop',
    place: 'Claude Desktop, Settings > Developer > Edit Config (claude_desktop_config.json):',
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers, 2026-11-23',
    httpNotes: ['The file of Claude Desktop knows no URLs: the npm package mcp-remote connects it to one.'],
  }),
  // https://github.com/geelen/mcp-remote, 2026-11-23
  http: throughRemote,
};

const CODEX: Host = {
  title: 'Codex',
  place: 'Codex, ~/.codex/config.toml:',
  source: 'https://developers.openai.com/codex/mcp, 2026-11-23',
  format: 'toml',
  members: ['mcp_servers'],
  stdio: ({ command, args, env, secrets }) => ({
    command,
    args,
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(secrets.length === 0 ? {} : { env_vars: secrets }),
  }),
  http: ({ url, tokenEnv }) => ({
    url,
    ...(tokenEnv === undefined ? {} : { bearer_token_env_var: tokenEnv }),
  }),
  secretNote: setIt,
};

const GOOSE: Host = {
  title: 'Goose',
  place: 'Goose, ~/.config/goose/config.yaml:',
  source: 'https://goose-docs.ai/docs/guides/config-files, 2026-11-23',
  format: 'yaml',
  members: ['extensions'],
  stdio: ({ id, command, args, env, secrets }) => ({
    ...gooseExtension(id),
    type: 'stdio',
    cmd: command,
    args,
    envs: env,
    ...(secrets.length === 0 ? {} : { env_keys: secrets }),
  }),
  http: (launch) => {
    const { url: uri, headers } = connectedTo(launch, expanded);
    const base = { ...gooseExtension(launch.id), type: 'streamable_http', uri };
    return headers === undefined ? base : { ...base, headers, env_keys: [launch.tokenEnv] };
  },
  secretNote: setIt,
};

function gooseExtension(name: string): Entry {
  return { name, enabled: true, timeout: 300 };
}

const OPENCODE: Host = {
  title: 'OpenCode',
  place: 'OpenCode, ~/.config/opencode/opencode.json:',
  source:
    'https://opencode.ai/docs/mcp-servers, 2026-11-23 (version 2, /v2/docs/mcp-servers: below mcp.servers)',
  format: 'json',
  members: ['mcp'],
  stdio: (launch) => {
    const { command, args, env } = startedBy(launch, fromOpenCode);
    const started = { type: 'local', command: [command, ...args], enabled: true };
    return env === undefined ? started : { ...started, environment: env };
  },
  http: (launch) => ({ type: 'remote', ...connectedTo(launch, fromOpenCode), enabled: true }),
  secretNote: setIt,
};

function fromOpenCode(name: string): string {
  return `{env:${name}}`;
}

/** All of them, by the names that `--print-config` and `--install` take. */
export const HOST_FORMS: Readonly<Record<HostName, Host>> = {
  claude: CLAUDE,
  'claude-code': CLAUDE_CODE,
  vscode: jsonHost({
    title: 'VS Code',
    place: 'VS Code, .vscode/mcp.json of a workspace, or MCP: Open User Configuration:',
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration, 2026-11-23',
    members: ['servers'],
    started: (entry) => ({ type: 'stdio', ...entry }),
    connected: (entry) => ({ type: 'http', ...entry }),
    secret: fromEnvironment,
  }),
  cursor: jsonHost({
    title: 'Cursor',
    place: 'Cursor, .cursor/mcp.json of a project or ~/.cursor/mcp.json:',
    source: 'https://cursor.com/docs/context/mcp, 2026-11-23',
    secret: fromEnvironment,
  }),
  codex: CODEX,
  copilot: jsonHost({
    title: 'GitHub Copilot CLI',
    place: 'GitHub Copilot CLI, ~/.copilot/mcp-config.json:',
    source:
      'https://docs.github.com/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers, 2026-11-23',
    started: (entry) => ({ type: 'local', ...entry, tools: ['*'] }),
    connected: (entry) => ({ type: 'http', ...entry, tools: ['*'] }),
  }),
  windsurf: jsonHost({
    title: 'Windsurf',
    place: 'Windsurf, ~/.codeium/windsurf/mcp_config.json:',
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp, 2026-11-23',
    connected: ({ url: serverUrl, ...more }) => ({ serverUrl, ...more }),
    secret: fromEnvironment,
  }),
  antigravity: jsonHost({
    title: 'Antigravity',
    place: 'Antigravity, MCP Servers > Manage > View raw config (~/.gemini/config/mcp_config.json):',
    source: 'https://antigravity.google/docs/mcp, as other projects describe it, 2026-11-23',
    connected: ({ url: serverUrl, ...more }) => ({ serverUrl, ...more }),
  }),
  zed: jsonHost({
    title: 'Zed',
    place: 'Zed, settings.json:',
    source: 'https://zed.dev/docs/ai/mcp, 2026-11-23',
    members: ['context_servers'],
  }),
  gemini: jsonHost({
    title: 'Gemini CLI',
    place: 'Gemini CLI, ~/.gemini/settings.json or .gemini/settings.json of a project:',
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md, 2026-11-23',
    connected: ({ url: httpUrl, ...more }) => ({ httpUrl, ...more }),
    secret: expanded,
  }),
  opencode: OPENCODE,
  kiro: jsonHost({
    title: 'Kiro',
    place: 'Kiro, ~/.kiro/settings/mcp.json or .kiro/settings/mcp.json of a workspace:',
    source: 'https://kiro.dev/docs/mcp/configuration, 2026-11-23',
    secret: expanded,
  }),
  cline: jsonHost({
    title: 'Cline',
    place: 'Cline, MCP Servers > Configure (cline_mcp_settings.json):',
    source: 'https://docs.cline.bot/mcp/mcp-overview, 2026-11-23',
    connected: (entry) => ({ type: 'streamableHttp', ...entry }),
  }),
  continue: jsonHost({
    title: 'Continue',
    place: 'Continue, a file of its own in .continue/mcpServers of a workspace or of the home:',
    source: 'https://docs.continue.dev/customize/deep-dives/mcp, 2026-11-23',
    secret: (name) => `\${{ secrets.${name} }}`,
  }),
  warp: jsonHost({
    title: 'Warp',
    place: 'Warp, Settings > Agents > MCP servers > Add, or ~/.warp/.mcp.json:',
    source: 'https://docs.warp.dev/agent-platform/capabilities/mcp, 2026-11-23',
  }),
  lmstudio: jsonHost({
    title: 'LM Studio',
    place: 'LM Studio, Program > Install > Edit mcp.json:',
    source: 'https://lmstudio.ai/docs/app/mcp, 2026-11-23',
  }),
  jetbrains: jsonHost({
    title: 'JetBrains IDEs',
    place: 'JetBrains IDEs, Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add > As JSON:',
    source: 'https://www.jetbrains.com/help/ai-assistant/mcp.html, 2026-11-23',
    httpNotes: ['An IDE that knows only servers that it starts needs the npm package mcp-remote for a URL.'],
  }),
  goose: GOOSE,
};
