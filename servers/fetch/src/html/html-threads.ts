// Threads that read pages, so that no page can hold up the server: each has a deadline, after which it is killed.
import { extname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { FetchError } from '../failure.ts';
import type { PageJob, PageText } from './page.ts';

const MAX_THREADS = 2;
const MAX_MEMORY_MB = 512;
const SCRIPT = join(import.meta.dirname, `html-worker${extname(import.meta.filename)}`);

/** Reads pages in threads, which are started when the first page comes. */
export class HtmlThreads {
  readonly #deadlineMs: number;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `deadlineMs` is for one page; a page that takes longer is tried once more without looking for its article. */
  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** @throws {FetchError} `too_large` when the page takes too long or too much memory; the reason of the signal. */
  async read(job: PageJob, signal: AbortSignal): Promise<PageText> {
    try {
      return await this.#take(job, signal);
    } catch (error) {
      if (!job.simplify || !(error instanceof FetchError)) throw error;
      return this.#take({ ...job, simplify: false }, signal);
    }
  }

  /** Ends the threads that have nothing to do. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async #take(job: PageJob, signal: AbortSignal): Promise<PageText> {
    await this.#turn(signal);
    try {
      const worker = this.#idle.pop() ?? (await startWorker());
      const page = await ask(worker, job, AbortSignal.any([signal, AbortSignal.timeout(this.#deadlineMs)]));
      this.#idle.push(worker);
      return page;
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

const ask = (worker: Worker, job: PageJob, signal: AbortSignal): Promise<PageText> =>
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
    const onMessage = (page: PageText): void => settle(() => resolve(page));
    const onExit = (): void => fail(`The page ${job.url} needs too much memory to be read.`);
    const onAbort = (): void => fail(`The page ${job.url} takes too long to be read.`);
    worker.ref();
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else worker.postMessage(job, []);
  });
