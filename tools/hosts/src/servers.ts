// Servers: starts the built servers and adds them to a host.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@mcp/release/src/ports.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { run } from './run.ts';

/** The bearer token, by the name of its variable. */
export const TOKEN = { HOSTS_TOKEN: 'a-token-of-the-suite-of-hosts' };
const [TOKEN_NAME = ''] = Object.keys(TOKEN);

/** A command line: a server, and its arguments. */
export type Words = readonly [server: string, ...args: string[]];

/** Returns the arguments of each server, by its name. */
export const serversOf = (project: string): Readonly<Record<string, readonly string[]>> => ({
  filesystem: ['--confirm', 'destructive', project],
  git: ['-r', project],
  sqlite: [join(project, 'shop.db')],
  fetch: ['--allow-cidr', '127.0.0.0/8', '--ignore-robots-txt'],
});

/** Returns the path of a built server. */
export const programOf = (server: string): string => join(root, 'servers', server, 'dist/main.cjs');

/**
 * Adds a server to a host with `--install`. If the host cannot read secrets from its environment, writes the token into
 * its files, as `--install` asks the user to do.
 *
 * @throws {Error} if `--install` changes nothing.
 */
export const install = async (host: string, words: Words, env: NodeJS.ProcessEnv): Promise<void> => {
  const command = [programOf(words[0]), ...words.slice(1), '--install', host, '--yes'];
  const output = await run(process.execPath, command, { cwd: root, env });
  if (!output.includes('Done.')) throw new Error(output.trim());
  for (const [, file = ''] of output.matchAll(/^[^,\n]+, (\/.+):$/gm)) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(`<the value of ${TOKEN_NAME}>`, TOKEN.HOSTS_TOKEN));
  }
};

/** Starts a server over HTTP that accepts only the token. `words` are the arguments for `install`. */
export const serve = async (...[server, ...given]: Words): Promise<Disposable & { words: Words }> => {
  const port = await freePort();
  const args = [...given, '--transport', 'http', '--port', String(port), '--auth-token-env', TOKEN_NAME];
  const child = spawn(process.execPath, [programOf(server), ...args], { env: { ...process.env, ...TOKEN } });
  // The first output says where it listens.
  await once(child.stderr, 'data');
  const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST' });
  if (status !== 401) throw new Error(`${server} answers a request without a token with ${status}`);
  return { words: [server, ...args], [Symbol.dispose]: () => void child.kill('SIGKILL') };
};
