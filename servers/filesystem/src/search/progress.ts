// How far a search is: memory that both threads see, because a thread that matches sends no messages.

const BEAT = 0;
const MATCHING = 1;
const SCANNED = 2;
const MATCHES = 3;
const PATH_LENGTH = 4;
const HEADER_BYTES = 20;
/** Longer paths are shown in part. */
const PATH_BYTES = 4096;

/** The progress of one search. The thread that searches writes it, the main thread reads it. */
export class Progress {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #path: Buffer;
  readonly #end: number;

  /** A search should end with what it has after `maxMs`, counted from here. */
  constructor(maxMs: number, buffer = new SharedArrayBuffer(HEADER_BYTES + PATH_BYTES)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.#path = Buffer.from(buffer, HEADER_BYTES);
    this.#end = performance.now() + maxMs;
  }

  /** The time is over. */
  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Changes with every step; 0 before the first one. */
  get beat(): number {
    return Atomics.load(this.#numbers, BEAT);
  }

  /** Whether the step compares names or text, rather than waiting for the disk. */
  get isMatching(): boolean {
    return Atomics.load(this.#numbers, MATCHING) === 1;
  }

  /** The file or directory of the step. */
  get path(): string {
    return this.#path.toString('utf8', 0, Atomics.load(this.#numbers, PATH_LENGTH));
  }

  /** Entries or files that were looked at. */
  get scanned(): number {
    return Atomics.load(this.#numbers, SCANNED);
  }

  /** What was found so far. */
  get matches(): number {
    return Atomics.load(this.#numbers, MATCHES);
  }

  /** Begins to read a file or directory. */
  reading(path: string): void {
    Atomics.store(this.#numbers, PATH_LENGTH, this.#path.write(path));
    this.#step(0);
  }

  /** Begins to compare what was read. */
  matching(): void {
    this.#step(1);
  }

  /** Writes how much is done. */
  count(scanned: number, matches: number): void {
    Atomics.store(this.#numbers, SCANNED, scanned);
    Atomics.store(this.#numbers, MATCHES, matches);
  }

  #step(matching: 0 | 1): void {
    Atomics.store(this.#numbers, MATCHING, matching);
    Atomics.add(this.#numbers, BEAT, 1);
  }
}
