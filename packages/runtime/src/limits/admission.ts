// Admission: how many requests run at once, how many wait, and when reading must pause.
import { clampDelay } from './delay.ts';

/** Limits of one client, all counts of requests except `stallMs` (milliseconds); `total` is that of all clients. */
export interface AdmissionLimits {
  /** Requests that run author code at the same time. */
  readonly inFlight: number;
  /** The same for all clients of the server together. */
  readonly total: number;
  /** Requests that wait for a free place. */
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

/** A request that needs a place. */
export interface Entrant {
  /** Undefined when its answer could be sent; else a promise that resolves when it could. */
  room(): Promise<void> | undefined;
}

/** A request that waits, and who is told that it waits no more: with true when it has a place. */
interface Waiting {
  readonly entrant: Entrant;
  readonly resolve: (hasPlace: boolean) => void;
}

/**
 * The places of one conversation, or of several that share them. They go to requests in order of arrival.
 *
 * | State    | Begins                              | The transport | A request gets               | Ends              |
 * | -------- | ----------------------------------- | ------------- | ---------------------------- | ----------------- |
 * | open     |                                     | reads         | a place, or it waits         |                   |
 * | paused   | `queue` wait                        | waits         | what was read still waits    | fewer wait        |
 * | held     | an answer could not be sent         | (any of them) | none until its client reads  | answers have room |
 * | shedding | paused; nothing ended for `stallMs` | reads         | a refusal, once `queue` wait | fewer wait        |
 *
 * Shedding lets cancellations and answers through that free places. While it is held nothing is shed: it is the client
 * that does not go on, and that is waited for.
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

  readonly #shared: SharedPlaces | undefined;

  /** `shared` are the places of the server, of which this client takes its share. */
  constructor(limits: AdmissionLimits, shared?: SharedPlaces) {
    this.limits = limits;
    this.#shared = shared;
  }

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#queue.length === 0;
  }

  /** Whether calls wait until there is room for their answers. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** How often calls had to wait until there was room for their answers. */
  get holds(): number {
    return this.#holds;
  }

  /**
   * Takes a place: at once (true), or later: then the promise resolves, with false when it was forgotten instead.
   * False when too many wait already. Who has a place leaves it with `leave`.
   */
  enter(entrant: Entrant): boolean | Promise<boolean> {
    if (this.#queue.length === 0 && this.#mayStart(entrant)) {
      this.#running++;
      return true;
    }
    if (this.#queue.length >= this.#spaceInQueue()) return false;
    return new Promise((resolve) => this.#queue.push({ entrant, resolve }));
  }

  /** Gives a place back, when the answer is sent: the next one has to know whether there is still room for its own. */
  readonly leave = (): void => {
    this.#running--;
    this.#finished++;
    this.#shared?.release();
    this.#fill();
  };

  /** Takes a cancelled request out of the queue. */
  forget(entrant: Entrant): void {
    const place = this.#queue.findIndex((waiting) => waiting.entrant === entrant);
    if (place < 0) return;
    for (const { resolve } of this.#queue.splice(place, 1)) resolve(false);
    this.#resumeIfShort();
  }

  /** Undefined when the transport may read; else a promise that resolves when it may go on. */
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
   * Ends the pause although the queue is full, and sheds what does not fit, unless it is the client that is waited
   * for.
   */
  release(): void {
    if (this.#pause === undefined) return;
    this.#isShedding = !this.#isHeld;
    this.#resume();
  }

  // Reading pauses only between chunks of input, and not at all while the client owes answers, so a queue that is
  // not shedding needs slack beyond its limit.
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
    const room = entrant.room();
    if (room === undefined) return this.#shared?.take(this.#freed) ?? true;
    this.#isHeld = true;
    this.#holds++;
    void room.then(() => this.#unhold());
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

/** The places of a server that its clients share. Who finds none waits for one, the client that waits longest first. */
export class SharedPlaces {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(total: number) {
    this.#free = total;
  }

  /** Takes a place. Without one it is false, and `freed` is called when it is worth to try again. */
  take(freed: () => void): boolean {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    this.#waiting.add(freed);
    return false;
  }

  /** Gives a place back. */
  release(): void {
    this.#free++;
    for (const freed of this.#waiting) {
      if (this.#free === 0) break;
      this.#waiting.delete(freed);
      freed();
    }
  }
}
