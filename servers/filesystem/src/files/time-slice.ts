// TimeSlice: work that never waits lets others work now and then, or nothing could cancel it.

/** How long one piece of work may keep the thread. */
const SLICE_MS = 8;

/** The time slice of one piece of work. */
export class TimeSlice {
  #since = performance.now();

  /** Lets others work first when this one has had the thread for long. Undefined when there is no need to wait. */
  end(): Promise<void> | undefined {
    if (performance.now() - this.#since < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}
