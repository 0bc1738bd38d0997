// What all ways to drive a fixture server have in common: batches of one request for some time, and what they cost.
import type { ResultCheck } from './check-answers.ts';
import type { Request } from './messages.ts';
import { cpuMicroseconds } from './process-usage.ts';

export interface Load {
  readonly request: Request;
  readonly check: ResultCheck;
  readonly inFlight: number;
  /** Requests per batch, when the usual number would take too long. */
  readonly batch?: number;
  /** Whether batches get larger as long as they are short, because some servers take a hundred times as long as others. */
  readonly grows?: boolean;
}

/** Per request, in microseconds. */
export interface Cost {
  readonly cpu: number;
  readonly time: number;
}

export abstract class Driver {
  /** The process of the server. */
  abstract get pid(): number;

  /** Sends the request `count` times, checks the answers, and answers with the milliseconds that took. */
  abstract run(load: Load, count: number): Promise<number>;

  /** Ends the server at once. */
  abstract close(): Promise<void>;

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
    let size = load.batch ?? Math.max(256, 8 * load.inFlight);
    let [count, elapsed] = [0, 0];
    while (elapsed < milliseconds) {
      const took = await this.run(load, size);
      elapsed += took;
      count += size;
      if (load.grows === true && took < milliseconds / 8) size *= 2;
    }
    return { count, elapsed };
  }
}
