// Examples for the dry run of an UPDATE: some of its rows as they are, and as they would be.
import { toBindings } from '../sql/bindings.ts';
import { quoteName } from '../sql/name.ts';
import { startOf } from '../sql/read-gate.ts';
import { toPart, wordOf } from '../sql/tokens.ts';
import { toJson, type JsonValue, type SqlValue } from '../sql/value.ts';
import type { Examples, Sql } from '../tasks.ts';
import type { Connection } from './connection.ts';

const MOST_ROWS = 3;
const MOST_CHARACTERS = 100;
/** UPDATE OR IGNORE main.t */
const TOKENS_TO_TABLE = 6;

/** Undefined for a statement that is not an UPDATE of a table with rowids, or that returns rows itself. Changes nothing. */
export const examplesOf = (connection: Connection, { query, params }: Sql): Examples | undefined => {
  const table = tableOf(query);
  if (table === undefined) return undefined;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const update = connection
      .prepare(`${toPart(query)} RETURNING rowid, *`)
      .raw()
      .safeIntegers();
    const columns = update.columns().map(({ name }) => name);
    const changed: SqlValue[][] = [];
    for (const row of update.iterate(...toBindings(query, params)) as Iterable<SqlValue[]>) {
      changed.push(row);
      if (changed.length === MOST_ROWS) break;
    }
    connection.exec('ROLLBACK');
    const read = connection.prepare(`SELECT rowid, * FROM ${table} WHERE rowid = ?`).raw().safeIntegers();
    const pairs = changed.flatMap((after) => {
      const before = read.get(after[0]) as SqlValue[] | undefined;
      return before === undefined ? [] : [{ before: toShown(before), after: toShown(after) }];
    });
    return pairs.length === 0 ? undefined : { columns: columns.slice(1), pairs };
  } catch {
    return undefined;
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
};

const toShown = ([, ...row]: readonly SqlValue[]): JsonValue[] =>
  row.map((value) => toJson(value, MOST_CHARACTERS));

const tableOf = (query: string): string | undefined => {
  const [verb, ...rest] = startOf(query, TOKENS_TO_TABLE);
  if (wordOf(verb) !== 'UPDATE') return undefined;
  const [first, second, third] = wordOf(rest[0]) === 'OR' ? rest.slice(2) : rest;
  const name = second?.text === '.' ? third : first;
  return name === undefined ? undefined : quoteName(name.raw ?? name.text.replaceAll('""', '"'));
};
