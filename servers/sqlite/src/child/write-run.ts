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

  run({ sql, writing }: Plan): WriteResult {
    const limits = { ...this.#limits, maxChars: Math.max(this.#charsLeft, LEAST_CHARS) };
    if (writing === undefined)
      return { affectedRows: 0, returning: this.#returned(readQuery(this.#connection, sql, limits)) };
    const statement = this.#compile(sql.query, writing);
    const bindings = toBindings(sql.query, sql.params);
    if (!statement.reader) {
      statement.run(...bindings);
      return this.#counted(writing);
    }
    const returning = this.#returned(collect(statement, bindings, limits));
    return { ...this.#counted(writing), returning };
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

  #returned({ columns, rows }: Rows): NonNullable<WriteResult['returning']> {
    this.#charsLeft -= rows.length;
    return { columns: JSON.parse(columns) as Column[], rows: JSON.parse(rows) as JsonValue[][] };
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
