// The interface of drivers of a fixture server: requests for some time, and their cost.
import type { ResultCheck } from './check-answers.ts';
import type { Request } from './messages.ts';
import { cpuMicroseconds } from './process-usage.ts';

export interface Load {
  readonly request: Request;
  readonly check: ResultCheck;
  /** Over HTTP it is the number of connections. */
  readonly inFlight: number;
  /** Requests per batch, if the usual number would take too long. */
  readonly batch?: number;
}

/** Per request, in microseconds. */
export interface Cost {
  readonly cpu: number;
  readonly time: number;
}

export abstract class Driver implements AsyncDisposable {
  /** The process of the server. */
  abstract get pid(): number;

  /** Sends requests for about this long, checks the answers, and returns how many there were and how long they took. */
  abstract runFor(load: Load, milliseconds: number): Promise<{ count: number; elapsed: number }>;

  /** Kills the server. */
  abstract [Symbol.asyncDispose](): Promise<void>;

  /** Measures for about this long, after a quarter of it to get used to this load. */
  async measure(load: Load, milliseconds: number): Promise<Cost> {
    await this.runFor(load, milliseconds / 4);
    const cpuBefore = cpuMicroseconds(this.pid);
    const { count, elapsed } = await this.runFor(load, milliseconds);
    const cpu = cpuMicroseconds(this.pid) - cpuBefore;
    return { cpu: cpu / count, time: (elapsed * 1000) / count };
  }
}
