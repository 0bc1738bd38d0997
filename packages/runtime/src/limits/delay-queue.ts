// Delays: how long setTimeout can wait, and DelayQueue: does something with each member that is still there after a while.

/** Members that wait equally long. Most leave before: adding and removing one costs far less than a timer of its own. */
export class DelayQueue<T> {
  readonly #delayMs: number;
  readonly #run: (member: T) => void;
  /** When each member is due. The first is due first. */
  readonly #due = new Map<T, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `run` is called with each member that was not deleted for `delayMs` milliseconds. It must not throw. */
  constructor(delayMs: number, run: (member: T) => void) {
    this.#delayMs = delayMs;
    this.#run = run;
  }

  /** Lets a member wait. */
  add(member: T): void {
    this.#due.set(member, performance.now() + this.#delayMs);
    if (this.#timer === undefined) this.#timer = setTimeout(this.#ring, this.#delayMs);
  }

  /** Lets a member go. One that does not wait is ignored. */
  delete(member: T): void {
    this.#due.delete(member);
  }

  readonly #ring = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [member, due] of this.#due) {
      if (due > now) {
        this.#timer = setTimeout(this.#ring, due - now);
        return;
      }
      this.#due.delete(member);
      this.#run(member);
    }
  };
}

const LONGEST = 2 ** 31 - 1;

/** A delay in milliseconds that setTimeout can wait: about 25 days at most. */
export function clampDelay(milliseconds: number): number {
  return Math.min(milliseconds, LONGEST);
}
