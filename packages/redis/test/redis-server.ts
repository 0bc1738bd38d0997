// A real redis-server on loopback, with a port and a folder of its own, that can be stopped and started again.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

/** The end of the title of tests that need a real server: says so when they do not run. */
export const unlessRun: string = hasRedis ? '' : ': did not run, because redis-server is not installed';

/** A server that keeps what it was told on disk before it answers. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<RedisServer> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const server = new RedisServer(port, await mkdtemp(join(tmpdir(), 'redis-')));
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const { port } = this;
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', this.#folder];
    const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
    this.#child = spawn('redis-server', [...place, ...durable], { stdio: 'ignore' });
    await vi.waitFor(() => ping(port), 20_000);
  }

  /** Stops at once, as a machine that loses its power. */
  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    this.#child = undefined;
    await ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true });
  }
}

// While it loads its files the server answers, but with an error.
async function ping(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    if (!reply.toString().startsWith('+PONG')) throw new Error(`answered ${reply.toString()}`);
  } finally {
    socket.destroy();
  }
}
