// Token buckets: each lets a burst through, then a steady rate. One alone, or one for each of many keys.
/** What a bucket lets through. */
export interface Rate {
  /** Events at once. At least 1. */
  readonly burst: number;
  /** Events in each second after that. More than 0. */
  readonly perSecond: number;
}

/** One bucket. */
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
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** Gives a place back that was not used. */
  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }

  /** Milliseconds until there is a place. */
  waitMs(): number {
    this.#refill();
    return (Math.max(0, 1 - this.#tokens) / this.#perSecond) * 1000;
  }

  #refill(): void {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#last) / 1000) * this.#perSecond);
    this.#last = now;
  }
}

const MAX_BUCKETS = 10_000;

/** A bucket for each key. Memory is bounded: beyond 10,000 keys the one that was not used for longest starts anew. */
export class RateLimits {
  readonly #rate: Rate;
  readonly #maxBuckets: number;
  readonly #buckets = new Map<string, RateLimit>();

  /** @throws {TypeError} for a rate that would never let anything through. */
  constructor(rate: Rate, maxBuckets: number = MAX_BUCKETS) {
    const { burst, perSecond } = rate;
    if (!(burst >= 1 && perSecond > 0))
      throw new TypeError(
        `a rate needs a burst of at least 1 and more than 0 per second, not ${burst} and ${perSecond}`,
      );
    this.#rate = rate;
    this.#maxBuckets = maxBuckets;
  }

  /** How many buckets there are. */
  get size(): number {
    return this.#buckets.size;
  }

  /** The bucket of a key. */
  of(key: string): RateLimit {
    const known = this.#buckets.get(key);
    const bucket = known ?? new RateLimit(this.#rate.burst, this.#rate.perSecond);
    // A map keeps the order of insertion. The key that was used last goes to the end, so the first is the oldest.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > this.#maxBuckets) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    return bucket;
  }
}
