// The driver on node:sqlite, for machines that better-sqlite3 has no native module for.
import { SqlFailure } from '../sql/failure.ts';
import { tokens } from '../sql/tokens.ts';
import type { Parameters, SqlValue } from '../sql/value.ts';
import type { ColumnSource, Connection, Driver, Statement } from './driver.ts';

interface NativeStatement {
  readonly sourceSQL: string;
  setReadBigInts(on: boolean): void;
  setReturnArrays(on: boolean): void;
  columns(): ColumnSource[];
  iterate(...parameters: unknown[]): Iterable<SqlValue[]>;
  all(...parameters: unknown[]): { readonly [column: string]: unknown }[];
  run(...parameters: unknown[]): unknown;
}

interface NativeDatabase {
  readonly isTransaction: boolean;
  prepare(sql: string): NativeStatement;
  close(): void;
}

interface Native {
  readonly DatabaseSync: new (path: string, options: object) => NativeDatabase;
  readonly StatementSync: { readonly prototype: Partial<NativeStatement> };
}

/** @throws when this Node.js has no node:sqlite, or one that cannot do what is needed. */
export const loadNodeSqlite = (): Driver => {
  const native = process.getBuiltinModule('node:sqlite') as unknown as Native | undefined;
  if (native?.StatementSync.prototype.setReturnArrays === undefined)
    throw new Error(`node:sqlite of Node.js ${process.version} cannot do what is needed`);
  const { DatabaseSync } = native;
  return {
    name: 'node',
    open: (path, { readonly, busyMs }) => {
      const options = { readOnly: readonly, timeout: busyMs, defensive: true, allowExtension: false };
      return toConnection(translated(() => new DatabaseSync(path, options)));
    },
  };
};

const toConnection = (native: NativeDatabase): Connection => ({
  get isInTransaction() {
    return native.isTransaction;
  },
  prepare: (sql) => translated(() => toStatement(native, sql)),
  close: () => native.close(),
});

const toStatement = (native: NativeDatabase, sql: string): Statement => {
  const statement = native.prepare(sql);
  for (const { text } of tokens(sql.slice(statement.sourceSQL.length)))
    if (text !== ';') throw new RangeError('The supplied SQL string contains more than one statement');
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns();
  const code = byteCode(native, sql);
  return {
    readonly: !code.some(({ opcode, p2 }) => opcode === 'Transaction' && p2 !== 0),
    reader: columns.length > 0,
    columns: () => columns,
    rows: (parameters) => translatedRows(() => statement.iterate(...toArguments(parameters, code))),
    run: (parameters) => {
      // It tells the changes of the statement before when this one makes none.
      translated(() => statement.run(...toArguments(parameters, code)));
      return undefined;
    },
  };
};

/** What SQLite would do. Explaining does not run it; pragmas, which it would run, have been checked before. */
const byteCode = (native: NativeDatabase, sql: string): { readonly [column: string]: unknown }[] => {
  const [first] = tokens(sql);
  return first?.text === 'EXPLAIN' ? [] : native.prepare(`EXPLAIN ${sql}`).all();
};

/** Parameters that are not bound would be NULL. */
const toArguments = (
  parameters: Parameters,
  code: readonly { readonly [column: string]: unknown }[],
): readonly unknown[] => {
  const count = Math.max(
    0,
    ...code.filter(({ opcode }) => opcode === 'Variable').map(({ p1 }) => Number(p1)),
  );
  if (!Array.isArray(parameters)) {
    // Names that the statement does not have are refused, so with enough names none is missing.
    if (Object.keys(parameters).length < count) throw new RangeError('Missing named parameters');
    return [parameters];
  }
  const values = parameters as readonly SqlValue[];
  if (values.length < count) throw new RangeError('Too few parameter values were provided');
  return values;
};

const CODES: { readonly [errcode: number]: string } = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  11: 'SQLITE_CORRUPT',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  264: 'SQLITE_READONLY_RECOVERY',
  776: 'SQLITE_READONLY_ROLLBACK',
  1288: 'SQLITE_READONLY_CANTINIT',
};

/** The errors of node:sqlite with the codes that SQLite has for them. */
const translate = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const errcode = Number(error.errcode);
  return new SqlFailure(CODES[errcode] ?? CODES[errcode & 0xff] ?? 'SQLITE_ERROR', error.message);
};

const translated = <T>(action: () => T): T => {
  try {
    return action();
  } catch (error) {
    throw translate(error);
  }
};

function* translatedRows(start: () => Iterable<SqlValue[]>): Generator<readonly SqlValue[], void> {
  try {
    yield* start();
  } catch (error) {
    throw translate(error);
  }
}
