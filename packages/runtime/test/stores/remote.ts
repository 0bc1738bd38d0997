// Remote stores: client code as an implementer writes it, and the store process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { StoredTask, TaskStore } from '../../src/tasks.ts';
import type { NonceStore } from '../../src/index.ts';
import { readLines, writeLine } from './json-lines.ts';

interface Line {
  readonly id?: number;
  readonly result?: unknown;
}

/** A connection to a store server. */
export class RemoteStores implements Disposable {
  readonly #socket: Socket;
  readonly #waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the store is gone'));
    });
    readLines(this.#socket, (value) => this.#take(value as Line));
  }

  readonly nonces: NonceStore = {
    use: async (nonce, ttlMs) => (await this.#call('nonces', 'use', nonce, ttlMs)) === true,
  };

  readonly tasks: TaskStore = {
    add: async (task) => (await this.#call('tasks', 'add', task)) === true,
    // JSON uses null for a missing task.
    getMany: async (ids) =>
      ((await this.#call('tasks', 'getMany', ids)) as (StoredTask | null)[]).map((task) => task ?? undefined),
    replace: async (task) =>
      (await this.#call('tasks', 'replace', task)) as Awaited<ReturnType<TaskStore['replace']>>,
  };

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #call(store: string, method: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the store is gone'));
      this.#waiting.set(id, { resolve, reject });
      writeLine(this.#socket, { id, store, method, args });
    });
  }

  #take({ id, result }: Line): void {
    if (id === undefined) return;
    this.#waiting.get(id)?.resolve(result);
    this.#waiting.delete(id);
  }
}

/** Starts a process with stores. */
export async function startStores(): Promise<Disposable & { readonly port: number }> {
  const child = fork(join(import.meta.dirname, 'store-server.ts'), { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return { port, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
