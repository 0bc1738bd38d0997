// SharedPlaces: how many calls of all clients of a server run at once.

/** The places of a server that its clients share. Who finds none waits for one, the client that waits longest first. */
export class SharedPlaces {
  readonly #waiting = new Set<() => void>();
  #free: number;
  #isReleasing = false;

  constructor(total: number) {
    this.#free = total;
  }

  /** Takes a place. Without one it is false, and `freed` is called when it is worth to try again. */
  take(freed: () => void): boolean {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    this.#waiting.add(freed);
    return false;
  }

  /** Gives a place back. */
  release(): void {
    this.#free++;
    // A call that `freed` starts may be done at once and release its place here: the running loop hands that place on.
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    for (const freed of this.#waiting) {
      if (this.#free === 0) break;
      this.#waiting.delete(freed);
      freed();
    }
    this.#isReleasing = false;
  }
}
