// A token bucket: lets a burst through, then a steady rate.

/** Allows `burst` events at once and `perSecond` after that. */
export class RateLimit {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #last = performance.now();

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  /** Takes one place; false when there is none now. */
  take(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#last) / 1000) * this.#perSecond);
    this.#last = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
