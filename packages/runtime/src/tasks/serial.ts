// Serial: work that never runs twice at once.

/** Runs one piece of work again and again. Requests that come while it runs share one more run after it. */
export class Serial {
  readonly #work: () => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #isQueued = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that began after this request is over. Never rejects: a failed run is left to the next one. */
  run(): Promise<void> {
    if (this.#isQueued) return this.#last;
    this.#isQueued = true;
    const again = async (): Promise<void> => {
      this.#isQueued = false;
      await this.#work().catch(() => {});
    };
    return (this.#last = this.#last.then(again));
  }
}
