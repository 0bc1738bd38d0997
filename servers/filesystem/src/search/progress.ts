// How far a search is: memory that both threads see, because a thread that matches sends no messages.

/** Where each number is in the memory, and where the path begins, in bytes. */
const [BEAT, MATCHING, SCANNED, MATCHES, PATH_LENGTH, PATH] = [0, 1, 2, 3, 4, 20];
/** Longer paths are shown in part. */
const PATH_BYTES = 4096;

/** The progress of one search at a moment. */
export interface ProgressState {
  /** Changes with every step; 0 before the first one. */
  readonly beat: number;
  /** Whether the step compares names or text, rather than waiting for the disk. */
  readonly isMatching: boolean;
  /** How many entries or files were searched, and what was found in them. */
  readonly scanned: number;
  readonly matches: number;
  /** The file or directory of the step. */
  readonly path: string;
}

/** The progress of one search. The thread that searches writes it, the main thread reads it. */
export class Progress {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #path: Buffer;
  readonly #end: number;

  /** A search should end with what it has after `maxMs`, counted from here. */
  constructor(maxMs: number, buffer = new SharedArrayBuffer(PATH + PATH_BYTES)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, PATH / 4);
    this.#path = Buffer.from(buffer, PATH);
    this.#end = performance.now() + maxMs;
  }

  /** The time is over. */
  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** As the main thread sees it now. */
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
