// Admission: how many requests run at once, how many wait, and when reading must pause.
import { clampDelay } from './delay.ts';

/** Limits of one client, all counts of requests except `stallMs` (milliseconds); `total` is that of all clients. */
export interface AdmissionLimits {
  /** Requests that run author code at the same time. */
  readonly inFlight: number;
  /** The same for all clients of the server together. */
  readonly total: number;
  /** Requests that wait for a free slot. */
  readonly queue: number;
  /** Messages in one batch. */
  readonly batch: number;
  /** How long reading may pause without progress before excess requests are refused instead. */
  readonly stallMs: number;
}

/** The limits that a server has unless it says otherwise. */
export const DEFAULT_LIMITS: AdmissionLimits = {
  inFlight: 64,
  total: 1024,
  queue: 256,
  batch: 256,
  stallMs: 1000,
};

const QUEUE_SLACK = 8;

/** A request that needs a slot. */
export interface Entrant {
  /** Returns undefined if its answer could be sent now, otherwise a promise that resolves once it could. */
  drained(): Promise<void> | undefined;
}

/** A waiting request. `resolve(true)` gives it a slot, `resolve(false)` means that it was cancelled. */
interface Waiting {
  readonly entrant: Entrant;
  readonly resolve: (hasSlot: boolean) => void;
}

/**
 * The slots of one conversation, or of several that share them. Requests get them in order of arrival.
 *
 * | State    | Begins                              | The transport | A request gets               | Ends              |
 * | -------- | ----------------------------------- | ------------- | ---------------------------- | ----------------- |
 * | open     |                                     | reads         | a slot, or it waits          |                   |
 * | paused   | `queue` wait                        | waits         | what was read still waits    | fewer wait        |
 * | held     | an answer could not be sent         | (any of them) | none until its client reads  | answers can leave |
 * | shedding | paused; nothing ended for `stallMs` | reads         | a refusal, once `queue` wait | fewer wait        |
 *
 * Shedding lets cancellations and answers through, which free slots. Nothing is shed while calls are held, because
 * then the server waits for the client to read.
 */
export class Admission {
  readonly limits: AdmissionLimits;
  readonly #queue: Waiting[] = [];
  #running = 0;
  #finished = 0;
  #isShedding = false;
  #isHeld = false;
  #holds = 0;
  #pause: { promise: Promise<void>; resume: () => void; timer: ReturnType<typeof setTimeout> } | undefined;

  readonly #shared: SharedSlots | undefined;

  /** `shared`: the slots of the whole server, which this client shares with others. */
  constructor(limits: AdmissionLimits, shared?: SharedSlots) {
    this.limits = limits;
    this.#shared = shared;
  }

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#queue.length === 0;
  }

  /** Whether calls wait until the client reads earlier answers. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** How often calls had to wait until the client read earlier answers. */
  get holds(): number {
    return this.#holds;
  }

  /**
   * Takes a slot, to be released with `leave`. Returns true if one is free and false if the queue is full. Otherwise
   * returns a promise of true, or of false if the request is cancelled first.
   */
  enter(entrant: Entrant): boolean | Promise<boolean> {
    if (this.#queue.length === 0 && this.#mayStart(entrant)) {
      this.#running++;
      return true;
    }
    if (this.#queue.length >= this.#spaceInQueue()) return false;
    return new Promise((resolve) => this.#queue.push({ entrant, resolve }));
  }

  /** Releases a slot. Call it once the answer is sent, so that the next call sees whether its answer can leave. */
  readonly leave = (): void => {
    this.#running--;
    this.#finished++;
    this.#shared?.release();
    this.#fill();
  };

  /** Removes a cancelled request from the queue. */
  forget(entrant: Entrant): void {
    const index = this.#queue.findIndex((waiting) => waiting.entrant === entrant);
    if (index < 0) return;
    for (const { resolve } of this.#queue.splice(index, 1)) resolve(false);
    this.#resumeIfShort();
  }

  /** Returns undefined if the transport may read, otherwise a promise that resolves once it may. */
  ready(): Promise<void> | undefined {
    if (this.#queue.length < this.limits.queue || this.#isShedding) return undefined;
    if (this.#pause === undefined) {
      let resume = (): void => {};
      const promise = new Promise<void>((resolve) => (resume = resolve));
      this.#pause = { promise, resume, timer: this.#startStallTimer() };
    }
    return this.#pause.promise;
  }

  #startStallTimer(): ReturnType<typeof setTimeout> {
    const finished = this.#finished;
    return setTimeout(() => {
      if (this.#pause === undefined) return;
      if (this.#finished === finished && !this.#isHeld) this.release();
      else this.#pause.timer = this.#startStallTimer();
    }, clampDelay(this.limits.stallMs));
  }

  /**
   * Ends the pause although the queue is full. Requests beyond the queue are then refused, unless the server waits for
   * the client to read.
   */
  release(): void {
    if (this.#pause === undefined) return;
    this.#isShedding = !this.#isHeld;
    this.#resume();
  }

  // Reading pauses only between chunks of input, and never while the client owes answers. The queue therefore needs
  // slack beyond its limit until it sheds.
  #spaceInQueue(): number {
    return this.#isShedding ? this.limits.queue : this.limits.queue * QUEUE_SLACK;
  }

  readonly #freed = (): void => this.#fill();

  #fill(): void {
    for (
      let next = this.#queue[0];
      next !== undefined && this.#mayStart(next.entrant);
      next = this.#queue[0]
    ) {
      this.#queue.shift();
      this.#running++;
      next.resolve(true);
    }
    this.#resumeIfShort();
  }

  #mayStart(entrant: Entrant): boolean {
    if (this.#isHeld || this.#running >= this.limits.inFlight) return false;
    const drained = entrant.drained();
    if (drained === undefined) return this.#shared?.take(this.#freed) ?? true;
    this.#isHeld = true;
    this.#holds++;
    void drained.then(() => this.#unhold());
    return false;
  }

  #unhold(): void {
    this.#isHeld = false;
    this.#fill();
  }

  #resumeIfShort(): void {
    if (this.#queue.length >= this.limits.queue) return;
    this.#isShedding = false;
    this.#resume();
  }

  #resume(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.#pause = undefined;
    clearTimeout(pause.timer);
    pause.resume();
  }
}

/** The slots of a server that its clients share. Waiting clients get free slots in the order in which they asked. */
export class SharedSlots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(total: number) {
    this.#free = total;
  }

  /** Takes a slot. Returns false if none is free, and calls `freed` once it is worth trying again. */
  take(freed: () => void): boolean {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    this.#waiting.add(freed);
    return false;
  }

  /** Releases a slot. */
  release(): void {
    this.#free++;
    for (const freed of this.#waiting) {
      if (this.#free === 0) break;
      this.#waiting.delete(freed);
      freed();
    }
  }
}
