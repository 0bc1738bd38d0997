// Shared work: concurrent callers of the same work share its result, and each can stop waiting.

/**
 * Waits for work that continues even if the signal aborts.
 *
 * @throws what the work throws, or the reason of the signal as soon as it aborts.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

interface Work<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Work in progress, by name. */
export class SharedWork<T> {
  readonly #all = new Map<string, Work<T>>();

  /**
   * Waits for the work of this name, and starts it if it is not in progress. The work is aborted when the last caller
   * stops waiting.
   *
   * @throws the reason of the signal, or what the work throws.
   */
  async of(name: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const work = this.#all.get(name) ?? this.#begin(name, begin);
    work.callers += 1;
    try {
      return await untilAborted(work.result, signal);
    } finally {
      work.callers -= 1;
      if (work.callers === 0) {
        if (this.#all.get(name) === work) this.#all.delete(name);
        // Finished work needs no abort, which would take longer than a small answer.
        if (signal.aborted) work.controller.abort(signal.reason);
      }
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<T>): Work<T> {
    const controller = new AbortController();
    const work = { result: begin(controller.signal), controller, callers: 0 };
    // Nobody handles a failure once all callers have stopped waiting.
    work.result.catch(() => undefined);
    this.#all.set(name, work);
    return work;
  }
}
