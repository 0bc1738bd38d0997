// Processes that make views, so that no page can hold up or end the server: each has a deadline, after which it is
// killed, and a heap of its own. A thread would not do: one that runs out of memory takes its whole process along.
import type { ChildProcess } from 'node:child_process';
import { extname, join } from 'node:path';
import { FetchError } from '../failure.ts';
import type { View, ViewJob } from './view.ts';
import type { Answer } from './view-process.ts';

const MAX_PROCESSES = 2;
/** How long a process stays without work. */
const IDLE_MS = 10_000;
const SCRIPT = join(import.meta.dirname, `view-process${extname(import.meta.filename)}`);
/** All that it needs of the environment, where secrets may be. */
const PASSED = ['NODE_COMPILE_CACHE', 'SystemRoot'];

type Outcome = Answer | { readonly stopped: string };

/** Makes views in processes, which are started when the first page comes. */
export class ViewProcesses {
  readonly #deadlineMs: number;
  readonly #maxMemoryMb: number;
  readonly #idle = new Set<ChildProcess>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /** `deadlineMs` is for one page; a page that takes longer is tried once more without looking for its article. */
  constructor(deadlineMs: number, maxMemoryMb: number) {
    this.#deadlineMs = deadlineMs;
    this.#maxMemoryMb = maxMemoryMb;
  }

  /**
   * @throws {FetchError} `too_large` when the page takes too long or too much memory, and what views fail with; the
   *   reason of the signal.
   */
  async read(job: ViewJob, signal: AbortSignal): Promise<View> {
    const first = await this.#take(job, signal);
    const outcome =
      'stopped' in first && job.simplify ? await this.#take({ ...job, simplify: false }, signal) : first;
    if ('view' in outcome) return outcome.view;
    if ('failure' in outcome) throw FetchError.from(outcome.failure);
    throw new FetchError('too_large', outcome.stopped, { hint: 'Call again with raw: true for its source.' });
  }

  /** Ends the processes that have nothing to do. */
  close(): void {
    for (const child of this.#idle) child.kill('SIGKILL');
    this.#idle.clear();
  }

  async #take(job: ViewJob, signal: AbortSignal): Promise<Outcome> {
    await this.#turn(signal);
    try {
      const [idle] = this.#idle;
      if (idle !== undefined) this.#idle.delete(idle);
      const child = idle ?? (await this.#start());
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#deadlineMs)]);
      const outcome = await ask(child, job, deadline);
      if (!('stopped' in outcome)) this.#keep(child);
      signal.throwIfAborted();
      return outcome;
    } finally {
      this.#running -= 1;
      this.#wake();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#running >= MAX_PROCESSES) {
      const { promise, resolve } = turn();
      this.#waiting.add(resolve);
      signal.addEventListener('abort', resolve, { once: true });
      await promise;
      this.#waiting.delete(resolve);
      signal.removeEventListener('abort', resolve);
      // The turn may have been given to it just before.
      if (signal.aborted) this.#wake();
      signal.throwIfAborted();
    }
    this.#running += 1;
  }

  #wake(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }

  async #start(): Promise<ChildProcess> {
    const { fork } = await import('node:child_process');
    const child = fork(SCRIPT, [], {
      execArgv: [`--max-old-space-size=${this.#maxMemoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
    });
    child.once('exit', () => this.#idle.delete(child));
    // Of an idle one; the call that waits for one that is busy listens too.
    child.on('error', () => this.#idle.delete(child));
    return child;
  }

  #keep(child: ChildProcess): void {
    this.#idle.add(child);
    setTimeout(() => {
      if (this.#idle.delete(child)) child.kill('SIGKILL');
    }, IDLE_MS).unref();
  }
}

const turn = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

// While it has nothing to do, it does not keep the server from ending.
const ask = (child: ChildProcess, job: ViewJob, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', onError);
      child.unref();
      child.channel?.unref();
      end();
    };
    const onMessage = (answer: unknown): void => settle(() => resolve(answer as Answer));
    const onExit = (): void =>
      settle(() => resolve({ stopped: `The page ${job.url} needs too much memory to be read.` }));
    const onAbort = (): void =>
      settle(() => {
        child.kill('SIGKILL');
        resolve({ stopped: `The page ${job.url} takes too long to be read.` });
      });
    const onError = (error: Error): void => settle(() => reject(error));
    child.ref();
    child.channel?.ref();
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.on('error', onError);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    // When it cannot be sent, the process has ended, or is about to.
    else child.send(job, () => {});
  });
