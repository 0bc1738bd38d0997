// What to paste into a host, so that it starts this command line.
import { resolve } from 'node:path';
import { COMMON_FLAGS, serverId, type Command, type HOSTS } from './command.ts';
import { parseCommandLine, type Flag, type Flags, type Token } from './flags.ts';

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
  const flags: Flags = { ...COMMON_FLAGS, ...command.flags };
  const arePaths = command.positionals?.arePaths === true;
  const again = parseCommandLine(flags, args).tokens.flatMap((token) => {
    if (token.kind === 'option-terminator') return ['--'];
    if (token.kind === 'positional') return [arePaths ? toAbsolute(token.value) : token.value];
    return token.name === 'print-config' ? [] : optionAgain(token, flags[token.name]);
  });
  const isInstalled = resolve(script).split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { id, command: 'npx', args: ['-y', command.package, ...again] }
    : { id, command: 'node', args: [resolve(script), ...again] };
}

type OptionToken = Extract<Token, { readonly kind: 'option' }>;

// As it was written: --flag=value, -fvalue, or in two words.
function optionAgain({ rawName, value, inlineValue }: OptionToken, flag: Flag | undefined): string[] {
  if (value === undefined) return [rawName];
  const paths = flag?.multiple === true ? value.split(',') : [value];
  const again = flag?.isPath === true ? paths.map(toAbsolute).join(',') : value;
  if (!inlineValue) return [rawName, again];
  return [`${rawName}${rawName.startsWith('--') ? '=' : ''}${again}`];
}

// A home directory that the shell has left alone is for the server to find; - is not a file.
const toAbsolute = (path: string): string => (/^(?:~|-$)/.test(path) ? path : resolve(path));

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
