// Runs statements that write, one after the other, and counts what each of them did.
import type { Statement } from 'better-sqlite3';
import { CHANGES } from '../sql/read-gate.ts';
import { toJson, toParameters } from '../sql/value.ts';
import { checkWriteCompiled, type WriteStatement } from '../sql/write-gate.ts';
import type { RowLimits, Rows, Sql, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { bind, collect, query as readQuery } from './read.ts';

/** A batch of the same statements has few; one of literal values would only fill the memory. */
const MOST_COMPILED = 64;
const LEAST_CHARS = 1000;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

/** One task of writing. Equal statements are compiled once; all rows together are bounded. */
export class WriteRun {
  readonly #connection: Connection;
  readonly #limits: RowLimits;
  readonly #compiled = new Map<string, Statement>();
  readonly #counters: Statement<[], [total: bigint, changed: bigint, rowid: bigint]>;
  #charsLeft: number;
  #total: bigint;

  constructor(connection: Connection, limits: RowLimits) {
    this.#connection = connection;
    this.#limits = limits;
    this.#charsLeft = limits.maxChars;
    this.#counters = connection
      .prepare<[], [bigint, bigint, bigint]>('SELECT total_changes(), changes(), last_insert_rowid()')
      .raw()
      .safeIntegers();
    this.#total = this.#counters.get()?.[0] ?? 0n;
  }

  /** Without `writing` it is a statement that reads. */
  run(sql: Sql, writing: WriteStatement | undefined): WriteResult {
    if (writing === undefined) {
      const returning = this.#bounded((limits) => readQuery(this.#connection, { sql, limits }));
      return { affectedRows: 0, returning };
    }
    const statement = this.#compile(sql.query, writing);
    const parameters = toParameters(sql.query, sql.params);
    if (statement.reader) {
      const returning = this.#bounded((limits) => collect(statement, parameters, limits));
      return { ...this.#counted(writing), returning };
    }
    bind(parameters, (...bound) => statement.run(...bound));
    return this.#counted(writing);
  }

  #compile(query: string, writing: WriteStatement): Statement {
    let statement = this.#compiled.get(query);
    if (statement === undefined) {
      statement = this.#connection.prepare(query);
      checkWriteCompiled(statement, writing);
      if (this.#compiled.size < MOST_COMPILED) this.#compiled.set(query, statement);
    }
    return statement;
  }

  #bounded(read: (limits: RowLimits) => Rows): Rows {
    const rows = read({ ...this.#limits, maxChars: Math.max(this.#charsLeft, LEAST_CHARS) });
    this.#charsLeft -= rows.json.length;
    return rows;
  }

  /** Asks SQLite what the last statement changed. */
  #counted({ verb }: WriteStatement): WriteResult {
    const [total, changed, rowid] = this.#counters.get() ?? [0n, 0n, 0n];
    const all = total - this.#total;
    this.#total = total;
    // changes() still tells of the statement before when this one changes no rows itself, like DROP of a table with some.
    const rows = all === 0n || !CHANGES.has(verb) ? 0n : changed;
    return {
      affectedRows: Number(rows),
      ...(all === rows ? {} : { allAffectedRows: Number(all) }),
      ...(rows > 0n && INSERTING.has(verb) ? { lastInsertRowid: toJson(rowid, MAX_DIGITS) } : {}),
    };
  }
}
