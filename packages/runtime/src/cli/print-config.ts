// What to paste into a host, so that it starts this command line.
import { isAbsolute, resolve } from 'node:path';
import type { HOSTS } from './command.ts';

/** A host that `--print-config` knows. */
export type Host = (typeof HOSTS)[number];

/** How a host starts the server. */
export interface Launch {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** How to start the program that is running now: through npx when npm installed it, else by its path. */
export function launchOf(id: string, packageName: string, script: string, args: readonly string[]): Launch {
  const absolute = isAbsolute(script) ? script : resolve(script);
  const isInstalled = absolute.split(/[\\/]/).includes('node_modules');
  return isInstalled
    ? { id, command: 'npx', args: ['-y', packageName, ...args] }
    : { id, command: 'node', args: [absolute, ...args] };
}

/** The configuration, with a first line that says where it goes. */
export function printConfig(host: Host, launch: Launch): string {
  const { place, text } = CONFIGS[host](launch);
  return `${place}\n\n${text}\n`;
}

type Config = { readonly place: string; readonly text: string };

const CONFIGS: Record<Host, (launch: Launch) => Config> = {
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
