// What the main thread and a search thread tell each other.
import type { FailureCode } from '../failure.ts';
import type { ContentFound, ContentProgress, ContentQuery } from './content-search.ts';

/** From the main thread: search. */
export interface SearchJob {
  /** What the thread needs to open the tree. */
  readonly where: unknown;
  readonly query: ContentQuery;
  /** The search ends with what it has after this time. */
  readonly maxMs: number;
}

/** From the thread: how far it is, and how it ended. */
export type SearchReply =
  | { readonly kind: 'progress'; readonly progress: ContentProgress }
  | { readonly kind: 'found'; readonly found: ContentFound }
  | { readonly kind: 'failed'; readonly error: FailedSearch };

/** An error, without its class, which does not survive the way between threads. */
export interface FailedSearch {
  readonly name: 'QueryError' | 'GlobError' | 'FileError' | 'CancelledError' | 'Error';
  readonly message: string;
  /** Of a `FileError`. */
  readonly code?: FailureCode;
  readonly hint?: string | undefined;
}

/** What the thread does: nothing that takes time, reading, or matching. */
export type Step = 'idle' | 'read' | 'match';

const STEPS: readonly Step[] = ['idle', 'read', 'match'];
const CANCEL = 0;
const BEAT = 1;
const STEP = 2;
const PATH_LENGTH = 3;
const HEADER_BYTES = 16;
/** Longer paths are shown in part. */
const PATH_BYTES = 4096;

/** Memory that both threads see, because a thread that matches hears no messages and sends none. */
export class SharedState {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #path: Buffer;

  constructor(buffer = new SharedArrayBuffer(HEADER_BYTES + PATH_BYTES)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, HEADER_BYTES / 4);
    this.#path = Buffer.from(buffer, HEADER_BYTES);
  }

  /** Whether the main thread no longer wants the result. */
  get isCancelled(): boolean {
    return Atomics.load(this.#numbers, CANCEL) === 1;
  }

  set isCancelled(is: boolean) {
    Atomics.store(this.#numbers, CANCEL, is ? 1 : 0);
  }

  /** Changes with every step. */
  get beat(): number {
    return Atomics.load(this.#numbers, BEAT);
  }

  get step(): Step {
    return STEPS[Atomics.load(this.#numbers, STEP)] ?? 'idle';
  }

  /** Of the file that is read or matched. */
  get path(): string {
    return this.#path.toString('utf8', 0, Atomics.load(this.#numbers, PATH_LENGTH));
  }

  /** Begins a step. The path is that of the step before when it is not given. */
  begin(step: Step, path?: string): void {
    if (path !== undefined) Atomics.store(this.#numbers, PATH_LENGTH, this.#path.write(path));
    Atomics.store(this.#numbers, STEP, STEPS.indexOf(step));
    Atomics.add(this.#numbers, BEAT, 1);
  }
}
