// Runs searches on threads: an expression or glob that never ends costs a thread, not the server.
import { extname, join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { Tinypool } from 'tinypool';
import type { ReplacedText, ReplaceTask } from '../edit/replace-text.ts';
import { readAnswer, type Answer } from '../failure.ts';
import type { ContentQuery, ContentsFound } from './contents.ts';
import type { NameQuery, NamesFound } from './names.ts';
import { Progress } from './progress.ts';
import type { BuiltTree, TreeQuery } from './tree.ts';
import type { SearchTask } from './search-worker.ts';

/** The work of the threads, by the name of the function in search-worker.ts. */
export interface Searches {
  readonly searchNames: { readonly query: NameQuery; readonly result: NamesFound };
  readonly searchContents: { readonly query: ContentQuery; readonly result: ContentsFound };
  readonly replaceText: { readonly query: ReplaceTask; readonly result: ReplacedText };
  readonly buildTree: { readonly query: TreeQuery; readonly result: BuiltTree };
}

/** One search. */
export interface SearchRequest<Query> extends Omit<SearchTask<Query>, 'maxMs' | 'progress'> {
  readonly signal: AbortSignal;
  readonly onProgress?: ((scanned: number, matches: number) => void) | undefined;
}

/** Times in milliseconds. */
export interface PoolOptions {
  /** Maximum number of searches at the same time; others wait. */
  readonly maxThreads?: number;
  /** A search that takes longer returns what it found so far, because hosts give up after a minute. */
  readonly maxMs?: number;
  /**
   * The longest time to compare the text of one piece of a file, or the names of one directory. When more than one
   * search waits it is divided by their number, so that slow ones do not keep the others waiting.
   */
  readonly matchMs?: number;
  /** The longest time without any sign from the disk. */
  readonly readMs?: number;
}

const DEFAULTS = { maxThreads: 2, maxMs: 30_000, matchMs: 2000, readMs: 30_000 } as const;
const MEMORY_MB = 256;
const WATCH_MS = 100;
const IDLE_MS = 60_000;
/** `matchMs` is divided by this number at most. */
const MOST_PARTS = 8;

/** Beside its source, or beside the bundle. */
const SCRIPT = join(import.meta.dirname, `search-worker${extname(import.meta.filename)}`);

/** Threads that search. They start with the first search. */
export class SearchPool implements AsyncDisposable {
  readonly #options: Required<PoolOptions>;
  #pool: Promise<Tinypool> | undefined;

  constructor(options: PoolOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Searches on the next free thread.
   *
   * @throws {FileError} for a start, glob or query that cannot be used.
   * @throws {TooSlowError} when an expression or glob takes too long.
   * @throws the reason of the signal.
   */
  async run<Name extends keyof Searches>(
    name: Name,
    request: SearchRequest<Searches[Name]['query']>,
  ): Promise<Searches[Name]['result']> {
    const { signal, onProgress, ...search } = request;
    const pool = await (this.#pool ??= this.#start());
    const progress = new Progress(Infinity);
    const task: SearchTask<unknown> = { ...search, maxMs: this.#options.maxMs, progress: progress.buffer };
    const stop = new AbortController();
    const tell = (): void => onProgress?.(progress.state.scanned, progress.state.matches);
    tell();
    const check = this.#watch(progress, () => pool.queueSize);
    const timer = setInterval(() => {
      const problem = check(tell);
      if (problem !== undefined) stop.abort(problem);
    }, WATCH_MS).unref();
    try {
      const both = AbortSignal.any([signal, stop.signal]);
      const answer = await pool.run(task, { name, signal: both });
      tell();
      return readAnswer(answer as Answer<Searches[Name]['result']>);
    } catch (error) {
      signal.throwIfAborted();
      stop.signal.throwIfAborted();
      throw isOutOfMemory(error) ? tooMuchMemory(progress.state.path) : error;
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends all threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#pool)?.destroy();
  }

  async #start(): Promise<Tinypool> {
    const { Tinypool: Pool } = await import('tinypool');
    const pool = new Pool({
      filename: SCRIPT,
      // Tinypool starts no other thread for a waiting task when it ends one, unless there are fewer than these.
      minThreads: 1,
      maxThreads: this.#options.maxThreads,
      // A thread that sleeps between its tasks never wakes under Deno.
      useAtomics: false,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // A thread that ends without a task is replaced.
    pool.on('error', () => {});
    return pool;
  }

  /**
   * Returns a check for signs of life: it calls `alive` for one, and returns the reason to stop without any for too
   * long.
   */
  #watch(progress: Progress, waiting: () => number): (alive: () => void) => ToolError | undefined {
    const { readMs } = this.#options;
    let last = 0;
    let since = performance.now();
    return (alive) => {
      const { beat, isMatching, path } = progress.state;
      if (beat !== last) {
        last = beat;
        since = performance.now();
        alive();
      }
      const ms = performance.now() - since;
      const matchMs = this.#options.matchMs / Math.min(Math.max(waiting(), 1), MOST_PARTS);
      // Without any beat the search still waits for a thread.
      if (beat > 0 && isMatching && ms > matchMs) return new TooSlowError(path, matchMs);
      return beat > 0 && !isMatching && ms > readMs ? noAnswer(path, readMs) : undefined;
    };
  }
}

const ADVICE =
  'Use a simpler expression or glob, without repetitions inside repetitions, or leave the place out.';

/** It took too long to compare the text of one file, or the names in one directory. */
export class TooSlowError extends ToolError {
  /** Below the start of the search. */
  readonly path: string;

  constructor(path: string, ms: number) {
    super(
      `The search took longer than ${Math.round(ms)} ms in one place of ${path || '.'} and was stopped.`,
      { code: 'timeout', hint: ADVICE },
    );
    this.path = path;
  }
}

const noAnswer = (path: string, ms: number): ToolError =>
  new ToolError(`The disk gave no answer for ${ms} ms, the last time near ${path || '.'}.`, {
    code: 'timeout',
    hint: 'Search another directory.',
  });

const tooMuchMemory = (path: string): ToolError =>
  new ToolError(`The search needed too much memory in ${path || '.'}.`, { code: 'too_large', hint: ADVICE });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
