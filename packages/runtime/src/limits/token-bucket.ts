// Token buckets: a burst, then a steady rate, for one caller or for each of many keys.
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

  /** Takes one token. Returns false if there is none. */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** Returns an unused token. */
  release(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }

  /** Returns the milliseconds until the next token. */
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

/** A bucket for each key. Beyond 10,000 keys the least recently used bucket is dropped. */
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

  /** The number of buckets. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Returns the bucket of a key. */
  of(key: string): RateLimit {
    const known = this.#buckets.get(key);
    const bucket = known ?? new RateLimit(this.#rate.burst, this.#rate.perSecond);
    // A map keeps the order of insertion, so after this the least recently used key is the first.
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
