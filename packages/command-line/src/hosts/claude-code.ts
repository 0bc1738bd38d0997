// Claude Code: people paste a command.
import type { HttpLaunch, Platform, StdioLaunch } from '../launch.ts';

/**
 * The command that adds a server. Claude Code expands `${NAME}` in the file of a project only, so a command with a secret
 * names that.
 */
export function claudeMcpAdd(launch: StdioLaunch | HttpLaunch): string {
  return 'url' in launch ? toConnect(launch) : toStart(launch);
}

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
