// An MCP conversation with a fixture server: the opening of its era, then batches of one request.
import type { ResultCheck } from './check-answers.ts';
import { checkAnswers, resultOf } from './check-answers.ts';
import type { Launch } from './connection.ts';
import { Connection } from './connection.ts';
import type { Era, Request } from './messages.ts';
import { Batch, initialize, initialized } from './messages.ts';
import { cpuMicroseconds } from './process-usage.ts';

export interface Load {
  readonly request: Request;
  readonly check: ResultCheck;
  readonly inFlight: number;
  /** Requests per batch, when the usual number would take too long. */
  readonly batch?: number;
}

/** Per request, in microseconds. */
export interface Cost {
  readonly cpu: number;
  readonly time: number;
}

export class Session {
  readonly #connection: Connection;
  readonly #era: Era;
  #requests = 0;

  private constructor(connection: Connection, era: Era) {
    this.#connection = connection;
    this.#era = era;
  }

  static async open(launch: Launch, era: Era): Promise<Session> {
    const connection = new Connection(launch);
    if (era === 'legacy') {
      connection.send(initialize);
      resultOf(await connection.answer(), era);
      connection.send(initialized);
    }
    return new Session(connection, era);
  }

  get pid(): number {
    return this.#connection.pid;
  }

  /** Sends the request `count` times and answers with the milliseconds that took. */
  async run(load: Load, count: number): Promise<number> {
    const batch = new Batch(this.#era, load.request, { count, skip: this.#requests });
    this.#requests += count;
    const start = performance.now();
    const answers = await this.#connection.exchange(batch, load.inFlight);
    const elapsed = performance.now() - start;
    checkAnswers(answers, batch, { era: this.#era, check: load.check });
    return elapsed;
  }

  async warmUp(load: Load, milliseconds: number): Promise<void> {
    await this.#runFor(load, milliseconds);
  }

  /** Sends batches for about this long, after a quarter of it to get used to this load. */
  async measure(load: Load, milliseconds: number): Promise<Cost> {
    await this.#runFor(load, milliseconds / 4);
    const cpuBefore = cpuMicroseconds(this.pid);
    const { count, elapsed } = await this.#runFor(load, milliseconds);
    const cpu = cpuMicroseconds(this.pid) - cpuBefore;
    return { cpu: cpu / count, time: (elapsed * 1000) / count };
  }

  async #runFor(load: Load, milliseconds: number): Promise<{ count: number; elapsed: number }> {
    const size = load.batch ?? Math.max(256, 8 * load.inFlight);
    let [count, elapsed] = [0, 0];
    while (elapsed < milliseconds) {
      elapsed += await this.run(load, size);
      count += size;
    }
    return { count, elapsed };
  }

  end(): Promise<void> {
    return this.#connection.end();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
