// Runs statements that write, one after the other, and tells what each of them did.
import { checkWriteCompiled, type Writing } from '../sql/gate.ts';
import { toJson, toParameters, type SqlValue } from '../sql/value.ts';
import type { Changes, Connection, Statement } from './driver.ts';
import { collect, readOne } from './read.ts';
import type { RowBytes } from '../rows.ts';
import type { RowLimits, Sql, Written } from '../tasks.ts';

/** A batch of the same statements has few; one of literal values would only fill the memory. */
const MOST_COMPILED = 64;
const LEAST_BYTES = 1000;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);
const CHANGING_SCHEMA: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP']);

/** What makes a statement change more rows than it says: triggers, actions of foreign keys, virtual tables. */
const SIDE_EFFECTS =
  "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE '%REFERENCES%' OR sql LIKE '%VIRTUAL%'";

/** One task of writing. Equal statements are compiled once; all rows together are bounded. */
export class WriteRun {
  readonly #connection: Connection;
  readonly #limits: RowLimits;
  readonly #compiled = new Map<string, Statement>();
  readonly #counters: Statement;
  #bytesLeft: number;
  #total: number;
  /** Whether a statement may change more rows than those that it counts. */
  #hasSideEffects: boolean;

  constructor(connection: Connection, limits: RowLimits) {
    this.#connection = connection;
    this.#limits = limits;
    this.#bytesLeft = limits.maxBytes;
    this.#counters = connection.prepare('SELECT total_changes(), changes(), last_insert_rowid()');
    this.#total = Number(firstRow(this.#counters)[0]);
    this.#hasSideEffects = firstRow(connection.prepare(SIDE_EFFECTS))[0] !== 0n;
  }

  /** Without `writing` it is a statement that reads. */
  run({ query, params }: Sql, writing: Writing | undefined): Written<RowBytes> {
    if (writing === undefined) {
      const returning = this.#bounded((limits) => readOne(this.#connection, { query, params }, limits));
      return { affectedRows: 0, isRead: true, returning };
    }
    const statement = this.#compile(query, writing);
    if (CHANGING_SCHEMA.has(writing.verb)) this.#hasSideEffects = true;
    if (statement.reader) {
      const returning = this.#bounded((limits) => collect(statement, params, limits));
      return { ...this.#counted(writing), returning };
    }
    const changes = statement.run(toParameters(params));
    if (changes === undefined || this.#hasSideEffects) return this.#counted(writing);
    this.#total += changes.rows;
    return toWritten(writing, changes, changes.rows);
  }

  #compile(query: string, writing: Writing): Statement {
    let statement = this.#compiled.get(query);
    if (statement === undefined) {
      statement = this.#connection.prepare(query);
      checkWriteCompiled(statement, writing);
      if (this.#compiled.size < MOST_COMPILED) this.#compiled.set(query, statement);
    }
    return statement;
  }

  #bounded(read: (limits: RowLimits) => RowBytes): RowBytes {
    const rows = read({ ...this.#limits, maxBytes: Math.max(this.#bytesLeft, LEAST_BYTES) });
    this.#bytesLeft -= rows.text.length;
    return rows;
  }

  /** Asks SQLite what the last statement changed. */
  #counted(writing: Writing): Written<RowBytes> {
    const [total, changed, lastInsertRowid] = firstRow(this.#counters);
    const all = Number(total) - this.#total;
    this.#total = Number(total);
    // changes() still tells of the statement before when this one changes no rows itself, like DROP of a table with some.
    const rows = all === 0 || CHANGING_SCHEMA.has(writing.verb) ? 0 : Number(changed);
    const rowid = typeof lastInsertRowid === 'bigint' ? lastInsertRowid : 0n;
    return toWritten(writing, { rows, lastInsertRowid: rowid }, all);
  }
}

const firstRow = (statement: Statement): readonly SqlValue[] => {
  const [row = []] = statement.rows([]);
  return row;
};

const toWritten = (
  { verb }: Writing,
  { rows, lastInsertRowid }: Changes,
  all: number,
): Written<RowBytes> => ({
  affectedRows: rows,
  ...(all === rows ? {} : { allAffectedRows: all }),
  ...(rows > 0 && INSERTING.has(verb) ? { lastInsertRowid: toJson(lastInsertRowid, MAX_DIGITS) } : {}),
});
