// Threads that make views, so that no page can hold up the server: each has a deadline, after which it is killed.
import { extname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { FetchError } from '../failure.ts';
import type { View, ViewJob } from './view.ts';
import type { Answer } from './view-worker.ts';

const MAX_THREADS = 2;
const MAX_MEMORY_MB = 512;
const SCRIPT = join(import.meta.dirname, `view-worker${extname(import.meta.filename)}`);

/** Makes views in threads, which are started when the first page comes. */
export class ViewThreads {
  readonly #deadlineMs: number;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `deadlineMs` is for one page; a page that takes longer is tried once more without looking for its article. */
  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /**
   * @throws {FetchError} `too_large` when the page takes too long or too much memory, and what views fail with; the
   *   reason of the signal.
   */
  async read(job: ViewJob, signal: AbortSignal): Promise<View> {
    try {
      return await this.#take(job, signal);
    } catch (error) {
      if (!job.simplify || !(error instanceof FetchError) || error.code !== 'too_large') throw error;
      return this.#take({ ...job, simplify: false }, signal);
    }
  }

  /** Ends the threads that have nothing to do. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async #take(job: ViewJob, signal: AbortSignal): Promise<View> {
    await this.#turn(signal);
    try {
      const worker = this.#idle.pop() ?? (await startWorker());
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#deadlineMs)]);
      const answer = await ask(worker, job, deadline);
      this.#idle.push(worker);
      if ('view' in answer) return answer.view;
      throw FetchError.from(answer.failure);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#running >= MAX_THREADS) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      // Whoever does not want its turn any more gives it to the next.
      if (signal.aborted) this.#waiting.shift()?.();
      signal.throwIfAborted();
    }
    this.#running += 1;
  }
}

const startWorker = async (): Promise<Worker> => {
  const { Worker: Thread } = await import('node:worker_threads');
  const worker = new Thread(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
  worker.unref();
  // After an error it ends; whoever asked is told through its exit.
  worker.on('error', () => {});
  return worker;
};

const ask = (worker: Worker, job: ViewJob, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.unref();
      outcome();
    };
    const fail = (problem: string): void =>
      settle(() => {
        void worker.terminate();
        reject(new FetchError('too_large', problem, { hint: 'Call again with raw: true for its source.' }));
      });
    const onMessage = (answer: Answer): void => settle(() => resolve(answer));
    const onExit = (): void => fail(`The page ${job.url} needs too much memory to be read.`);
    const onAbort = (): void => fail(`The page ${job.url} takes too long to be read.`);
    worker.ref();
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else worker.postMessage(job, []);
  });
