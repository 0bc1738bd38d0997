// The driver on better-sqlite3.
import { createRequire } from 'node:module';
import type { Parameters, SqlValue } from '../sql/value.ts';
import type { Connection, Driver, OpenOptions, Statement } from './driver.ts';

interface NativeStatement {
  readonly readonly: boolean;
  readonly reader: boolean;
  raw(on: boolean): this;
  safeIntegers(on: boolean): this;
  columns(): { readonly name: string; readonly table: string | null; readonly type: string | null }[];
  iterate(...parameters: unknown[]): IterableIterator<SqlValue[]>;
  run(...parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: bigint };
}

interface NativeDatabase {
  readonly inTransaction: boolean;
  prepare(sql: string): NativeStatement;
  close(): void;
}

type NativeClass = new (
  path: string,
  options: { readonly: boolean; fileMustExist: boolean; timeout: number },
) => NativeDatabase;

const isList = (parameters: Parameters): parameters is readonly SqlValue[] => Array.isArray(parameters);

/**
 * Binds and starts. To better-sqlite3 a parameter with a number, like `?1`, has a name, so a list that does not fit is
 * tried as names. Nothing has run when it does not fit.
 */
const bind = <T>(parameters: Parameters, start: (...bound: unknown[]) => T): T => {
  if (!isList(parameters)) return Object.keys(parameters).length === 0 ? start() : start(parameters);
  try {
    return start(...parameters);
  } catch (error) {
    if (!(error instanceof RangeError) || parameters.length === 0) throw error;
    try {
      return start(Object.fromEntries(parameters.map((value, index) => [index + 1, value])));
    } catch (second) {
      throw second instanceof RangeError ? error : second;
    }
  }
};

const toStatement = (native: NativeStatement): Statement => {
  native.safeIntegers(true);
  if (native.reader) native.raw(true);
  return {
    readonly: native.readonly,
    reader: native.reader,
    columns: () => native.columns(),
    rows: (parameters) => bind(parameters, (...bound) => native.iterate(...bound)),
    run: (parameters) => {
      const { changes: rows, lastInsertRowid } = bind(parameters, (...bound) => native.run(...bound));
      return { rows, lastInsertRowid };
    },
  };
};

/** @throws when the native module does not fit this machine. */
export const loadBetterSqlite3 = (): Driver => {
  const NativeDatabase = createRequire(import.meta.filename)('better-sqlite3') as NativeClass;
  // The native part is only loaded with the first database.
  new NativeDatabase(':memory:', { readonly: false, fileMustExist: false, timeout: 0 }).close();
  return {
    name: 'better-sqlite3',
    open: (path: string, { readonly, busyMs }: OpenOptions): Connection => {
      const native = new NativeDatabase(path, { readonly, fileMustExist: true, timeout: busyMs });
      return {
        get isInTransaction() {
          return native.inTransaction;
        },
        prepare: (sql) => toStatement(native.prepare(sql)),
        close: () => native.close(),
      };
    },
  };
};
