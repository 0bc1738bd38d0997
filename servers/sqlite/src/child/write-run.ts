// Runs statements that write, one after the other, and counts what each of them did.
import type { Statement } from 'better-sqlite3';
import { CHANGES } from '../sql/read-gate.ts';
import { toJson, toParameters } from '../sql/value.ts';
import { checkWriteCompiled, SCHEMA, type Writing } from '../sql/write-gate.ts';
import type { RowLimits, Rows, Sql, Written } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { bind, collect, query as readQuery } from './read.ts';

/** A batch of the same statements has few; one of literal values would only fill the memory. */
const MOST_COMPILED = 64;
const LEAST_CHARS = 1000;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

/** What makes a statement change more rows than it says: triggers, actions of foreign keys, virtual tables. */
const SIDE_EFFECTS =
  "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE '%REFERENCES%' OR sql LIKE '%VIRTUAL%'";

/** One task of writing. Equal statements are compiled once; all rows together are bounded. */
export class WriteRun {
  readonly #connection: Connection;
  readonly #limits: RowLimits;
  readonly #compiled = new Map<string, Statement>();
  readonly #counters: Statement<[], [total: number, changed: number]>;
  #charsLeft: number;
  #total: number;
  /** Whether a statement may change more rows than those that it counts. */
  #hasSideEffects: boolean;

  constructor(connection: Connection, limits: RowLimits) {
    this.#connection = connection;
    this.#limits = limits;
    this.#charsLeft = limits.maxChars;
    this.#counters = connection.prepare<[], [number, number]>('SELECT total_changes(), changes()').raw();
    this.#total = this.#counters.get()?.[0] ?? 0;
    this.#hasSideEffects = connection.prepare(SIDE_EFFECTS).pluck().get() !== 0;
  }

  /** Without `writing` it is a statement that reads. */
  run(sql: Sql, writing: Writing | undefined): Written {
    if (writing === undefined) {
      const returning = this.#bounded((limits) => readQuery(this.#connection, { sql, limits }));
      return { affectedRows: 0, returning };
    }
    const statement = this.#compile(sql.query, writing);
    const parameters = toParameters(sql.query, sql.params);
    if (SCHEMA.has(writing.verb)) this.#hasSideEffects = true;
    if (statement.reader) {
      const returning = this.#bounded((limits) => collect(statement, parameters, limits));
      return { ...this.#counted(writing), returning };
    }
    const { changes, lastInsertRowid } = bind(parameters, (...bound) => statement.run(...bound));
    if (this.#hasSideEffects) return this.#counted(writing, lastInsertRowid);
    this.#total += changes;
    return toWritten(writing, { rows: changes, all: changes, lastInsertRowid });
  }

  #compile(query: string, writing: Writing): Statement {
    let statement = this.#compiled.get(query);
    if (statement === undefined) {
      statement = this.#connection.prepare(query).safeIntegers();
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
  #counted(writing: Writing, lastInsertRowid?: number | bigint): Written {
    const [total, changed] = this.#counters.get() ?? [0, 0];
    const all = total - this.#total;
    this.#total = total;
    // changes() still tells of the statement before when this one changes no rows itself, like DROP of a table with some.
    const rows = all === 0 || !CHANGES.has(writing.verb) ? 0 : changed;
    return toWritten(writing, { rows, all, lastInsertRowid: lastInsertRowid ?? this.#lastInsertRowid() });
  }

  #lastInsertRowid(): bigint {
    return BigInt(
      String(this.#connection.prepare('SELECT last_insert_rowid()').pluck().safeIntegers().get()),
    );
  }
}

interface Counts {
  readonly rows: number;
  readonly all: number;
  readonly lastInsertRowid: number | bigint;
}

const toWritten = ({ verb }: Writing, { rows, all, lastInsertRowid }: Counts): Written => ({
  affectedRows: rows,
  ...(all === rows ? {} : { allAffectedRows: all }),
  ...(rows > 0 && INSERTING.has(verb)
    ? { lastInsertRowid: toJson(BigInt(lastInsertRowid), MAX_DIGITS) }
    : {}),
});
