// Claude Code: people paste a command.
import type { HttpLaunch, StdioLaunch } from '../launch.ts';

/**
 * The command that adds a server. Claude Code expands `${NAME}` in the file of a project only, so a command with a
 * secret names that.
 */
export function claudeMcpAdd(launch: StdioLaunch | HttpLaunch): string {
  const { secrets, flags, words } = 'url' in launch ? toConnect(launch) : toStart(launch);
  const scope = secrets.length > 0 ? ['--scope', 'project'] : [];
  const all = ['claude', 'mcp', 'add', ...scope, ...flags, launch.id, ...words];
  return all.map((word) => quote(word, launch.platform)).join(' ');
}

// `flags` stand before the name of the server, `words` behind it.
function toStart({ command, args, env, secrets }: StdioLaunch) {
  const pairs = [...Object.entries(env), ...secrets.map((name) => [name, `\${${name}}`])];
  const settings = pairs.flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return { secrets, flags: [], words: [...settings, '--', command, ...args] };
}

function toConnect({ url, tokenEnv }: HttpLaunch) {
  const secrets = tokenEnv === undefined ? [] : [tokenEnv];
  const headers = secrets.flatMap((name) => ['--header', `Authorization: Bearer \${${name}}`]);
  return { secrets, flags: ['--transport', 'http'], words: [url, ...headers] };
}

function quote(word: string, platform: NodeJS.Platform): string {
  if (platform === 'win32')
    return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', String.raw`\"`)}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
