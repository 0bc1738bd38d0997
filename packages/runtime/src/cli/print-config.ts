// What to paste into a host, so that it starts this command line.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { flagsOf, serverId, type Command, type HOSTS } from './command.ts';
import { absolutePath, parseOptions, type Flag, type Flags } from './flags.ts';

/** A host that `--print-config` knows. */
export type Host = (typeof HOSTS)[number];

/** How a host starts the server: the name it gets there, and a command line. */
export interface Launch {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The command line that is running now. */
export interface Invocation {
  readonly command: Command<Flags>;
  /** The path of the running program. */
  readonly script: string;
  /** Everything behind it. */
  readonly args: readonly string[];
}

/**
 * How to start the running program again from anywhere: through npx when npm installed it, else by its path; with
 * absolute paths, because hosts have a working directory of their own.
 */
export function launchOf({ command, script, args }: Invocation): Launch {
  const id = serverId(command.name);
  const again = withAbsolutePaths(command, args);
  const isInstalled = resolve(script).split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { id, command: 'npx', args: ['-y', command.package, ...again] }
    : { id, command: 'node', args: [resolve(script), ...again] };
}

function withAbsolutePaths(command: Command<Flags>, args: readonly string[]): string[] {
  const flags: Flags = flagsOf(command);
  const options = parseOptions(flags);
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  return tokens.flatMap((token) => {
    if (token.kind === 'option-terminator') return ['--'];
    if (token.kind === 'positional')
      return [command.positionals?.arePaths === true ? absolutePath(token.value) : token.value];
    if (token.name === 'print-config') return [];
    if (token.value === undefined) return [token.rawName];
    return withValue(token.rawName, absoluteValue(flags[token.name], token.value));
  });
}

function absoluteValue(flag: Flag | undefined, value: string): string {
  if (flag?.isPath !== true) return value;
  if (flag.multiple !== true) return absolutePath(value);
  const paths = value.split(',').map((path) => path.trim());
  return paths.map((path) => (path === '' ? path : absolutePath(path))).join(',');
}

// A value that begins with a dash would be read as a flag of its own.
function withValue(flag: string, value: string): string[] {
  if (!value.startsWith('-')) return [flag, value];
  return [flag.startsWith('--') ? `${flag}=${value}` : `${flag}${value}`];
}

/** What to paste, and where it goes. */
export interface HostConfig {
  /** For people. */
  readonly place: string;
  readonly text: string;
}

/** The configuration of a host that starts the server like this. */
export function hostConfig(host: Host, launch: Launch): HostConfig {
  return CONFIGS[host](launch);
}

const CONFIGS: Record<Host, (launch: Launch) => HostConfig> = {
  claude: (launch) => ({
    place: 'Claude Desktop, Settings > Developer > Edit Config (claude_desktop_config.json):',
    text: json({ mcpServers: { [launch.id]: entry(launch) } }),
  }),
  'claude-code': (launch) => ({
    place: 'Claude Code, in a terminal:',
    text: ['claude', 'mcp', 'add', launch.id, '--', launch.command, ...launch.args].map(quote).join(' '),
  }),
  vscode: (launch) => ({
    place: 'VS Code, .vscode/mcp.json of a workspace:',
    text: json({ servers: { [launch.id]: { type: 'stdio', ...entry(launch) } } }),
  }),
  cursor: (launch) => ({
    place: 'Cursor, .cursor/mcp.json of a project or ~/.cursor/mcp.json:',
    text: json({ mcpServers: { [launch.id]: entry(launch) } }),
  }),
  codex: ({ id, command, args }) => ({
    place: 'Codex, ~/.codex/config.toml:',
    text: `[mcp_servers.${id}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
  }),
};

function entry({ command, args }: Launch): object {
  return { command, args };
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
