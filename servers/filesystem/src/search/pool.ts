// Search pool: runs searches on threads, so that an expression or glob that never ends blocks a thread and not the
// server.
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

/** The jobs of the threads, named after the functions in search-worker.ts. */
export interface Searches {
  readonly searchNames: { readonly query: NameQuery; readonly result: NamesFound };
  readonly searchContents: { readonly query: ContentQuery; readonly result: ContentsFound };
  readonly replaceText: { readonly query: ReplaceTask; readonly result: ReplacedText };
  readonly buildTree: { readonly query: TreeQuery; readonly result: BuiltTree };
}

export interface SearchRequest<Query> extends Omit<SearchTask<Query>, 'maxMs' | 'progress'> {
  readonly signal: AbortSignal;
  readonly onProgress?: ((scanned: number, matches: number) => void) | undefined;
}

export interface PoolOptions {
  /** Maximum number of parallel searches; others wait. */
  readonly maxThreads?: number;
  /** A longer search returns what it has found, because hosts give up after a minute. */
  readonly maxMs?: number;
  /**
   * Time limit for comparing one piece of a file or the names of one directory. It is divided by the number of waiting
   * searches, so that slow ones do not block the others.
   */
  readonly matchMs?: number;
  /** Time limit for the disk. */
  readonly readMs?: number;
}

const DEFAULTS = { maxThreads: 2, maxMs: 30_000, matchMs: 2000, readMs: 30_000 } as const;
const MEMORY_MB = 256;
const WATCH_MS = 100;
const IDLE_MS = 60_000;
/** Maximum divisor of `matchMs`. */
const MOST_PARTS = 8;

/** Next to the source, or next to the bundle. */
const SCRIPT = join(import.meta.dirname, `search-worker${extname(import.meta.filename)}`);

/** Search threads. They start with the first search. */
export class SearchPool implements AsyncDisposable {
  readonly #options: Required<PoolOptions>;
  #pool: Promise<Tinypool> | undefined;

  constructor(options: PoolOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Runs a search on the next free thread.
   *
   * @throws {FileError} for an invalid start, glob or query.
   * @throws {TooSlowError} if an expression or glob takes too long.
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
    const report = (): void => onProgress?.(progress.state.scanned, progress.state.matches);
    report();
    const check = this.#watch(progress, () => pool.queueSize);
    const timer = setInterval(() => {
      const problem = check(report);
      if (problem !== undefined) stop.abort(problem);
    }, WATCH_MS).unref();
    try {
      const both = AbortSignal.any([signal, stop.signal]);
      const answer = await pool.run(task, { name, signal: both });
      report();
      return readAnswer(answer as Answer<Searches[Name]['result']>);
    } catch (error) {
      signal.throwIfAborted();
      stop.signal.throwIfAborted();
      throw isOutOfMemory(error) ? tooMuchMemory(progress.state.path) : error;
    } finally {
      clearInterval(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#pool)?.destroy();
  }

  async #start(): Promise<Tinypool> {
    const { Tinypool: Pool } = await import('tinypool');
    const pool = new Pool({
      filename: SCRIPT,
      // When tinypool ends a thread, it replaces it for a waiting task only below this number.
      minThreads: 1,
      maxThreads: this.#options.maxThreads,
      // Under Deno a thread that sleeps between tasks never wakes.
      useAtomics: false,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // Threads that end while idle are replaced.
    pool.on('error', () => {});
    return pool;
  }

  /**
   * Returns a check for progress. It calls `alive` on progress, and returns the error to stop with after too long a
   * pause.
   */
  #watch(progress: Progress, waiting: () => number): (alive: () => void) => ToolError | undefined {
    const { readMs } = this.#options;
    let last = 0;
    let since = performance.now();
    let cpuBefore = cpuMs();
    return (alive) => {
      const { beat, isMatching, path } = progress.state;
      if (beat !== last) {
        last = beat;
        since = performance.now();
        cpuBefore = cpuMs();
        alive();
      }
      const ms = performance.now() - since;
      const matchMs = this.#options.matchMs / Math.min(Math.max(waiting(), 1), MOST_PARTS);
      // On a busy machine a thread may not run for seconds, which is no fault of the expression.
      const matched = Math.min(ms, cpuMs() - cpuBefore);
      // Before the first beat the search waits for a thread.
      if (beat > 0 && isMatching && matched > matchMs) return new TooSlowError(path, matchMs);
      return beat > 0 && !isMatching && ms > readMs ? noAnswer(path, readMs) : undefined;
    };
  }
}

/** Time of the processor that this process has used. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const ADVICE =
  'Use a simpler expression or glob, without repetitions inside repetitions, or leave the place out.';

/** Comparing the text of one file, or the names in one directory, took too long. */
export class TooSlowError extends ToolError {
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
  new ToolError(`The disk did not answer for ${ms} ms, most recently near ${path || '.'}.`, {
    code: 'timeout',
    hint: 'Search another directory.',
  });

const tooMuchMemory = (path: string): ToolError =>
  new ToolError(`The search needed too much memory in ${path || '.'}.`, { code: 'too_large', hint: ADVICE });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
