// Redis server: a real redis-server on loopback, with its own port and folder, that can be stopped and restarted.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { choosePort } from './port.ts';

export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

/** A suffix for the titles of tests that need redis-server: says if they did not run. */
export const unlessRun: string = hasRedis ? '' : ': did not run, because redis-server is not installed';

/** A server that writes every change to disk before it answers. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'redis-'));
    for (;;) {
      const server = new RedisServer(choosePort(), folder);
      if (await server.startAgain()) return server;
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Resolves with true when the server answers, or with false if another program has the port. */
  async startAgain(): Promise<boolean> {
    const { port } = this;
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', this.#folder];
    const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
    const child = spawn('redis-server', [...place, ...durable], { stdio: 'ignore' });
    this.#child = child;
    return vi
      .waitUntil(async () => {
        if (child.exitCode !== null) return { isUp: false };
        return (await answers(port)) && { isUp: true };
      }, 20_000)
      .then(({ isUp }) => isUp);
  }

  /** Kills the server, like a power failure. */
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

// While loading its files, the server answers with an error.
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('error', () => {}).on('close', () => resolve(false));
    socket.on('data', (reply) => {
      resolve(reply.toString().startsWith('+PONG'));
      socket.destroy();
    });
  });
