// Search progress in shared memory, because a thread that matches cannot send messages.

/** Indices of the numbers, and the offset of the path in bytes. */
const [BEAT, MATCHING, SCANNED, MATCHES, PATH_LENGTH, PATH] = [0, 1, 2, 3, 4, 20];
const PATH_BYTES = 4096;

export interface ProgressState {
  /** Increases with every step; 0 before the first. */
  readonly beat: number;
  /** Whether the step compares names or text, rather than reading the disk. */
  readonly isMatching: boolean;
  /** Number of visited entries or files, and of matches. */
  readonly scanned: number;
  readonly matches: number;
  readonly path: string;
}

/** The progress of one search, written by the search thread and read by the main thread. */
export class Progress {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #path: Buffer;
  readonly #end: number;

  /** `maxMs`: the search should end after this time, counted from now. */
  constructor(maxMs: number, buffer = new SharedArrayBuffer(PATH + PATH_BYTES)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, PATH / 4);
    this.#path = Buffer.from(buffer, PATH);
    this.#end = performance.now() + maxMs;
  }

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  get state(): ProgressState {
    const at = (index: number): number => Atomics.load(this.#numbers, index);
    return {
      beat: at(BEAT),
      isMatching: at(MATCHING) === 1,
      scanned: at(SCANNED),
      matches: at(MATCHES),
      path: this.#path.toString('utf8', 0, at(PATH_LENGTH)),
    };
  }

  /** Marks the start of reading a file or directory. */
  reading(path: string): void {
    Atomics.store(this.#numbers, PATH_LENGTH, this.#path.write(path));
    this.#step(0);
  }

  /** Marks the start of comparing what was read. */
  matching(): void {
    this.#step(1);
  }

  count(scanned: number, matches: number): void {
    Atomics.store(this.#numbers, SCANNED, scanned);
    Atomics.store(this.#numbers, MATCHES, matches);
  }

  #step(matching: 0 | 1): void {
    Atomics.store(this.#numbers, MATCHING, matching);
    Atomics.add(this.#numbers, BEAT, 1);
  }
}
