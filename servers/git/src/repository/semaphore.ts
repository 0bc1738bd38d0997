// A number of places: who comes later waits until one is free. None of those who share a name can have all of them.

interface Waiting {
  readonly share: string;
  readonly go: () => void;
}

/** Gives its place back when disposed. */
export class Slots {
  #free: number;
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #waiting: readonly Waiting[] = [];

  /** `most` of the places are for one share at most. */
  constructor(count: number, most = count) {
    this.#free = count;
    this.#most = most;
  }

  /**
   * Waits for a place. `share` is equal for all that belong together.
   *
   * @throws the reason of the signal when that is aborted before.
   */
  async take(signal: AbortSignal, share = ''): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#mayBegin(share)) this.#begin(share);
    else await this.#turn(signal, share);
    return { [Symbol.dispose]: () => this.#leave(share) };
  }

  #mayBegin(share: string): boolean {
    return this.#free > 0 && (this.#taken.get(share) ?? 0) < this.#most;
  }

  #begin(share: string): void {
    this.#free -= 1;
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + 1);
  }

  #turn(signal: AbortSignal, share: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
      };
      const go = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const waiting = { share, go };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  // The place goes to the next in line that may have one.
  #leave(share: string): void {
    this.#free += 1;
    const left = (this.#taken.get(share) ?? 0) - 1;
    if (left > 0) this.#taken.set(share, left);
    else this.#taken.delete(share);
    const next = this.#waiting.find((waiting) => this.#mayBegin(waiting.share));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#begin(next.share);
    next.go();
  }
}
