// Runs content searches on threads of their own: a regular expression that never ends costs a thread, not the server.
import { Worker } from 'node:worker_threads';
import { ToolError } from '@mcp/runtime';
import { FileError } from '../failure.ts';
import { GlobError } from '../glob.ts';
import type { ContentFound, ContentProgress, ContentQuery } from './content-search.ts';
import { QueryError } from './query.ts';
import { SharedState, type FailedSearch, type SearchJob, type SearchReply } from './search-messages.ts';

/** The settings of the threads. */
export interface SearchThreadsOptions {
  /** The script that they run, which calls `serveSearches`. */
  readonly script: string;
  /** As many searches run at once; others wait. Default 2. */
  readonly maxThreads?: number;
  /** The longest time for one piece of one file, in milliseconds. Default 2000. */
  readonly matchMs?: number;
  /** The longest time without any sign from the disk, in milliseconds. Default 30,000. */
  readonly readMs?: number;
}

/** One search. */
export interface SearchRequest {
  /** What the script needs to open the tree: plain data. */
  readonly where: unknown;
  readonly query: ContentQuery;
  /** The search ends with what it has after this time, in milliseconds. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ContentProgress) => void) | undefined;
}

/** A query that took too long in one file, or needed too much memory. The message names both and says what to do. */
export class RunawayError extends ToolError {}

const MEMORY_MB = 256;
const WATCH_MS = 100;

/** Threads that search. They start with the first search and stay for the next ones. */
export class SearchThreads {
  readonly #options: Required<SearchThreadsOptions>;
  readonly #idle: SearchThread[] = [];
  readonly #waiting: ((thread: SearchThread) => void)[] = [];
  #count = 0;

  constructor({ script, maxThreads = 2, matchMs = 2000, readMs = 30_000 }: SearchThreadsOptions) {
    this.#options = { script, maxThreads, matchMs, readMs };
  }

  /**
   * Searches on the next free thread.
   *
   * @throws {QueryError} when the query cannot be used.
   * @throws {GlobError} when a glob cannot be used.
   * @throws {RunawayError} when the query takes too long in one file.
   * @throws the reason of the signal.
   */
  async search(request: SearchRequest): Promise<ContentFound> {
    const { signal } = request;
    signal.throwIfAborted();
    const thread = this.#idle.pop() ?? (await this.#nextThread(signal));
    if (signal.aborted) this.#release(thread);
    signal.throwIfAborted();
    return new Promise<ContentFound>((resolve, reject) => {
      const abort = (): void => {
        thread.cancel();
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      // A search that is cancelled keeps its thread until the thread notices.
      const ended = thread.run(request).finally(() => {
        signal.removeEventListener('abort', abort);
        this.#release(thread);
      });
      ended.then(resolve, reject);
    });
  }

  /** Ends all threads that are free. */
  close(): void {
    for (const thread of this.#idle.splice(0)) thread.end();
  }

  #nextThread(signal: AbortSignal): SearchThread | Promise<SearchThread> {
    if (this.#count < this.#options.maxThreads) return this.#start();
    return new Promise<SearchThread>((resolve, reject) => {
      const take = (thread: SearchThread): void => {
        signal.removeEventListener('abort', leave);
        resolve(thread);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #start(): SearchThread {
    this.#count++;
    return new SearchThread(this.#options);
  }

  #release(thread: SearchThread): void {
    if (thread.isGone) this.#count--;
    const next = this.#waiting.shift();
    const free = thread.isGone ? undefined : thread;
    if (next !== undefined) next(free ?? this.#start());
    else if (free !== undefined) this.#idle.push(free);
  }
}

/** The search that a thread is doing. */
interface Running {
  readonly request: SearchRequest;
  readonly resolve: (found: ContentFound) => void;
  readonly reject: (error: Error) => void;
}

class SearchThread {
  readonly #options: Required<SearchThreadsOptions>;
  readonly #shared = new SharedState();
  readonly #worker: Worker;
  #running: Running | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isGone = false;

  constructor(options: Required<SearchThreadsOptions>) {
    this.#options = options;
    this.#worker = new Worker(options.script, {
      workerData: this.#shared.buffer,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#worker.on('message', (message: SearchReply) => this.#onMessage(message));
    this.#worker.on('error', (error) => this.#fail(this.#crash(error)));
    this.#worker.on('exit', () => this.#fail(new Error('The search thread ended.')));
    this.#worker.unref();
  }

  /** It can search no more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Asks the search to stop. It does so before the next file. Nobody waits for it: the process may end before. */
  cancel(): void {
    this.#shared.isCancelled = true;
    this.#watch?.unref();
    this.#worker.unref();
  }

  end(): void {
    this.#fail(new Error('The search thread was ended.'));
    void this.#worker.terminate();
  }

  run(request: SearchRequest): Promise<ContentFound> {
    const { where, query, maxMs } = request;
    return new Promise<ContentFound>((resolve, reject) => {
      this.#running = { request, resolve, reject };
      this.#shared.isCancelled = false;
      this.#shared.begin('idle');
      // The process must not end before the answer.
      this.#worker.ref();
      this.#watch = this.#startWatch();
      this.#worker.postMessage({ where, query, maxMs } satisfies SearchJob, []);
    });
  }

  #onMessage(message: SearchReply): void {
    if (message.kind === 'progress') return this.#running?.request.onProgress?.(message.progress);
    const running = this.#stop();
    if (message.kind === 'found') running?.resolve(message.found);
    else running?.reject(toError(message.error));
  }

  #fail(error: Error): void {
    this.#isGone = true;
    this.#stop()?.reject(error);
  }

  #stop(): Running | undefined {
    const running = this.#running;
    this.#running = undefined;
    clearInterval(this.#watch);
    this.#worker.unref();
    return running;
  }

  #crash(error: unknown): Error {
    const cause = error instanceof Error ? error : new Error(String(error));
    if (!('code' in cause) || cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
    const message = `The search for ${this.#shown()} needed too much memory in ${this.#shared.path}. ${ADVICE}`;
    return new RunawayError(message, { cause });
  }

  /** Ends the thread when it shows no sign of life for too long. */
  #startWatch(): NodeJS.Timeout {
    let { beat } = this.#shared;
    let since = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (this.#shared.beat !== beat) {
        ({ beat } = this.#shared);
        since = now;
        return;
      }
      const { matchMs, readMs } = this.#options;
      const limit = this.#shared.step === 'match' ? matchMs : readMs;
      if (now - since < limit) return;
      this.#fail(this.#runaway(limit));
      void this.#worker.terminate();
    }, WATCH_MS);
  }

  #runaway(ms: number): RunawayError {
    const { step, path } = this.#shared;
    if (step !== 'match')
      return new RunawayError(`The disk gave no answer for ${ms} ms, the last time near ${path}.`);
    return new RunawayError(
      `The search for ${this.#shown()} took longer than ${ms} ms in one place of ${path} and was stopped. ${ADVICE}`,
    );
  }

  #shown(): string {
    const query = this.#running?.request.query;
    return query === undefined ? 'nothing' : shown(query);
  }
}

const ADVICE = 'Use a simpler expression, without repetitions inside repetitions, or leave the file out.';

const MAX_SHOWN = 200;

const shown = ({ text, isRegex }: ContentQuery): string => {
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return isRegex ? `/${short}/` : JSON.stringify(short);
};

const toError = ({ name, message, code, hint }: FailedSearch): Error => {
  if (name === 'QueryError') return new QueryError(message);
  if (name === 'GlobError') return new GlobError(message);
  if (code !== undefined) return new FileError(code, message, hint === undefined ? {} : { hint });
  return new Error(message);
};
