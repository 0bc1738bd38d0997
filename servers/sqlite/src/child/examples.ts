// Examples: some rows of a dry run of an UPDATE, before and after.
import { toBindings } from '../sql/bindings.ts';
import { quoteName } from '../sql/name.ts';
import { startOf } from '../sql/read-check.ts';
import { toPart, wordOf } from '../sql/tokens.ts';
import { toJson, type JsonValue, type SqlValue } from '../sql/value.ts';
import type { Sql } from '../tasks.ts';
import type { Connection } from './connection.ts';

const MOST_ROWS = 3;
const MOST_CHARACTERS = 100;

/** Returns undefined for anything but one UPDATE without RETURNING of a table with rowids. Changes nothing. */
export const examplesOf = (connection: Connection, statements: readonly Sql[]): object | undefined => {
  const [{ query, params } = { query: '' }, ...others] = statements;
  if (others.length > 0 || wordOf(startOf(query, 1)[0]) !== 'UPDATE') return undefined;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const update = connection
      .prepare(`${toPart(query)} RETURNING rowid, *`)
      .raw()
      .safeIntegers();
    const [rowid, ...columns] = update.columns();
    const changed: SqlValue[][] = [];
    for (const row of update.iterate(...toBindings(query, params)) as Iterable<SqlValue[]>)
      if (changed.push(row) === MOST_ROWS) break;
    connection.exec('ROLLBACK');
    const table = quoteName(rowid?.table ?? '');
    const read = connection.prepare(`SELECT rowid, * FROM ${table} WHERE rowid = ?`).raw().safeIntegers();
    const pairs = changed.flatMap((after) => {
      const before = read.get(after[0]) as SqlValue[] | undefined;
      return before === undefined ? [] : [{ before: toShown(before), after: toShown(after) }];
    });
    return pairs.length === 0 ? undefined : { columns: columns.map(({ name }) => name), pairs };
  } catch {
    return undefined;
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
};

const toShown = ([, ...row]: readonly SqlValue[]): JsonValue[] =>
  row.map((value) => toJson(value, MOST_CHARACTERS));
