// What to paste into a host, so that it starts this command line.
import { resolve } from 'node:path';
import { serverId, type Command, type HOSTS } from './command.ts';
import type { Flags } from './flags.ts';

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
  readonly positionals: readonly string[];
}

/**
 * How to start the running program again from anywhere: through npx when npm installed it, else by its path; with
 * absolute paths, because hosts have a working directory of their own.
 */
export function launchOf({ command, script, args, positionals }: Invocation): Launch {
  const id = serverId(command.name);
  const arePaths = command.positionals?.arePaths === true;
  const again = withoutPrintConfig(args).map((arg) =>
    arePaths && positionals.includes(arg) ? resolve(arg) : arg,
  );
  const isInstalled = resolve(script).split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { id, command: 'npx', args: ['-y', command.package, ...again] }
    : { id, command: 'node', args: [resolve(script), ...again] };
}

function withoutPrintConfig(args: readonly string[]): string[] {
  const at = args.indexOf('--print-config');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  return rest.filter((arg) => !arg.startsWith('--print-config='));
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
