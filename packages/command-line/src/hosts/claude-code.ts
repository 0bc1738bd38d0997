// Claude Code: people paste a command, and its file has servers for all projects.
import type { HttpLaunch, Platform, StdioLaunch } from '../launch.ts';
import { jsonHost, setIt, type Host } from './host.ts';

/** Claude Code expands `${NAME}` in the file of a project only, so a command with a secret names that. */
export const CLAUDE_CODE: Host = {
  ...jsonHost({
    title: 'Claude Code',
    place: 'Claude Code, in a terminal:',
    source: 'https://code.claude.com/docs/en/mcp, 2026-11-23',
    started: (entry) => ({ type: 'stdio', ...entry }),
    connected: (entry) => ({ type: 'http', ...entry }),
  }),
  command: (launch) => ('url' in launch ? toConnect(launch) : toStart(launch)),
};

/** The notes of the command differ from those of the file: the command leaves the expansion to Claude Code. */
export const commandNote = setIt;

const PROJECT = ['--scope', 'project'];

function toStart({ id, command, args, env, secrets, platform }: StdioLaunch): string {
  const pairs = [
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...secrets.map((name) => `${name}=${expanded(name)}`),
  ];
  const settings = pairs.flatMap((pair) => ['--env', pair]);
  const scope = secrets.length === 0 ? [] : PROJECT;
  return toCommand(['claude', 'mcp', 'add', ...scope, id, ...settings, '--', command, ...args], platform);
}

function toConnect({ id, url, tokenEnv, platform }: HttpLaunch): string {
  const transport = ['--transport', 'http'];
  if (tokenEnv === undefined) return toCommand(['claude', 'mcp', 'add', ...transport, id, url], platform);
  const header = ['--header', `Authorization: Bearer ${expanded(tokenEnv)}`];
  return toCommand(['claude', 'mcp', 'add', ...PROJECT, ...transport, id, url, ...header], platform);
}

function expanded(name: string): string {
  return `\${${name}}`;
}

function toCommand(words: readonly string[], platform: Platform): string {
  return words.map((word) => quote(word, platform)).join(' ');
}

function quote(word: string, platform: Platform): string {
  if (platform === 'windows')
    return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', String.raw`\"`)}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
