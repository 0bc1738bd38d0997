// The interface of the drivers of fixture servers: send requests for some time and return their cost.
import type { ResultCheck } from './check-answers.ts';
import type { Request } from './messages.ts';
import { cpuMicroseconds } from './process-usage.ts';

export interface Load {
  readonly request: Request;
  readonly check: ResultCheck;
  /** The number of unanswered requests; over HTTP, the number of connections. */
  readonly inFlight: number;
  /** The number of requests per batch, if the default would take too long. */
  readonly batch?: number;
}

/** The cost per request, in microseconds. */
export interface Cost {
  readonly cpu: number;
  readonly time: number;
}

export abstract class Driver implements AsyncDisposable {
  abstract get pid(): number;

  /** Sends requests for about this long, checks the answers, and returns their number and the elapsed time. */
  abstract runFor(load: Load, milliseconds: number): Promise<{ count: number; elapsed: number }>;

  abstract [Symbol.asyncDispose](): Promise<void>;

  /** Measures for about this long, after a warm-up of a quarter of it. */
  async measure(load: Load, milliseconds: number): Promise<Cost> {
    await this.runFor(load, milliseconds / 4);
    const cpuBefore = cpuMicroseconds(this.pid);
    const { count, elapsed } = await this.runFor(load, milliseconds);
    const cpu = cpuMicroseconds(this.pid) - cpuBefore;
    return { cpu: cpu / count, time: (elapsed * 1000) / count };
  }
}
