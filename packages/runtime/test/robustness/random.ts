// Pseudo-random numbers that can be repeated: set ROBUSTNESS_SEED to the seed that a failure names.

/** The seed of this run. */
export const SEED: number = Number(process.env['ROBUSTNESS_SEED'] ?? 20_260_728);

/** A stream of choices that depends on the seed only. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of these. */
  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }
}
