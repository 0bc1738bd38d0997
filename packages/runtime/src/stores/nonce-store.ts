// NonceStore: what may be used once only, and was used. Awaitable: what all stores answer with.
import { ExpiringMap } from '../limits/expiry.ts';

/**
 * Remembers what was used (2026-07-28, basic/patterns/mrtr: at most once needs the server to remember). It may answer
 * at once or with a promise. When it throws or rejects, nothing is done.
 */
export interface NonceStore {
  /** True for the first use within `ttlMs`, false for every later one. Of two at the same time one gets true. */
  use(nonce: string, ttlMs: number): Awaitable<boolean>;
}

/**
 * Remembers in this process: enough for one process, as its sealed state opens in no other one unless secrets are
 * shared.
 */
export class MemoryNonceStore implements NonceStore {
  readonly #used = new ExpiringMap<true>();
  readonly #maxNonces: number;

  /** When more than `maxNonces` (default 1,000,000, about 150 MB) are in use, `use` throws until some are over. */
  constructor(maxNonces = 1_000_000) {
    this.#maxNonces = maxNonces;
  }

  /** @throws {RangeError} when too many are remembered: to forget one would let it be used again. */
  use(nonce: string, ttlMs: number): boolean {
    if (this.#used.get(nonce) !== undefined) return false;
    if (this.#used.size >= this.#maxNonces)
      throw new RangeError(`${this.#maxNonces} nonces are in use; a store outside of the process holds more`);
    this.#used.set(nonce, true, ttlMs);
    return true;
  }
}

/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;
