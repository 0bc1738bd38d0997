// Proxies: nginx and HAProxy with the unchanged files of ../replicas, in front of two replicas.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { choosePort } from './port.ts';

const FILES = join(import.meta.dirname, '../replicas');

/** Whether each proxy is installed. */
export const proxies: Readonly<Record<ProxyName, boolean>> = {
  nginx: spawnSync('nginx', ['-v']).status === 0,
  haproxy: spawnSync('haproxy', ['-v']).status === 0,
};

export type ProxyName = 'nginx' | 'haproxy';

/** A listening proxy. */
export interface Proxy extends AsyncDisposable {
  /** The URL of the endpoint. */
  readonly url: string;
}

/** Starts a proxy in front of two replicas, which may start later. */
export async function startProxy(name: ProxyName, [a, b]: readonly [number, number]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  for (let i = 0; i < TRIES; i++) {
    const port = choosePort();
    const values = { LISTEN: port, REPLICA_A: a, REPLICA_B: b };
    const addresses = Object.entries(values).map(([key, value]) => [key, `127.0.0.1:${value}`] as const);
    const child = start[name](folder, Object.fromEntries(addresses));
    const ended = once(child, 'exit');
    let said = '';
    child.stderr?.on('data', (chunk) => (said += String(chunk)));
    const isUp = await vi.waitUntil(
      async () => (child.exitCode === null ? (await listens(port)) && 'yes' : 'no'),
      20_000,
    );
    if (isUp === 'no') {
      if (/address already in use|cannot bind/i.test(said)) continue;
      throw new Error(`${name} did not start: ${said}`);
    }
    return {
      url: `http://127.0.0.1:${port}/mcp`,
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true });
      },
    };
  }
  throw new Error(`${name} did not start in ${TRIES} tries`);
}

const TRIES = 5;

type Addresses = Readonly<Record<string, string>>;

const start: Readonly<Record<ProxyName, (folder: string, addresses: Addresses) => ChildProcess>> = {
  haproxy: (_, addresses) =>
    spawn('haproxy', ['-db', '-f', join(FILES, 'haproxy.cfg')], {
      env: { ...process.env, ...addresses },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  nginx: (folder, addresses) => {
    const template = readFileSync(join(FILES, 'nginx.conf.template'), 'utf8');
    // Same as envsubst.
    const config = template.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => addresses[key] ?? '');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'mcp.conf'), config);
    writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder));
    return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  },
};

// The main configuration that a distribution's package provides: paths of nginx's own files, and defaults.
const mainConfig = (folder: string): string => `
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 2;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include mcp.conf;
}
`;

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
