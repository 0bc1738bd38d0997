// One process of a database, as the server sees it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { SqlFailure } from './sql/failure.ts';
import { CHANNEL_FD, FrameReader, toFrame } from './frames.ts';
import { putRows } from './rows.ts';
import type { AnswerOf, ProcessOptions, Reply, Task } from './tasks.ts';

const MEMORY_MB_OF_JAVASCRIPT = 256;

/** The longest time for a process to start. */
const START_MS = 20_000;

// Beside this source in a checkout, beside the bundle in the package.
const script = ['child/sqlite-child.ts', 'sqlite-child.cjs']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path));

// Where temporary files go, and what Windows needs to start anything.
const PASSED = ['TMPDIR', 'TEMP', 'TMP', 'SQLITE_TMPDIR', 'SystemRoot'];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    PASSED.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined),
  );

/** How a task ends early. */
export interface Ending {
  /** Milliseconds. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** One task that is being done. */
interface Running {
  reply(head: Reply, parts: readonly Buffer[]): void;
  ended(reason: unknown): void;
}

/** One process. It does one task at a time. */
export class SqliteProcess {
  readonly #child: ChildProcess;
  readonly #channel: Socket;
  #isAlive = true;
  #isReady = false;
  #running: Running | undefined;

  constructor(options: ProcessOptions) {
    if (script === undefined) throw new Error('the script of the database process is missing');
    const limit = `--max-old-space-size=${MEMORY_MB_OF_JAVASCRIPT}`;
    this.#child = spawn(process.execPath, [limit, script, JSON.stringify(options)], {
      env: environment(),
      // Its stdin is never written: it tells the process when the server is gone. The last one is the channel.
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    this.#channel = this.#child.stdio[CHANNEL_FD] as Socket;
    this.#listen();
    // An idle process does not keep the server from ending. While it does a task, the timer of the deadline does.
    this.#child.unref();
    this.#channel.unref();
  }

  /** Whether it can take a task. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  #listen(): void {
    const ended = (reason: unknown): void => {
      this.#isAlive = false;
      this.#running?.ended(reason);
    };
    this.#child.on('error', (error) => ended(error.message));
    this.#child.on('exit', (code, signal) => ended(signal ?? code));
    const reader = new FrameReader();
    this.#channel.on('data', (chunk: Buffer) => {
      try {
        for (const { head, parts } of reader.push(chunk)) this.#take(head as Reply, parts);
      } catch (error) {
        this.kill();
        this.#running?.ended(error);
      }
    });
    // The end of the process tells what there is to tell.
    for (const pipe of [this.#channel, this.#child.stdin]) pipe?.on('error', () => undefined);
    (this.#child.stdin as Socket | null)?.unref();
  }

  #take(reply: Reply, parts: readonly Buffer[]): void {
    if ('ready' in reply) this.#isReady = true;
    this.#running?.reply(reply, parts);
  }

  /** Ends it, whatever it does. */
  kill(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
  }

  /** Lets it close the database and end. */
  end(): void {
    this.#isAlive = false;
    this.#channel.end();
  }

  /**
   * Does a task. The process is killed when it takes too long or is cancelled.
   *
   * @throws {SqlFailure} when the task fails, takes too long or needs too much memory.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, { deadlineMs, signal }: Ending): Promise<AnswerOf<T>> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = promiseParts<AnswerOf<T>>();
    const fail = (reason: unknown): void => {
      this.kill();
      reject(reason);
    };
    const onAbort = (): void => fail(signal.reason);
    const tooLong = (): void => fail(tookTooLong(deadlineMs));
    // How long the process needs to start is not the fault of the query.
    let timer = setTimeout(tooLong, this.#isReady ? deadlineMs : deadlineMs + START_MS);
    this.#running = {
      ended: (reason) => fail(endedByItself(reason)),
      reply: (reply, parts) => {
        if ('answer' in reply) resolve(putRows(task.kind, reply.answer, parts) as AnswerOf<T>);
        else if ('failure' in reply) reject(new SqlFailure(reply.failure.code, reply.failure.message));
        else {
          clearTimeout(timer);
          timer = setTimeout(tooLong, deadlineMs);
        }
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    for (const bytes of toFrame(task, [])) this.#channel.write(bytes);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#running = undefined;
    }
  }
}

const tookTooLong = (ms: number): SqlFailure =>
  new SqlFailure(
    'timeout',
    `The query took longer than ${ms / 1000} seconds and was stopped. ` +
      'Look at it with explain_query, read fewer rows, or ask the operator for a longer --timeout.',
  );

/** The watchdog kills with SIGKILL; V8 without memory aborts. Windows has codes only. */
const BY_MEMORY: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 1, 134]);

const endedByItself = (reason: unknown): SqlFailure => {
  if (!BY_MEMORY.has(reason)) {
    const text = `The process of the database ended unexpectedly: ${String(reason)}. Tell the operator.`;
    return new SqlFailure('process', text);
  }
  return new SqlFailure(
    'out_of_memory',
    'The query was stopped because it needed too much memory, or its process was ended from outside. ' +
      'Read less at once, or try again.',
  );
};

const promiseParts = <T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
};
