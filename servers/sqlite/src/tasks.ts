// What the server asks the process of a database to do, and what that answers. Both cross as structured clones.
import type { DatabaseFile } from './options.ts';
import type { Failure } from './sql/failure.ts';
import type { JsonValue, SqlValue } from './sql/value.ts';

/** A statement of a client. `params` are values for `?`, or one object for `:name`. */
export interface Sql {
  readonly query: string;
  readonly params?: readonly unknown[] | undefined;
}

/** Rows that are imported into a table. */
export interface RowSource {
  /** A table that is made when it does not exist. */
  readonly table: string;
  /** A text of the client, or the bytes of a file. */
  readonly content: string | Uint8Array;
  readonly format?: 'csv' | 'jsonl' | undefined;
  /** The names of the columns, where the text has none. */
  readonly columns?: readonly string[] | undefined;
  /** What is between the values of CSV. Undefined: it is found. */
  readonly separator?: string | undefined;
  readonly decimal?: ',' | '.' | undefined;
  readonly dates?: 'dmy' | 'mdy' | undefined;
}

/** Bounds of one result. */
export interface RowLimits {
  readonly maxRows: number;
  /** Characters of columns and rows as JSON. */
  readonly maxBytes: number;
}

/** One query of a client. Only statements that read are run. Other limits than those of the process may be given. */
export interface QueryTask extends Sql, Partial<RowLimits> {
  readonly kind: 'query';
  /** How many rows the pages before had. */
  readonly skip?: number;
  /** Other databases that the query names. */
  readonly attach?: readonly DatabaseFile[] | undefined;
  /** Describe columns by name, declared type and table, not by their names only. */
  readonly withTypes?: boolean;
}

/** A statement of the server itself. */
export interface OwnSql {
  readonly query: string;
  readonly params?: { readonly [name: string]: SqlValue };
  /** A failure is reported for this statement, and the others run all the same. */
  readonly mayFail?: boolean;
}

/** Statements that write. */
export interface WriteTask {
  readonly kind: 'write';
  readonly statements: readonly Sql[];
  /** Import these rows instead. The only statement says it in words. */
  readonly source?: RowSource;
  /** All or nothing, which is the default. Else each is a transaction of its own, and those before a failure stay. */
  readonly isAtomic?: boolean;
  /** Undo everything at the end. */
  readonly isDryRun?: boolean;
  /** Undo them when they are of those that the user is asked about, and answer with the impact. */
  readonly mayAsk?: boolean;
  /** What the user agreed to. The statements may do no more than that. */
  readonly agreed?: Impact;
}

/** What a process can be asked. `Answers` has what it answers. */
export type Task =
  | QueryTask
  | WriteTask
  | { readonly kind: 'catalog'; readonly statements: readonly OwnSql[] }
  | { readonly kind: 'undo' }
  | ({ readonly kind: 'advice' } & Sql)
  | { readonly kind: 'versions' };

/** Rows of one statement. */
export interface Rows {
  /** A list of names as JSON; of objects with `name`, `type` and `table` where types were asked for. */
  readonly columns: string;
  /** A list of lists as JSON, in the form of `toJson`. */
  readonly rows: string;
  readonly count: number;
  readonly isTruncated: boolean;
  /** A value was cut. */
  readonly hasCutValues: boolean;
}

/** A row of the catalog by the names of its columns. Whole numbers are numbers. */
export type CatalogRow = { readonly [column: string]: string | number | null };

/** What one statement of the catalog found, or why it failed. */
export interface CatalogAnswer {
  readonly rows: readonly CatalogRow[];
  readonly problem?: string;
}

/** What one writing statement did, as tools report it. */
export interface WriteResult {
  /** Rows that the statement itself inserted, changed or deleted. */
  readonly affected_rows: number;
  /** The same with triggers and foreign keys, when that is another number. */
  readonly all_affected_rows?: number;
  /** Only after INSERT and REPLACE. */
  readonly last_insert_rowid?: JsonValue;
  /** `columns` and `rows` of RETURNING or of a statement that reads; `truncated` when there are more. */
  readonly returning?: object;
}

/** A change of the schema: `create table users`, `drop index by_name`, `alter table users`. */
export interface SchemaChange {
  readonly change: 'create' | 'drop' | 'alter' | 'rename';
  readonly type: string;
  /** Of a table that was renamed: `orders to old_orders`. */
  readonly name: string;
  /** Something is gone with it. */
  readonly isLoss?: boolean;
}

/** What statements would do to what is there. */
export interface Impact {
  /** Rows that are inserted, deleted or changed, also by triggers and foreign keys. */
  readonly total: number;
  /** Tables with fewer rows than before, by their names before. */
  readonly fewer: readonly { readonly table: string; readonly rows: number }[];
  /** Parts of the schema, like `table orders` or `a column of table orders`. */
  readonly dropped: readonly string[];
  /** The user is asked. */
  readonly isLarge: boolean;
}

export interface WriteAnswer {
  readonly results: readonly WriteResult[];
  readonly schemaChanges: readonly SchemaChange[];
  readonly failure?: (Failure & { readonly index: number }) | undefined;
  /** When something was changed: `undo_last_write`, or why that cannot undo it. */
  readonly undo?: string | undefined;
  /** Of the dry run of one UPDATE: `columns` and `pairs` of rows, each with `before` and `after`. */
  readonly examples?: object | undefined;
  /** What was imported: `rows`, `columns`, `read_as` and `first_rows`, as the tool reports them. */
  readonly imported?: object;
  /** Nothing was done: the user has to agree to this first. */
  readonly impact?: Impact;
}

/** Numbers that change with the data and the schema. */
export interface Versions {
  /** Differs when another connection changed the data, and between processes. */
  readonly data: string;
  readonly schema: string;
}

/** What the process answers to each kind of task. */
export interface Answers {
  readonly query: Rows;
  /** One for each statement, all of the same state of the database. */
  readonly catalog: readonly CatalogAnswer[];
  readonly write: WriteAnswer;
  /** Columns that an index would help; null when that is not known. */
  readonly advice: readonly string[] | null;
  /** Nothing more to say. */
  readonly undo: true;
  readonly versions: Versions;
}

export type AnswerOf<T extends Task> = Answers[T['kind']];

/** How many of the rows of a statement have been inserted. */
export interface RowProgress {
  readonly kind: 'progress';
  readonly done: number;
  readonly total: number;
}

/** What the process sends. `ready` comes once, before all others. */
export type Reply =
  | { readonly kind: 'ready' }
  | RowProgress
  | { readonly kind: 'answer'; readonly answer: Answers[Task['kind']] }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** What a process is for. Passed to it as JSON on its command line. */
export interface ProcessOptions {
  /** The real path of the database. */
  readonly path: string;
  readonly readonly: boolean;
  /** The process ends when it needs more than this many bytes. */
  readonly maxMemory: number;
  /** How long to wait for locks of other processes, in milliseconds. */
  readonly busyMs: number;
  /** Bounds of one answer. */
  readonly limits: RowLimits;
  /** Whether ATTACH and VACUUM INTO are allowed. */
  readonly allowAttach: boolean;
  /** Larger databases, in bytes, get no restore point. */
  readonly maxUndo: number;
}
