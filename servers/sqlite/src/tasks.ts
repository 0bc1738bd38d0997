// What the server asks the process of a database to do, and the answers. All of it is plain JSON, but for the rows.
import type { Rows } from './rows.ts';
import type { JsonValue } from './sql/value.ts';

/** A statement with its parameters as the client gave them. */
export interface Sql {
  readonly query: string;
  readonly params?: unknown;
  /** One of the server's own, whose columns never change: it stays compiled. */
  readonly isOwn?: boolean;
}

/** Bounds of one result. */
export interface RowLimits {
  readonly maxRows: number;
  /** Of the text of the rows. */
  readonly maxBytes: number;
  /** As many rows are left out at the beginning. */
  readonly skip: number;
}

/** Statements that only read, in one transaction. */
export interface ReadTask {
  readonly kind: 'read';
  readonly statements: readonly Sql[];
  readonly limits: RowLimits;
}

/** Statements that write. */
export interface WriteTask {
  readonly kind: 'write';
  readonly statements: readonly Sql[];
  /** All or nothing. Else each is a transaction of its own, and those before a failure stay. */
  readonly isAtomic: boolean;
  /** Undo everything at the end. */
  readonly isDryRun: boolean;
  /** Rows of RETURNING. */
  readonly limits: RowLimits;
  /** The first words that the tool accepts. All when left out. */
  readonly verbs?: readonly string[];
  /** The directory for a copy of the database before ALTER and DROP. */
  readonly backupDirectory?: string;
}

/** Asks for numbers that change with the data and the schema. */
export interface VersionsTask {
  readonly kind: 'versions';
}

export type Task = ReadTask | WriteTask | VersionsTask;

/** A column of a result. */
export interface Column {
  readonly name: string;
  /** The declared type of the column that it comes from. */
  readonly type?: string;
  readonly table?: string;
}

/** What there is to say about the rows of one statement. */
export interface RowsHead {
  readonly columns: readonly Column[];
  readonly count: number;
  readonly isTruncated: boolean;
  /** A value was cut. */
  readonly hasCutValues: boolean;
  readonly elapsedMs: number;
}

/** What one writing statement did, with its rows as `R`. */
export interface Written<R = Rows> {
  /** Rows that the statement itself inserted, changed or deleted. */
  readonly affectedRows: number;
  /** The same with triggers and foreign keys, when that is another number. */
  readonly allAffectedRows?: number;
  /** As text when it is not a safe integer. Only after INSERT and REPLACE. */
  readonly lastInsertRowid?: JsonValue;
  /** It was a statement that reads. */
  readonly isRead?: true;
  /** Rows of RETURNING, or of a statement that reads. */
  readonly returning?: R;
}

/** A change of the schema: `create table users`, `drop index by_name`, `alter table users`. */
export interface SchemaChange {
  readonly change: 'create' | 'drop' | 'alter';
  readonly type: string;
  readonly name: string;
}

export interface WriteAnswer<R = Rows> {
  readonly results: readonly Written<R>[];
  readonly schemaChanges: readonly SchemaChange[];
  readonly failure?: { readonly index: number; readonly code: string; readonly message: string };
  /** The file with the copy that was made before. */
  readonly backup?: string;
}

export interface Versions {
  /** Differs when another connection changed the data. Compare answers of the same process only. */
  readonly data: number;
  readonly schema: number;
  readonly pid: number;
}

export type AnswerOf<T extends Task> = T extends ReadTask
  ? readonly Rows[]
  : T extends WriteTask
    ? WriteAnswer
    : Versions;

/** The head of what the process answers. Its parts are the rows, see `rows.ts`. */
export type Reply =
  /** It has started. Comes once, before all others. */
  | { readonly ready: true }
  | { readonly answer: unknown }
  | { readonly failure: { readonly code: string; readonly message: string } };

/** What a process is for. Passed to it as JSON on its command line. */
export interface ProcessOptions {
  /** The real path of the database. */
  readonly path: string;
  readonly readonly: boolean;
  readonly driver: 'auto' | 'better-sqlite3' | 'node';
  readonly allowAttach: boolean;
  readonly busyMs: number;
  /** The process ends when it needs more than this many bytes. */
  readonly maxMemory: number;
}
