// The databases of the command line, and how tools reach them.
import { ToolError, type Context } from '@mcp/runtime';
import type { ConfirmMode } from '@mcp/runtime/cli';
import { Executor } from './executor.ts';
import type { Rows } from './rows.ts';
import type { RowLimits, Sql, Versions, WriteAnswer, WriteTask } from './tasks.ts';
import type { DatabaseFile, Options } from './options.ts';
import { SqlFailure } from './sql/failure.ts';

/** One database. Failures are `ToolError`s that say what to do. */
export interface Database {
  readonly name: string;
  readonly isWritable: boolean;
  /** Reads in one transaction. Without limits: all that an answer may have. */
  read(statements: readonly Sql[], ctx: Context, limits?: Partial<RowLimits>): Promise<readonly Rows[]>;
  write(task: Omit<WriteTask, 'kind' | 'limits'>, ctx: Context): Promise<WriteAnswer>;
  versions(): Promise<Versions>;
}

export interface Databases {
  readonly all: readonly Database[];
  readonly limits: RowLimits;
  readonly confirm: ConfirmMode;
  /** @throws {ToolError} when there is none of that name, or there are several and none is named. */
  find(name: string | undefined): Database;
  /** Starts the processes for reading. */
  warm(): void;
  close(): void;
}

export const openDatabases = (options: Options): Databases => {
  const limits = { maxRows: options.maxRows, maxBytes: options.maxOutputBytes, skip: 0 };
  const opened = options.files.map((file) => openDatabase(file, options, limits));
  const all = opened.map(({ database }) => database);
  return {
    all,
    limits,
    confirm: options.confirm,
    find: (name) => find(all, name),
    warm: () => opened.forEach(({ executor }) => executor.warm()),
    close: () => opened.forEach(({ executor }) => executor.close()),
  };
};

const find = (all: readonly Database[], name: string | undefined): Database => {
  const found = name === undefined && all.length === 1 ? all[0] : all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name).join(', ');
  throw new ToolError(
    name === undefined
      ? `There are several databases. Name one as database: ${names}.`
      : `There is no database ${JSON.stringify(name)}. Databases: ${names}.`,
  );
};

const openDatabase = (
  { name, path, isWritable }: DatabaseFile,
  { driver, allowAttach, timeoutMs, maxMemory, backupDirectory }: Options,
  limits: RowLimits,
): { readonly database: Database; readonly executor: Executor } => {
  const executor = new Executor({ path, isWritable, driver, allowAttach, deadlineMs: timeoutMs, maxMemory });
  const database: Database = {
    name,
    isWritable,
    read: (statements, ctx, special) =>
      working(ctx, timeoutMs, () =>
        executor.read({ kind: 'read', statements, limits: { ...limits, ...special } }, ctx.signal),
      ),
    write: (task, ctx) => {
      if (!isWritable) throw new ToolError(`The database ${name} may only be read.`);
      const backup = backupDirectory === undefined ? {} : { backupDirectory };
      return working(ctx, timeoutMs, () =>
        executor.write({ kind: 'write', limits, ...backup, ...task }, ctx.signal),
      );
    },
    versions: () => executor.read({ kind: 'versions' }, NEVER),
  };
  return { database, executor };
};

const NEVER = new AbortController().signal;
const KILLED: ReadonlySet<string> = new Set(['timeout', 'out_of_memory']);
const PROGRESS_MS = 1000;

/** Tells how long it takes, and turns failures into errors that the model can read. */
const working = async <T>(ctx: Context, timeoutMs: number, work: () => Promise<T>): Promise<T> => {
  let seconds = 0;
  const tell = (): void => ctx.progress(++seconds, Math.ceil(timeoutMs / 1000), 'The query is running');
  const timer = setInterval(tell, PROGRESS_MS);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error;
    if (KILLED.has(error.code)) ctx.log('warning', { killed: error.code }, 'executor');
    throw toToolError(error);
  } finally {
    clearInterval(timer);
  }
};

const HINTS: { readonly [code: string]: string } = {
  SQLITE_BUSY: ' Another process has locked it. Try again later.',
  SQLITE_LOCKED: ' Try again later.',
  SQLITE_NOTADB: ' It may be encrypted, or not a SQLite database at all.',
  SQLITE_CORRUPT: ' The file is damaged. Tell the user.',
  SQLITE_READONLY_R: ' A program was killed while it wrote. Who may write must open the database once.',
  SQLITE_READONLY: ' The database may only be read.',
  SQLITE_CANTOPEN: ' Its permissions, or those of its directory, forbid it.',
};

// Drivers have no code for these.
const WRONG_PARAMETERS = /parameter values|named parameter|column index out of range/;
const PARAMETERS_HINT =
  ' Give as params a list with one value for each ?, or an object with one for each :name.';

/** A failure in the words of the official server, and what to do. Never with the path of the file. */
export const toToolError = ({ code, message }: Pick<SqlFailure, 'code' | 'message'>): ToolError => {
  const isOfDriver = code !== 'invalid_params' && WRONG_PARAMETERS.test(message);
  const known = Object.entries(HINTS).find(([start]) => code.startsWith(start))?.[1] ?? '';
  const hint = isOfDriver ? PARAMETERS_HINT : known;
  const kind = code.startsWith('SQLITE_') && !isOfDriver ? 'Database error' : 'Error';
  return new ToolError(`${kind}: ${message}${hint === '' ? '' : `.${hint}`}`);
};
