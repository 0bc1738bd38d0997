// Queue: what is done to the same thing is done one after the other.

/** One queue for each key that is in use. */
export class Queue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work when all work before it with the same key has ended, however it ended. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/**
 * Changes of one file that begin with what is in it, by its path. Hosts call tools in parallel: the second must see what
 * the first has written.
 */
export const changes: Queue = new Queue();
