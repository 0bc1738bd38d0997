// Database process: starts, controls and kills one child process.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { endedByItself, SqlFailure, tookTooLong } from './sql/failure.ts';
import type { AnswerOf, ProcessOptions, Reply, RowProgress, Task } from './tasks.ts';

const MEMORY_MB_OF_JAVASCRIPT = 256;

/** Maximum start time of a process. */
const START_MS = 20_000;

// Beside this source in a checkout, beside the bundle in the package.
const script = ['child/sqlite-child.ts', 'sqlite-child.cjs']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path));

// Locations of temporary files, and what Windows needs to start a process.
const PASSED = ['TMPDIR', 'TEMP', 'TMP', 'SQLITE_TMPDIR', 'SystemRoot'];

/** Deadline, cancellation and progress of a task. */
export interface TaskLimits {
  /** Milliseconds. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly onRows?: (progress: RowProgress) => void;
}

/** A process that runs one task at a time. */
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
      // For bytes and bigint.
      serialization: 'advanced',
      // stdin closes when the server ends, which tells the process to end.
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
    // An idle process must not keep the server alive. During a task the deadline timer does.
    this.#child.unref();
    for (const part of [this.#child.channel, this.#child.stdin as Socket | null]) release(part);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Makes it close the database and end. */
  end(): void {
    this.#isAlive = false;
    if (this.#child.connected) this.#child.disconnect();
  }

  /**
   * Runs a task. Kills the process at the deadline and on cancellation.
   *
   * @throws {SqlFailure} if the task fails, takes too long or needs too much memory.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, { deadlineMs, signal, onRows }: TaskLimits): Promise<AnswerOf<T>> {
    signal.throwIfAborted();
    const kill = (reason: unknown): void => {
      this.#isAlive = false;
      this.#child.kill('SIGKILL');
      this.#running?.reject(reason);
    };
    // The start of the process does not count.
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

/** Lets the server end although the channel or pipe is open. In Bun these have no `unref` and need none. */
const release = (part: { readonly unref?: () => unknown } | null | undefined): void => {
  part?.unref?.();
};
