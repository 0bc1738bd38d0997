// Turn: work that never waits must let others have their turn, or nothing could cancel it.

/** How long one piece of work may keep the thread. */
const TURN_MS = 8;

/** The turn of one piece of work. */
export class Turn {
  #since = performance.now();

  /** Lets others go first when this work has had the thread for some time. Undefined when there is nothing to wait for. */
  pass(): Promise<void> | undefined {
    if (performance.now() - this.#since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}
