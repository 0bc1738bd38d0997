// Capacity: work reserves an amount before it starts, so that parallel work cannot exceed a limit.

/** Capacity of one kind, like slots or characters. One share, like a caller, gets at most half of it. */
export class Capacity {
  readonly #total: number;
  readonly #held = new Map<string, number>();
  #sum = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /**
   * Reserves an amount for a share. Reserves nothing and returns false if the share or the total does not allow it. A
   * negative amount is released, which is always allowed.
   */
  reserve(share: string, amount: number): boolean {
    const held = (this.#held.get(share) ?? 0) + amount;
    const fits = held <= Math.ceil(this.#total / 2) && this.#sum + amount <= this.#total;
    if (amount > 0 && !fits) return false;
    this.#sum += amount;
    if (held > 0) this.#held.set(share, held);
    else this.#held.delete(share);
    return true;
  }

  /** Releases an amount that a share has reserved. */
  release(share: string, amount: number): void {
    this.reserve(share, -amount);
  }
}
