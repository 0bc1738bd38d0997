// One work for all who want the same at the same time, and waiting that ends when a caller gives up.

/**
 * Waits for work that goes on by itself.
 *
 * @throws what the work throws, or the reason of the signal as soon as that aborts.
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

/** Work by the name of what it makes. */
export class SharedWork<T> {
  readonly #all = new Map<string, Work<T>>();

  /**
   * Waits for the work of that name, which is begun when it is not under way. It ends early when the last caller gives
   * up.
   *
   * @throws the reason of the signal, and what the work throws.
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
        // Work that is done needs no end, and to abort a signal takes longer than a small answer.
        if (signal.aborted) work.controller.abort(signal.reason);
      }
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<T>): Work<T> {
    const controller = new AbortController();
    const work = { result: begin(controller.signal), controller, callers: 0 };
    // When all callers gave up, nobody hears how it ended.
    work.result.catch(() => undefined);
    this.#all.set(name, work);
    return work;
  }
}
