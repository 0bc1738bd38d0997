// Keeps long work stoppable: lets others run now and then, notices a cancellation, and ends at a deadline.

/** When work has to pause or stop. */
export interface PaceOptions {
  readonly signal?: AbortSignal;
  /** Throws to stop the work. For threads that no event reaches while they work. */
  readonly check?: () => void;
  /** How long the work may take, in milliseconds. Default: as long as it needs. */
  readonly maxMs?: number;
}

/** Others wait no longer than this. */
const SLICE_MS = 10;
/** Asking for the time costs as much as a small step of work. */
const STEPS_PER_LOOK = 64;

/** The pace of one piece of work. */
export class Pace {
  readonly #options: PaceOptions;
  readonly #deadline: number;
  #steps = 0;
  #sliceEnd: number;
  #isOver = false;

  constructor(options: PaceOptions = {}) {
    const now = performance.now();
    this.#options = options;
    this.#deadline = now + (options.maxMs ?? Infinity);
    this.#sliceEnd = now + SLICE_MS;
  }

  /** The deadline is over: the work should end with what it has. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * To be called at every small step. What it returns, if anything, is to be awaited.
   *
   * @throws the reason of the cancellation.
   */
  step(): Promise<void> | undefined {
    return ++this.#steps % STEPS_PER_LOOK === 0 ? this.look() : undefined;
  }

  /** The same for a large step. */
  look(): Promise<void> | undefined {
    this.#options.signal?.throwIfAborted();
    this.#options.check?.();
    const now = performance.now();
    this.#isOver = now > this.#deadline;
    return now > this.#sliceEnd ? this.#rest() : undefined;
  }

  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#sliceEnd = performance.now() + SLICE_MS;
    this.#options.signal?.throwIfAborted();
  }
}
