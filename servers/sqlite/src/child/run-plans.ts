// Runs statements that write, one after the other, and counts what each of them did.
import type { Statement } from 'better-sqlite3';
import { CHANGES } from '../sql/read-gate.ts';
import { toBindings, toJson, type JsonValue } from '../sql/value.ts';
import { checkWriteCompiled, type WriteStatement } from '../sql/write-gate.ts';
import type { Column, RowLimits, Rows, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import type { Plan } from './plan.ts';
import { collect, query as readQuery } from './read.ts';

/** A batch of the same statements has few; one of literal values would only fill the memory. */
const MOST_COMPILED = 64;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

/** Runs the statements. Equal ones are compiled once; the rows of all together are bounded. */
export function* runPlans(
  connection: Connection,
  plans: readonly Plan[],
  { maxRows, maxChars }: RowLimits,
): Generator<WriteResult, void> {
  const compile = compiler(connection);
  const count = counter(connection);
  let charsLeft = maxChars;
  for (const { sql, writing } of plans) {
    const limits = { maxRows, maxChars: charsLeft };
    let rows: Rows | undefined;
    if (writing === undefined) rows = readQuery(connection, sql, limits);
    else {
      const statement = compile(sql.query, writing);
      const bindings = toBindings(sql.query, sql.params);
      if (statement.reader) rows = collect(statement, bindings, limits);
      else statement.run(...bindings);
    }
    charsLeft -= rows?.rows.length ?? 0;
    yield { ...count(writing), ...(rows === undefined ? {} : { returning: parse(rows) }) };
  }
}

const compiler = (connection: Connection) => {
  const compiled = new Map<string, Statement>();
  return (query: string, writing: WriteStatement): Statement => {
    const known = compiled.get(query);
    if (known !== undefined) return known;
    const statement = connection.prepare(query);
    checkWriteCompiled(statement, writing);
    if (compiled.size < MOST_COMPILED) compiled.set(query, statement);
    return statement;
  };
};

/** Asks SQLite what the last statement changed. */
const counter = (connection: Connection) => {
  const counters = connection
    .prepare<[], [bigint, bigint, bigint]>('SELECT total_changes(), changes(), last_insert_rowid()')
    .raw()
    .safeIntegers();
  let before = counters.get()?.[0] ?? 0n;
  return (writing: WriteStatement | undefined): WriteResult => {
    const [total, changed, rowid] = counters.get() ?? [0n, 0n, 0n];
    const all = total - before;
    before = total;
    // changes() still tells of the statement before when this one changes no rows itself, like DROP of a table with some.
    const rows = all === 0n || !CHANGES.has(writing?.verb ?? '') ? 0n : changed;
    const isInsert = rows > 0n && INSERTING.has(writing?.verb ?? '');
    return {
      affectedRows: Number(rows),
      ...(all === rows ? {} : { allAffectedRows: Number(all) }),
      ...(isInsert ? { lastInsertRowid: toJson(rowid, MAX_DIGITS) } : {}),
    };
  };
};

const parse = ({ columns, rows }: Rows): NonNullable<WriteResult['returning']> => ({
  columns: JSON.parse(columns) as Column[],
  rows: JSON.parse(rows) as JsonValue[][],
});
