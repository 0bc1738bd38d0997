// One process of a database, as the server sees it.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { endedByItself, SqlFailure, tookTooLong } from './sql/failure.ts';
import type { AnswerOf, ProcessOptions, Reply, RowProgress, Task } from './tasks.ts';

const MEMORY_MB_OF_JAVASCRIPT = 256;

/** The longest time for a process to start. */
const START_MS = 20_000;

// Beside this source in a checkout, beside the bundle in the package.
const script = ['child/sqlite-child.ts', 'sqlite-child.cjs']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path));

// Where temporary files go, and what Windows needs to start anything.
const PASSED = ['TMPDIR', 'TEMP', 'TMP', 'SQLITE_TMPDIR', 'SystemRoot'];

/** How a task ends early, and who hears of its progress. */
export interface TaskLimits {
  /** Milliseconds. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly onRows?: (progress: RowProgress) => void;
}

/** One process. It does one task at a time. */
export class SqliteProcess {
  readonly #child: ChildProcess;
  #isAlive = true;
  #isReady = false;
  #running: { reply(reply: Reply): void; reject(reason: unknown): void } | undefined;

  constructor(options: ProcessOptions) {
    if (script === undefined) throw new Error('the script of the database process is missing');
    this.#child = fork(script, [JSON.stringify(options)], {
      env: Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
      execArgv: [`--max-old-space-size=${MEMORY_MB_OF_JAVASCRIPT}`],
      // Carries bytes and integers of any size.
      serialization: 'advanced',
      // Nothing is written to its stdin: it tells the process when the server is gone.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    const ended = (reason: unknown): void => {
      this.#isAlive = false;
      this.#running?.reject(endedByItself(reason));
    };
    this.#child.on('error', (error) => ended(error.message));
    this.#child.on('exit', (code, signal) => ended(signal ?? code));
    this.#child.on('message', (reply: Reply) => {
      this.#isReady = true;
      this.#running?.reply(reply);
    });
    this.#child.stdin?.on('error', () => undefined);
    // An idle process does not keep the server from ending. While it does a task, the timer of the deadline does.
    this.#child.unref();
    for (const part of [this.#child.channel, this.#child.stdin as Socket | null]) release(part);
  }

  /** Whether it can take a task. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Lets it close the database and end. */
  end(): void {
    this.#isAlive = false;
    if (this.#child.connected) this.#child.disconnect();
  }

  /**
   * Does a task. The process is killed when it takes too long or is cancelled.
   *
   * @throws {SqlFailure} when the task fails, takes too long or needs too much memory.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, { deadlineMs, signal, onRows }: TaskLimits): Promise<AnswerOf<T>> {
    signal.throwIfAborted();
    const kill = (reason: unknown): void => {
      this.#isAlive = false;
      this.#child.kill('SIGKILL');
      this.#running?.reject(reason);
    };
    // How long the process needs to start is not the fault of the query.
    const wait = (ms: number): NodeJS.Timeout => setTimeout(() => kill(tookTooLong(deadlineMs)), ms);
    let timer = wait(this.#isReady ? deadlineMs : deadlineMs + START_MS);
    const onAbort = (): void => kill(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise<AnswerOf<T>>((resolve, reject) => {
        const reply = (given: Reply): void => {
          if (given.kind === 'progress') return onRows?.(given);
          if (given.kind === 'answer') return resolve(given.answer as AnswerOf<T>);
          if (given.kind === 'failure')
            return reject(new SqlFailure(given.failure.code, given.failure.message, given.failure.hint));
          clearTimeout(timer);
          timer = wait(deadlineMs);
        };
        this.#running = { reply, reject };
        this.#child.send(task);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#running = undefined;
    }
  }
}

/** Lets the server end although the channel or pipe is open. Those of Bun do so anyway, and have no `unref`. */
const release = (part: { readonly unref?: () => unknown } | null | undefined): void => {
  part?.unref?.();
};
