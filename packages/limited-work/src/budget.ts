// Budget: capacity that work reserves before it starts and releases at its end, so that no limit is only a counter
// that is read.

/** Who reserves, and how much. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Equal for all that belong together, like the calls of one client. */
  readonly share?: unknown;
  /** Default: 1. */
  readonly amount?: number;
  /** Goes before others, and may have one unit beyond its share. Default: false. */
  readonly isShort?: boolean;
}

/** Reserved capacity. Disposing releases it. */
export interface Reservation extends Disposable {
  /** Releases a part, once the work knows that it needs only `amount`. Never takes more. */
  shrinkTo(amount: number): void;
}

interface Holder extends Pick<Turn, 'share'> {
  amount: number;
}

interface Waiting extends Turn {
  readonly start: (reservation: Reservation) => void;
}

/**
 * Capacity of one kind: places, bytes, characters. No share has more than its part, even while nobody else wants some,
 * because work that runs cannot be taken back when somebody comes. Those that wait take turns: behind one that starts
 * come all others first, then those of its share. A large one is not overtaken for ever: what fits its share goes
 * first in line.
 */
export class Budget {
  readonly #total: number;
  readonly #most: number;
  readonly #kept: number;
  readonly #holders = new Set<Holder>();
  #waiting: readonly Waiting[] = [];

  /**
   * `most` of the total is for one share, by default half of it, rounded up; the last `kept` for shares that have
   * none.
   */
  constructor(total: number, most = Math.ceil(total / 2), kept = 0) {
    this.#kept = kept;
    this.#total = total;
    this.#most = most;
  }

  /** Whether nothing is reserved. */
  get isEmpty(): boolean {
    return this.#holders.size === 0;
  }

  /**
   * Waits until the capacity is there, and reserves it.
   *
   * @throws {RangeError} when one share may never have that much; the reason of the signal when that is aborted before.
   */
  async take(turn: Turn): Promise<Reservation> {
    turn.signal.throwIfAborted();
    const { amount = 1 } = turn;
    if (amount > this.#most) throw new RangeError(`${amount} of at most ${this.#most} for one share`);
    return this.tryTake(turn) ?? (await this.#wait(turn));
  }

  /**
   * Runs work while it holds a reservation.
   *
   * @throws as `take`, before the work starts; what the work throws.
   */
  async run<T>(turn: Turn, work: () => T | Promise<T>): Promise<T> {
    const reservation = await this.take(turn);
    try {
      return await work();
    } finally {
      reservation[Symbol.dispose]();
    }
  }

  /** Reserves the capacity if it is there now and nobody waits for it. */
  tryTake(turn: Omit<Turn, 'signal'>): Reservation | undefined {
    const isFree = this.#fitsShare(turn) && this.#fits(turn);
    return isFree && !this.#waiting.some((other) => this.#isNext(other)) ? this.#reserve(turn) : undefined;
  }

  #fitsShare({ share, amount = 1, isShort = false }: Omit<Turn, 'signal'>): boolean {
    return this.#sum((holder) => holder.share === share) + amount <= this.#most + (isShort ? 1 : 0);
  }

  // What only waits because the rest is kept for others does not hold these up.
  #isNext(turn: Omit<Turn, 'signal'>): boolean {
    const isWithin = this.#sum(() => true) + (turn.amount ?? 1) <= this.#total;
    return this.#fitsShare(turn) && (this.#fits(turn) || !isWithin);
  }

  #fits({ share, amount = 1, isShort = false }: Omit<Turn, 'signal'>): boolean {
    const hasSome = !isShort && this.#sum((holder) => holder.share === share) > 0;
    return this.#sum(() => true) + amount <= this.#total - (hasSome ? this.#kept : 0);
  }

  #sum(isCounted: (holder: Holder) => boolean): number {
    let sum = 0;
    for (const holder of this.#holders) if (isCounted(holder)) sum += holder.amount;
    return sum;
  }

  #reserve({ share, amount = 1 }: Omit<Turn, 'signal'>): Reservation {
    const holder = { share, amount };
    this.#holders.add(holder);
    return {
      shrinkTo: (less) => {
        holder.amount = Math.min(holder.amount, less);
        this.#startNext();
      },
      [Symbol.dispose]: () => {
        if (this.#holders.delete(holder)) this.#startNext();
      },
    };
  }

  #wait(turn: Turn): Promise<Reservation> {
    const { signal } = turn;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
        this.#startNext();
      };
      const start = (reservation: Reservation): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(reservation);
      };
      const waiting = { ...turn, start };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  // Stops at the first in line that its share allows, so that small ones do not overtake it until it fits.
  #startNext(): void {
    for (;;) {
      const next = this.#waiting
        .toSorted((a, b) => Number(b.isShort ?? false) - Number(a.isShort ?? false))
        .find((waiting) => this.#isNext(waiting));
      if (next === undefined || !this.#fits(next)) return;
      const others = this.#waiting.filter((waiting) => waiting !== next);
      const isOfShare = ({ share }: Turn): boolean => share === next.share;
      this.#waiting = [...others.filter((waiting) => !isOfShare(waiting)), ...others.filter(isOfShare)];
      next.start(this.#reserve(next));
    }
  }
}
