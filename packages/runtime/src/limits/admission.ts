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

/** A request that waits for a place. */
export interface QueuedCall {
  /** Runs it. Resolves when its place is free again. Never rejects. */
  run(): Promise<void>;
  /** Undefined when its answer could be sent; else a promise that resolves when it could. */
  room(): Promise<void> | undefined;
}

/**
 * The places of one conversation, or of several that share them. Runs calls in order of arrival, at most `inFlight` at
 * once, and none while there is no room for its answer. When the queue is full the transport should stop reading
 * (`ready`). If nothing finishes for `stallMs` reading goes on, so that cancellations get through, and calls that find
 * the queue full are refused. A client that leaves no room for answers is waited for instead.
 */
export class Admission {
  readonly limits: AdmissionLimits;
  readonly #queue: QueuedCall[] = [];
  #running = 0;
  #finished = 0;
  #shedding = false;
  #isHeld = false;
  #holds = 0;
  #paused: { promise: Promise<void>; resume: () => void; timer: ReturnType<typeof setTimeout> } | undefined;

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

  /** Starts or queues a call. False when there is no room. */
  enter(call: QueuedCall): boolean {
    if (this.#queue.length === 0 && this.#mayStart(call)) {
      this.#start(call);
      return true;
    }
    if (this.#queue.length >= this.#room()) return false;
    this.#queue.push(call);
    return true;
  }

  /** Takes a cancelled call out of the queue. */
  forget(call: QueuedCall): void {
    const place = this.#queue.indexOf(call);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    this.#checkRoom();
  }

  /** Undefined when there is room; else a promise that resolves when reading may go on. */
  ready(): Promise<void> | undefined {
    if (this.#queue.length < this.limits.queue || this.#shedding) return undefined;
    if (this.#paused === undefined) {
      let resume = (): void => {};
      const promise = new Promise<void>((resolve) => (resume = resolve));
      this.#paused = { promise, resume, timer: this.#startStallTimer() };
    }
    return this.#paused.promise;
  }

  #startStallTimer(): ReturnType<typeof setTimeout> {
    const finished = this.#finished;
    return setTimeout(() => {
      if (this.#paused === undefined) return;
      if (this.#finished === finished && !this.#isHeld) this.release();
      else this.#paused.timer = this.#startStallTimer();
    }, clampDelay(this.limits.stallMs));
  }

  /**
   * Lets reading go on although the queue is full. What does not fit is refused until there is room again; while calls
   * wait for room for their answers, more of them fit.
   */
  release(): void {
    if (this.#paused === undefined) return;
    this.#shedding = !this.#isHeld && this.#queue.length >= this.limits.queue;
    this.#resume();
  }

  // Reading pauses only between chunks of input, and not at all while the client owes answers, so a queue that is
  // not shedding needs slack beyond its limit.
  #room(): number {
    return this.#shedding ? this.limits.queue : this.limits.queue * QUEUE_SLACK;
  }

  #start(call: QueuedCall): void {
    this.#running++;
    void call.run().then(() => this.#leave());
  }

  #leave(): void {
    this.#running--;
    this.#finished++;
    this.#shared?.release();
    this.#fill();
  }

  readonly #freed = (): void => this.#fill();

  #fill(): void {
    for (let next = this.#queue[0]; next !== undefined && this.#mayStart(next); next = this.#queue[0]) {
      this.#queue.shift();
      this.#start(next);
    }
    this.#checkRoom();
  }

  #mayStart(call: QueuedCall): boolean {
    if (this.#isHeld || this.#running >= this.limits.inFlight) return false;
    const room = call.room();
    if (room === undefined) return this.#shared?.take(this.#freed) ?? true;
    this.#isHeld = true;
    this.#holds++;
    void room.then(() => this.#resumeHeld());
    return false;
  }

  #resumeHeld(): void {
    this.#isHeld = false;
    this.#fill();
  }

  #checkRoom(): void {
    if (this.#queue.length >= this.limits.queue) return;
    this.#shedding = false;
    if (this.#paused !== undefined) this.#resume();
  }

  #resume(): void {
    clearTimeout(this.#paused?.timer);
    this.#paused?.resume();
    this.#paused = undefined;
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
