// What the process of a database needs of SQLite, whichever package gives it.
import type { Parameters, SqlValue } from '../sql/value.ts';

/** A column of a result. `table` and `type` are there when it comes from a table as it is. */
export interface ColumnSource {
  readonly name: string;
  readonly table: string | null;
  readonly type: string | null;
}

/** What a statement changed, itself and not by triggers. */
export interface Changes {
  readonly rows: number;
  readonly lastInsertRowid: bigint;
}

/** One compiled statement. */
export interface Statement {
  /** It changes no database file, as far as SQLite can tell. */
  readonly readonly: boolean;
  /** It returns rows. */
  readonly reader: boolean;
  columns(): readonly ColumnSource[];
  /** Steps through the rows. Ends the statement when it is left early. */
  rows(parameters: Parameters): Iterable<readonly SqlValue[]>;
  /** Runs a statement without rows. What it changed is told when that costs nothing. */
  run(parameters: Parameters): Changes | undefined;
}

/** An open database. */
export interface Connection {
  /** Whether a transaction is open. */
  readonly isInTransaction: boolean;
  /** @throws when the text is not exactly one statement that SQLite understands. */
  prepare(sql: string): Statement;
  close(): void;
}

export interface OpenOptions {
  readonly readonly: boolean;
  /** How long to wait for locks of other processes, in milliseconds. */
  readonly busyMs: number;
}

/** A package that can open databases. A file must exist. */
export interface Driver {
  readonly name: 'better-sqlite3' | 'node';
  open(path: string, options: OpenOptions): Connection;
}
