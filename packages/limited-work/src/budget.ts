// Budget: capacity that work reserves before it starts and releases when it ends.

/** A request for capacity. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Identifies requests that share a limit, like the calls of one client. */
  readonly share?: unknown;
  /** Default: 1. */
  readonly amount?: number;
  /** Whether it goes before others and may exceed its share by one unit. Default: false. */
  readonly isShort?: boolean;
}

/** Reserved capacity. Disposing releases it. */
export interface Reservation extends Disposable {
  /** Reduces the reservation to `amount`. Never increases it. */
  shrinkTo(amount: number): void;
}

interface Holder extends Pick<Turn, 'share'> {
  amount: number;
}

interface Waiting extends Turn {
  readonly start: (reservation: Reservation) => void;
}

/**
 * Capacity of one kind, like slots or bytes. A share never exceeds its limit, even if the rest is unused, because
 * running work cannot be preempted when another client arrives. Waiting shares alternate: after a request starts, the
 * other shares come first. Small requests do not starve a large one, because the first request that its share allows
 * blocks those behind it.
 */
export class Budget {
  readonly #total: number;
  readonly #most: number;
  readonly #kept: number;
  readonly #holders = new Set<Holder>();
  #waiting: readonly Waiting[] = [];

  /** One share may hold `most`, by default half of the total. The last `kept` is for shares that hold none. */
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
   * Waits for capacity and reserves it.
   *
   * @throws {RangeError} if the amount exceeds the limit of a share.
   * @throws the reason of the signal if it is aborted first.
   */
  async take(turn: Turn): Promise<Reservation> {
    turn.signal.throwIfAborted();
    const { amount = 1 } = turn;
    if (amount > this.#most) throw new RangeError(`${amount} of at most ${this.#most} for one share`);
    return this.tryTake(turn) ?? (await this.#wait(turn));
  }

  /**
   * Reserves capacity while the work runs.
   *
   * @throws what `take` and the work throw.
   */
  async run<T>(turn: Turn, work: () => T | Promise<T>): Promise<T> {
    const reservation = await this.take(turn);
    try {
      return await work();
    } finally {
      reservation[Symbol.dispose]();
    }
  }

  /** Reserves capacity if it is free and no other request is waiting for it. */
  tryTake(turn: Omit<Turn, 'signal'>): Reservation | undefined {
    const isFree = this.#fitsShare(turn) && this.#fits(turn);
    return isFree && !this.#waiting.some((other) => this.#isNext(other)) ? this.#reserve(turn) : undefined;
  }

  #fitsShare({ share, amount = 1, isShort = false }: Omit<Turn, 'signal'>): boolean {
    return this.#sum((holder) => holder.share === share) + amount <= this.#most + (isShort ? 1 : 0);
  }

  // A request that waits only because the rest is kept for other shares does not block them.
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

  // Stops at the first request that its share allows but that does not fit yet, so that no smaller one overtakes it.
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
