// What to paste into a host, so that it starts this command line or connects to it.
import type { HOSTS } from './command.ts';
import type { HttpLaunch, Platform, StdioLaunch } from './launch.ts';

/** A host that `--print-config` knows. */
export type Host = (typeof HOSTS)[number];

/** What to paste, and where it goes. */
export interface HostConfig {
  /** For people. */
  readonly place: string;
  readonly text: string;
  /** For people: what is left to do. */
  readonly notes: readonly string[];
}

/** The configuration of a host that starts the server like this, or connects to it there. */
export function hostConfig(host: Host, launch: StdioLaunch | HttpLaunch): HostConfig {
  const form = FORMS[host];
  const isHttp = 'url' in launch;
  const text = isHttp ? form.http(launch) : form.stdio(launch);
  const secrets = isHttp ? [launch.tokenEnv].filter((name) => name !== undefined) : launch.secrets;
  const notes = secrets.map((name) => form.secretNote(name));
  if (isHttp) notes.push('Start the server yourself, with the same flags: hosts only connect to it.');
  return { place: form.place, text, notes: isHttp ? [...notes, ...(form.httpNotes ?? [])] : notes };
}

/** What differs between hosts. */
interface Form {
  readonly place: string;
  stdio(launch: StdioLaunch): string;
  http(launch: HttpLaunch): string;
  /** What the user has to know about a secret that is not printed. */
  secretNote(name: string): string;
  readonly httpNotes?: readonly string[];
}

/** A host whose configuration is an object of servers by name. */
interface JsonForm {
  readonly place: string;
  /** The member with the servers. Default `mcpServers`. */
  readonly key?: string;
  /** Members of a server that is started. */
  readonly stdio?: object;
  /** A server with a URL. Default: `{ url, headers }`. */
  readonly http?: (url: string, more: { readonly headers?: object }) => object;
  /** How the host takes a value from its own environment. Without it the user writes the value. */
  readonly secret?: (name: string) => string;
  readonly httpNotes?: readonly string[];
}

function jsonForm(form: JsonForm): Form {
  const { place, key = 'mcpServers', stdio = {}, secret = placeholder, httpNotes } = form;
  const { http = (url: string, more: object) => ({ url, ...more }) } = form;
  const servers = (id: string, server: object): string =>
    JSON.stringify({ [key]: { [id]: server } }, undefined, 2);
  return {
    place,
    stdio: (launch) => servers(launch.id, { ...stdio, ...entry(launch, secret) }),
    http: ({ id, url, tokenEnv }) =>
      servers(
        id,
        http(url, tokenEnv === undefined ? {} : { headers: { Authorization: `Bearer ${secret(tokenEnv)}` } }),
      ),
    secretNote: secret === placeholder ? writeIt : setIt,
    ...(httpNotes === undefined ? {} : { httpNotes }),
  };
}

function entry({ command, args, env, secrets }: StdioLaunch, secret: (name: string) => string): object {
  const all = { ...env, ...Object.fromEntries(secrets.map((name) => [name, secret(name)])) };
  return Object.keys(all).length === 0 ? { command, args } : { command, args, env: all };
}

function placeholder(name: string): string {
  return `<the value of ${name}>`;
}

function fromEnvironment(name: string): string {
  return `\${env:${name}}`;
}

function expanded(name: string): string {
  return `\${${name}}`;
}

function writeIt(name: string): string {
  return `Write the value of ${name} in its place: secrets are not printed.`;
}

function setIt(name: string): string {
  return `${name} must be set in the environment of the host: secrets are not printed.`;
}

const CLAUDE_CODE: Form = {
  place: 'Claude Code, in a terminal:',
  stdio: ({ id, command, args, env, secrets, platform }) => {
    const pairs = [
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ...secrets.map((name) => `${name}=${expanded(name)}`),
    ];
    const settings = pairs.flatMap((pair) => ['--env', pair]);
    return toCommand(['claude', 'mcp', 'add', id, ...settings, '--', command, ...args], platform);
  },
  http: ({ id, url, tokenEnv, platform }) => {
    const header = tokenEnv === undefined ? [] : ['--header', `Authorization: Bearer ${expanded(tokenEnv)}`];
    return toCommand(['claude', 'mcp', 'add', '--transport', 'http', id, url, ...header], platform);
  },
  secretNote: setIt,
};

const CODEX: Form = {
  place: 'Codex, ~/.codex/config.toml:',
  stdio: ({ id, command, args, env, secrets }) => {
    const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    return [
      `[mcp_servers.${id}]`,
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
      ...(pairs.length === 0 ? [] : [`env = { ${pairs.join(', ')} }`]),
      ...(secrets.length === 0 ? [] : [`env_vars = ${JSON.stringify(secrets)}`]),
    ].join('\n');
  },
  http: ({ id, url, tokenEnv }) =>
    [
      `[mcp_servers.${id}]`,
      `url = ${JSON.stringify(url)}`,
      ...(tokenEnv === undefined ? [] : [`bearer_token_env_var = ${JSON.stringify(tokenEnv)}`]),
    ].join('\n'),
  secretNote: setIt,
};

// Every JSON value is YAML.
const GOOSE: Form = {
  place: 'Goose, ~/.config/goose/config.yaml:',
  stdio: ({ id, command, args, env, secrets }) =>
    gooseExtension(id, [
      'type: stdio',
      `cmd: ${JSON.stringify(command)}`,
      `args: ${JSON.stringify(args)}`,
      `envs: ${JSON.stringify(env)}`,
      ...gooseSecrets(secrets),
    ]),
  http: ({ id, url, tokenEnv }) =>
    gooseExtension(id, [
      'type: streamable_http',
      `uri: ${JSON.stringify(url)}`,
      ...(tokenEnv === undefined
        ? []
        : [`headers: ${JSON.stringify({ Authorization: `Bearer ${expanded(tokenEnv)}` })}`]),
      ...gooseSecrets(tokenEnv === undefined ? [] : [tokenEnv]),
    ]),
  secretNote: setIt,
};

function gooseExtension(id: string, settings: readonly string[]): string {
  const members = [`name: ${id}`, 'enabled: true', 'timeout: 300', ...settings];
  return ['extensions:', `  ${id}:`, ...members.map((member) => `    ${member}`)].join('\n');
}

function gooseSecrets(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`env_keys: ${JSON.stringify(names)}`];
}

const FORMS: Record<Host, Form> = {
  claude: jsonForm({
    place: 'Claude Desktop, Settings > Developer > Edit Config (claude_desktop_config.json):',
    http: (url, { headers = {} }) => ({
      command: 'npx',
      args: [
        ...['-y', 'mcp-remote', url],
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      ],
    }),
    httpNotes: ['The file of Claude Desktop knows no URLs: the npm package mcp-remote connects it to one.'],
  }),
  'claude-code': CLAUDE_CODE,
  vscode: jsonForm({
    place: 'VS Code, .vscode/mcp.json of a workspace:',
    key: 'servers',
    stdio: { type: 'stdio' },
    http: (url, more) => ({ type: 'http', url, ...more }),
    secret: fromEnvironment,
  }),
  cursor: jsonForm({
    place: 'Cursor, .cursor/mcp.json of a project or ~/.cursor/mcp.json:',
    secret: fromEnvironment,
  }),
  codex: CODEX,
  windsurf: jsonForm({
    place: 'Windsurf, ~/.codeium/windsurf/mcp_config.json:',
    http: (serverUrl, more) => ({ serverUrl, ...more }),
    secret: fromEnvironment,
  }),
  zed: jsonForm({ place: 'Zed, settings.json:', key: 'context_servers' }),
  gemini: jsonForm({
    place: 'Gemini CLI, ~/.gemini/settings.json or .gemini/settings.json of a project:',
    http: (httpUrl, more) => ({ httpUrl, ...more }),
    secret: expanded,
  }),
  cline: jsonForm({
    place: 'Cline, MCP Servers > Configure (cline_mcp_settings.json):',
    http: (url, more) => ({ type: 'streamableHttp', url, ...more }),
  }),
  lmstudio: jsonForm({ place: 'LM Studio, Program > Install > Edit mcp.json:' }),
  jetbrains: jsonForm({
    place: 'JetBrains IDEs, Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add > As JSON:',
  }),
  goose: GOOSE,
};

function toCommand(words: readonly string[], platform: Platform): string {
  return words.map((word) => quote(word, platform)).join(' ');
}

function quote(word: string, platform: Platform): string {
  if (platform === 'windows')
    return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', String.raw`\"`)}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
