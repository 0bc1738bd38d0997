// A fixture server over HTTP as a child process: where it listens, and what it uses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Launch } from './connection.ts';
import { Connection } from './connection.ts';
import { residentMegabytes } from './process-usage.ts';

/** Memory in kilobytes (of 1000 bytes). */
export interface MemoryUse {
  readonly resident: number;
  /** What is alive in the heap of V8 and in its buffers, after a garbage collection. */
  readonly heap: number;
}

const settleMs = 300;

export class HttpServer {
  readonly port: number;
  readonly #process: Connection;

  private constructor(process: Connection, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(launch: Launch): Promise<HttpServer> {
    const process = new Connection(launch);
    const url = await process.answer();
    return new HttpServer(process, Number(new URL(url).port));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The server must have been started with `--expose-gc`. */
  async memory(): Promise<MemoryUse> {
    // Sockets that were closed a moment ago are given up first, and the collector gives pages back a little later.
    await sleep(settleMs);
    await this.#process.signal('SIGUSR2');
    await sleep(settleMs);
    const line = await this.#process.signal('SIGUSR2');
    const { heapUsed, external }: { heapUsed: number; external: number } = JSON.parse(line);
    return { resident: residentMegabytes(this.pid) * 1048.576, heap: (heapUsed + external) / 1000 };
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
