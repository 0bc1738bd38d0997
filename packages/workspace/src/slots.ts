// A number of places: who comes later waits until one is free. None of those who share a name can have all of them, and some
// can be kept for those who have none.

/** Who wants a place. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Equal for all that belong together. */
  readonly share?: unknown;
  /** Goes before others, and may have one place beyond its share. Default: false. */
  readonly isShort?: boolean;
}

interface Waiting extends Turn {
  readonly go: () => void;
}

/** Places for work. Those who wait take turns: behind one that begins come all others first, then those of its share. */
export class Slots {
  readonly #count: number;
  readonly #most: number;
  readonly #kept: number;
  readonly #running: Turn[] = [];
  #waiting: readonly Waiting[] = [];

  /** `most` of the places are for one share at most, and the last `kept` that are free for shares that have none. */
  constructor(count: number, most = count, kept = 0) {
    this.#kept = kept;
    this.#count = count;
    this.#most = most;
  }

  /** Whether nobody has a place. */
  get isEmpty(): boolean {
    return this.#running.length === 0;
  }

  /**
   * Waits for a place, and gives it back when disposed.
   *
   * @throws the reason of the signal when that is aborted before.
   */
  async take(turn: Turn): Promise<Disposable> {
    turn.signal.throwIfAborted();
    if (this.#mayBegin(turn)) this.#running.push(turn);
    else await this.#wait(turn);
    return { [Symbol.dispose]: () => this.#leave(turn) };
  }

  #mayBegin({ share, isShort = false }: Turn): boolean {
    const taken = this.#running.filter((other) => other.share === share).length;
    const free = this.#count - this.#running.length;
    return free > (taken > 0 && !isShort ? this.#kept : 0) && taken < this.#most + (isShort ? 1 : 0);
  }

  #wait(turn: Turn): Promise<void> {
    const { signal } = turn;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
      };
      const go = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#running.push(turn);
        resolve();
      };
      const waiting = { ...turn, go };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  // The place goes to the next in line that may have one.
  #leave(turn: Turn): void {
    this.#running.splice(this.#running.indexOf(turn), 1);
    const next = this.#waiting
      .toSorted((a, b) => Number(b.isShort ?? false) - Number(a.isShort ?? false))
      .find((waiting) => this.#mayBegin(waiting));
    if (next === undefined) return;
    const others = this.#waiting.filter((waiting) => waiting !== next);
    const isOfShare = ({ share }: Turn): boolean => share === next.share;
    this.#waiting = [...others.filter((waiting) => !isOfShare(waiting)), ...others.filter(isOfShare)];
    next.go();
  }
}
