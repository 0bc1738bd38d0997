// One process of a database, as the server sees it.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SqlFailure } from '../sql/refusal.ts';
import type { AnswerOf, ProcessOptions, Reply, Task } from './task.ts';

const MEMORY_MB_OF_JAVASCRIPT = 256;

/** The longest time for a process to start. */
const START_MS = 20_000;

// Beside this source in a checkout, beside the bundle in the package.
const script = ['sqlite-process.ts', 'sqlite-process.cjs']
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

/** One process. It does one task at a time. */
export class SqliteProcess {
  readonly #child: ChildProcess;
  #isAlive = true;
  #isReady = false;

  constructor(options: ProcessOptions) {
    if (script === undefined) throw new Error('the script of the database process is missing');
    this.#child = fork(script, [JSON.stringify(options)], {
      execArgv: [`--max-old-space-size=${MEMORY_MB_OF_JAVASCRIPT}`],
      env: environment(),
      // Its stdin is never written: it tells the process when the server is gone.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    this.#child.on('error', () => (this.#isAlive = false));
    this.#child.on('exit', () => (this.#isAlive = false));
    this.#child.once('message', () => (this.#isReady = true));
    this.#child.stdin?.on('error', () => undefined);
    (this.#child.stdin as unknown as { unref(): void } | null)?.unref();
    this.#hold(false);
  }

  /** Whether it can take a task. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** An idle process does not keep the server from ending. */
  #hold(on: boolean): void {
    if (on) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /** Ends it, whatever it does. */
  kill(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
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
  run<T extends Task>(task: T, { deadlineMs, signal }: Ending): Promise<AnswerOf<T>> {
    const { promise, resolve, reject } = promiseParts<AnswerOf<T>>();
    const fail = (reason: unknown): void => {
      this.kill();
      reject(reason);
    };
    const onAbort = (): void => fail(signal.reason);
    const onExit = (code: unknown, killedBy: unknown): void => fail(endedByItself(code, killedBy));
    const onMessage = (reply: Reply): void => {
      if ('ready' in reply) timer = endAfter(deadlineMs);
      else if ('answer' in reply) resolve(reply.answer as AnswerOf<T>);
      else reject(new SqlFailure(reply.failure.code, reply.failure.message));
    };
    // How long the process needs to start is not the fault of the query.
    const endAfter = (ms: number): NodeJS.Timeout => {
      clearTimeout(timer);
      return setTimeout(() => fail(tookTooLong(ms)), ms);
    };
    let timer: NodeJS.Timeout | undefined;
    timer = endAfter(this.#isReady ? deadlineMs : deadlineMs + START_MS);
    this.#hold(true);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#child.once('exit', onExit).once('error', onExit).on('message', onMessage);
    this.#child.send(task, (error) => error !== null && fail(endedByItself(error.message, null)));
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#child.off('exit', onExit).off('error', onExit).off('message', onMessage);
      this.#hold(false);
    });
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

const endedByItself = (code: unknown, killedBy: unknown): SqlFailure => {
  const reason = killedBy ?? code;
  if (!BY_MEMORY.has(reason)) {
    const text = `The process of the database ended unexpectedly: ${String(reason)}. Tell the operator.`;
    return new SqlFailure('process', text);
  }
  return new SqlFailure(
    'out_of_memory',
    'The query was stopped because it needed too much memory. Read less at once.',
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
