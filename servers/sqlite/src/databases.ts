// Databases: the databases of the command line. SQLite runs in separate processes.
import type * as Files from '@mcp/files';
import { ToolError, type Context } from '@mcp/runtime';
import { clientOf } from '@mcp/limited-work/client-of';
import { Budget } from '@mcp/limited-work/budget';
import { ChangeWatch } from './change-watch.ts';
import { toToolError } from './errors.ts';
import type { DatabaseFile, Options } from './options.ts';
import { ProcessPool, type Job } from './pool.ts';
import { SqlFailure } from './sql/failure.ts';
import { showName } from './sql/name.ts';
import { schemasIn } from './sql/tokens.ts';
import type { AnswerOf, Answers, OwnSql, QueryTask, RowLimits, RowProgress, Sql, Task } from './tasks.ts';
import { Writes } from './writes.ts';

const MAX_READERS = 8;
const MAX_TRANSFERS = 4;
const PROGRESS_MS = 1000;

const NEVER = new AbortController().signal;

/** A killed writer left an unfinished transaction, which only a writer may roll back. */
const NEEDS_RECOVERY = /^SQLITE_READONLY_(?:ROLLBACK|RECOVERY|CANTINIT)$/;

/** One database, with read-only processes and one that writes. Failures are `ToolError`s that say what to do. */
export class Database {
  readonly name: string;
  readonly isWritable: boolean;
  /** Notifies listeners of changes. */
  readonly changes = new ChangeWatch(this);
  readonly #options: Options;
  readonly #readers: ProcessPool;
  readonly #writer: ProcessPool;
  readonly writes: Writes;

  constructor(file: DatabaseFile, options: Options) {
    const { name, path, isWritable } = file;
    this.name = name;
    this.isWritable = isWritable;
    this.#options = options;
    this.#readers = new ProcessPool({ ...options.process, path, readonly: true }, MAX_READERS);
    // SQLite has one writer at a time.
    this.#writer = new ProcessPool({ ...options.process, path, readonly: false }, 1);
    this.writes = new Writes(file, options.confirm, (task, ctx) => this.#run(this.#writer, task, ctx));
  }

  /** Runs a read-only query of a client. The limits default to those of an answer. */
  query(query: Omit<QueryTask, 'kind'>, ctx: Context): Promise<Answers['query']> {
    const attach = namedIn(this.#options, query.query);
    return this.#run(this.#readers, { kind: 'query', ...query, attach }, ctx);
  }

  /** Runs read-only statements of the server in one transaction. */
  catalog(statements: readonly OwnSql[], ctx: Context): Promise<Answers['catalog']> {
    return this.#run(this.#readers, { kind: 'catalog', statements }, ctx);
  }

  /** Returns columns like `orders(customer)` that an index would help. */
  advise(query: Sql, ctx: Context): Promise<Answers['advice']> {
    return this.#run(this.#readers, { kind: 'advice', ...query }, ctx);
  }

  /** Numbers that change with the data and the schema. */
  versions(): Promise<Answers['versions']> {
    return this.#run(this.#readers, { kind: 'versions' });
  }

  /** Starts the process for reading, if none runs. */
  warm(): void {
    this.#readers.warm();
  }

  close(): void {
    this.#readers.close();
    this.#writer.close();
  }

  /** Runs a task and reports its progress to the client. */
  async #run<T extends Task>(pool: ProcessPool, task: T, ctx?: Context): Promise<AnswerOf<T>> {
    const { timeoutMs: deadlineMs } = this.#options;
    let seconds = 0;
    const timer = setInterval(() => {
      ctx?.progress(++seconds, Math.ceil(deadlineMs / 1000), 'The query is running');
    }, PROGRESS_MS);
    const onRows = ({ done, total }: RowProgress): void => {
      clearInterval(timer);
      ctx?.progress(done, total, 'Inserting rows');
    };
    const isShort = task.kind === 'catalog' || task.kind === 'versions';
    const job = { share: clientOf(ctx), isShort, deadlineMs, signal: ctx?.signal ?? NEVER, onRows };
    try {
      return await this.#attempt(pool, task, job);
    } catch (error) {
      if (!(error instanceof SqlFailure)) throw error;
      const { code } = error;
      if (code === 'timeout' || code === 'out_of_memory') ctx?.log('warning', { killed: code }, 'sqlite');
      throw toToolError(error);
    } finally {
      clearInterval(timer);
    }
  }

  async #attempt<T extends Task>(pool: ProcessPool, task: T, job: Job): Promise<AnswerOf<T>> {
    try {
      return await pool.run(task, job);
    } catch (error) {
      const isHalfDone = error instanceof SqlFailure && NEEDS_RECOVERY.test(error.code);
      if (!isHalfDone || !this.isWritable) throw error;
    }
    await this.#writer.run({ kind: 'versions' }, job);
    return pool.run(task, job);
  }
}

/** Schema names that SQLite reserves. */
const OWN_SCHEMAS: ReadonlySet<string> = new Set(['main', 'temp']);

/** Returns the databases that a query names, as in `shop.orders`, if there are several. */
const namedIn = ({ files }: Options, query: string): readonly DatabaseFile[] => {
  if (files.length === 1) return [];
  const schemas = new Set(schemasIn(query));
  return files.filter(({ name }) => schemas.has(name.toUpperCase()) && !OWN_SCHEMAS.has(name));
};

/** Work with a file. The module for files is loaded on first use. */
type Transfer<T> = (files: typeof Files, directory: string) => Promise<T>;

/** Problem and alternative if no directory for files was named. */
const OFF = {
  '--import-dir': ['Files cannot be imported.', ' Or give the rows as text.'],
  '--export-dir': ['Files cannot be saved.', ''],
} as const;

/** All databases of the command line. */
export class Databases {
  readonly options: Options;
  readonly all: readonly Database[];
  readonly names: readonly string[];
  /** Whether any of them may be changed. */
  readonly areWritable: boolean;
  /** Bounds of one answer. */
  readonly limits: RowLimits;
  /** Limits concurrent imports and exports, because the server holds their text in memory. */
  readonly #transfers = new Budget(MAX_TRANSFERS);

  constructor(options: Options) {
    this.options = options;
    this.all = options.files.map((file) => new Database(file, options));
    this.names = options.files.map(({ name }) => name);
    this.areWritable = this.all.some(({ isWritable }) => isWritable);
    this.limits = options.process.limits;
  }

  /** Returns the database of that name, or undefined. */
  named(name: string | undefined): Database | undefined {
    return this.all.find((database) => database.name === name);
  }

  /**
   * Returns the database of that name, or the first one that the query names.
   *
   * @throws {ToolError} if there is none of that name, or there are several and none is named.
   */
  find(name: string | undefined, query = ''): Database {
    // `main` is what SQLite itself calls the database of a connection.
    const isOnly = this.all.length === 1 && (name === undefined || name === 'main');
    const found = isOnly ? this.all[0] : this.named(name ?? namedIn(this.options, query)[0]?.name);
    if (found !== undefined) return found;
    const problem =
      name === undefined ? 'There are several databases.' : `There is no database ${showName(name)}.`;
    const hint = `Name one of these as database: ${this.names.join(', ')}.`;
    throw new ToolError(problem, { code: 'unknown_database', hint });
  }

  /** Returns the database of that name, or all if none is named. @throws {ToolError} if there is none of that name. */
  search(name: string | undefined): readonly Database[] {
    return name === undefined ? this.all : [this.find(name)];
  }

  /**
   * Works with a file below a directory of the operator, once a slot is free.
   *
   * @throws {ToolError} if the operator named no directory, or the file is refused.
   */
  async transfer<T>(flag: keyof typeof OFF, ctx: Context, work: Transfer<T>): Promise<T> {
    const { importDirectory, exportDirectory } = this.options;
    const directory = flag === '--import-dir' ? importDirectory : exportDirectory;
    const [problem, otherwise] = OFF[flag];
    const hint = `The user can start this server with ${flag}.${otherwise}`;
    if (directory === undefined) throw new ToolError(problem, { code: 'off', hint });
    return this.#transfers.run({ share: clientOf(ctx), signal: ctx.signal }, async () => {
      const files = await import('@mcp/files');
      try {
        return await work(files, directory);
      } catch (error) {
        if (!(error instanceof files.FileError)) throw error;
        throw new ToolError(error.problem, { code: error.code, hint: error.hint, cause: error });
      }
    });
  }

  close(): void {
    for (const database of this.all) database.close();
  }
}
