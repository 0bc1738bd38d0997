// Runs tasks on one database, outside of this process: nothing that SQLite does makes the server wait.
import { ProcessPool } from './pool.ts';
import type { Ending } from './process.ts';
import { SqlFailure } from './sql/failure.ts';
import type { AnswerOf, ProcessOptions, ReadTask, VersionsTask, WriteTask } from './tasks.ts';

/** The settings of an executor. */
export interface ExecutorOptions {
  /** The real path of the database. */
  readonly path: string;
  /** Whether anything may write to it. */
  readonly isWritable: boolean;
  readonly driver: ProcessOptions['driver'];
  readonly allowAttach: boolean;
  /** How long a task may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Queries that run at once; others wait. Default 8. */
  readonly maxReaders?: number;
  /** Bytes that a process may need. */
  readonly maxMemory: number;
}

const MAX_READERS = 8;
const MAX_BUSY_MS = 5000;

/** Who wrote before was killed. What it left half done must be undone first, which a reader may not. */
const needsRecovery = (error: unknown): boolean =>
  error instanceof SqlFailure && /^SQLITE_READONLY_(?:ROLLBACK|RECOVERY|CANTINIT)$/.test(error.code);

/** Processes that can only read, and one that writes. */
export class Executor {
  readonly #readers: ProcessPool;
  readonly #writer: ProcessPool;
  readonly #deadlineMs: number;
  readonly #isWritable: boolean;

  constructor({ maxReaders = MAX_READERS, maxMemory, ...options }: ExecutorOptions) {
    const { path, driver, allowAttach, deadlineMs } = options;
    // Locks are given up well before the deadline, so that the answer says what it was.
    const busyMs = Math.min(MAX_BUSY_MS, Math.floor(deadlineMs / 2));
    const common = { path, driver, allowAttach, busyMs, maxMemory };
    this.#readers = new ProcessPool({ ...common, readonly: true }, maxReaders);
    // SQLite has one writer at a time.
    this.#writer = new ProcessPool({ ...common, readonly: false }, 1);
    this.#deadlineMs = deadlineMs;
    this.#isWritable = options.isWritable;
  }

  /** Starts the process for reading. */
  warm(): void {
    this.#readers.warm();
  }

  /** @throws {SqlFailure} when it fails; the reason of the signal when it is cancelled. */
  async read<T extends ReadTask | VersionsTask>(task: T, signal: AbortSignal): Promise<AnswerOf<T>> {
    const ending = this.#ending(signal);
    try {
      return await this.#readers.run(task, ending);
    } catch (error) {
      if (!this.#isWritable || !needsRecovery(error)) throw error;
    }
    await this.#writer.run({ kind: 'versions' }, ending);
    return this.#readers.run(task, ending);
  }

  /** @throws {SqlFailure} when it fails; the reason of the signal when it is cancelled. */
  write(task: WriteTask, signal: AbortSignal): Promise<AnswerOf<WriteTask>> {
    return this.#writer.run(task, this.#ending(signal));
  }

  close(): void {
    this.#readers.close();
    this.#writer.close();
  }

  #ending(signal: AbortSignal): Ending {
    return { deadlineMs: this.#deadlineMs, signal };
  }
}
