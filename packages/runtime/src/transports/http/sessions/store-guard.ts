// The guard of stores: one that fails or does not answer costs a request or an event, never the server.
import type { Awaitable } from '../../../stores/awaitable.ts';
import { HttpRefusal } from '../entry/refusal.ts';

const PATIENCE_MS = 5000;

/** Calls a store that may fail. Failures are reported. */
export class Guarded {
  readonly #report: (message: string, error?: unknown) => void;

  /** `report` tells the operator. */
  constructor(report: (message: string, error?: unknown) => void) {
    this.#report = report;
  }

  /** What the store answers. Throws or rejects with a refusal (503) when it fails, or takes more than five seconds. */
  answer<T>(call: () => Awaitable<T>): Awaitable<T> {
    try {
      const answer = call();
      return answer instanceof Promise
        ? inTime(answer).catch((error: unknown) => this.#refuse(error))
        : answer;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Calls the store where nobody waits for it; resolves, or returns, when it is done or has failed. */
  attempt(call: () => Awaitable<unknown>): Awaitable<unknown> {
    const failed = (error: unknown): void => this.failed('a store failed', error);
    try {
      const done = call();
      return done instanceof Promise ? inTime(done).catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  }

  /** Reports a failure. */
  failed(message: string, error?: unknown): void {
    this.#report(message, error);
  }

  #refuse(error: unknown): never {
    this.failed('a store failed', error);
    throw new HttpRefusal(503, 'what is kept of sessions cannot be reached now; try again later');
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
