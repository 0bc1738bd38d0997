// Servers: how the suite starts the built servers, and how it adds them to a host.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@mcp/release/src/ports.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import type { Playground } from './playground.ts';
import { run } from './run.ts';

/** The name of the variable with the bearer token, and the token. */
export const TOKEN = { name: 'HOSTS_TOKEN', value: 'a-token-of-the-suite-of-hosts' };

/** The arguments of each server, by its name. */
export const serversOf = ({ project }: Playground): Readonly<Record<string, readonly string[]>> => ({
  filesystem: ['--confirm', 'destructive', project],
  git: ['-r', project],
  sqlite: [join(project, 'shop.db')],
  fetch: ['--allow-cidr', '127.0.0.0/8', '--ignore-robots-txt'],
});

/** Returns the path of a built server. */
export const programOf = (server: string): string => join(root, 'servers', server, 'dist/main.cjs');

/**
 * Adds a server to a host with `--install`. Where the host does not read secrets from its environment, writes the token
 * into the file, as the notes of `--install` ask of the user.
 *
 * @throws {Error} if `--install` fails.
 */
export const install = async (
  host: string,
  {
    server,
    args,
    environment,
  }: { readonly server: string; readonly args: readonly string[]; readonly environment: NodeJS.ProcessEnv },
): Promise<void> => {
  const words = [programOf(server), ...args, '--install', host, '--yes'];
  const { output, code } = await run(process.execPath, words, { cwd: root, environment });
  if (code !== 0) throw new Error(output.trim());
  const [, file] = /^[^,\n]+, (.+):$/m.exec(output) ?? [];
  if (file === undefined) throw new Error(`--install names no file: ${output}`);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(`<the value of ${TOKEN.name}>`, TOKEN.value));
};

/** A server that listens on loopback and accepts only the token. `args` are those for `--install`. */
export interface Listening extends Disposable {
  readonly args: readonly string[];
}

const PATIENCE_MS = 10_000;

/** Starts a server over HTTP. */
export const listen = async (server: string, given: readonly string[]): Promise<Listening> => {
  const port = await freePort();
  const args = [...given, '--transport', 'http', '--port', String(port), '--auth-token-env', TOKEN.name];
  const environment = { ...process.env, [TOKEN.name]: TOKEN.value };
  const child = spawn(process.execPath, [programOf(server), ...args], { env: environment, stdio: 'ignore' });
  const end = Date.now() + PATIENCE_MS;
  for (let status = 0; status !== 401; await delay(50)) {
    if (Date.now() > end)
      throw new Error(`${server} did not refuse a request without a token, but: ${status}`);
    const request = fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST' });
    status = await request.then((response) => response.status).catch(() => 0);
  }
  return { args, [Symbol.dispose]: () => void child.kill('SIGKILL') };
};
