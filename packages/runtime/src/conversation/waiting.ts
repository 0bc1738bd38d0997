// Waiting: whether a handler waits for answers of the client. Time-outs stop meanwhile.

/** Counts the open questions of one run. */
export class Waiting {
  #open = 0;
  readonly #listeners: ((isAsking: boolean) => void)[] = [];

  /**
   * Calls `listener` when the handler begins to wait (true), and when it no longer waits. At once if it waits already.
   */
  onAsking(listener: (isAsking: boolean) => void): void {
    this.#listeners.push(listener);
    if (this.#open > 0) listener(true);
  }

  /** Counts a question as open until its answer is there. */
  asking(answer: Promise<unknown>): void {
    if (this.#open++ === 0) this.#notify(true);
    const closed = (): void => {
      if (--this.#open === 0) this.#notify(false);
    };
    answer.then(closed, closed);
  }

  #notify(isAsking: boolean): void {
    for (const listener of this.#listeners) listener(isAsking);
  }
}
