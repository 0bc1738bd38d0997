// Tasks: requests to the process of a database and its answers. Both cross as structured clones.
import type { DatabaseFile } from './options.ts';
import type { Failure } from './sql/failure.ts';
import type { JsonValue, SqlValue } from './sql/value.ts';

/** A statement of a client. `params` are values for `?`, or one object for `:name`. */
export interface Sql {
  readonly query: string;
  readonly params?: readonly unknown[] | undefined;
}

/** Rows to import into a table. */
export interface RowSource {
  /** The table, created if it does not exist. */
  readonly table: string;
  /** A text of the client, or the bytes of a file. */
  readonly content: string | Uint8Array;
  readonly format?: 'csv' | 'jsonl' | undefined;
  /** Column names, if the text has none. */
  readonly columns?: readonly string[] | undefined;
  /** Separator of CSV, detected if undefined. */
  readonly separator?: string | undefined;
  readonly decimal?: ',' | '.' | undefined;
  readonly dates?: 'dmy' | 'mdy' | undefined;
}

/** Limits of one result. */
export interface RowLimits {
  readonly maxRows: number;
  /** Characters of columns and rows as JSON. */
  readonly maxBytes: number;
}

/** A read-only query of a client. Its limits override those of the process. */
export interface QueryTask extends Sql, Partial<RowLimits> {
  readonly kind: 'query';
  /** Number of rows on previous pages. */
  readonly skip?: number;
  /** Other databases in the query. */
  readonly attach?: readonly DatabaseFile[] | undefined;
  /** Describe columns by name, declared type and table instead of name only. */
  readonly withTypes?: boolean;
}

/** A statement of the server. */
export interface OwnSql {
  readonly query: string;
  readonly params?: { readonly [name: string]: SqlValue };
  /** A failure of this statement is reported, and the others run anyway. */
  readonly mayFail?: boolean;
}

/** Statements that write. */
export interface WriteTask {
  readonly kind: 'write';
  readonly statements: readonly Sql[];
  /** Import these rows. The only statement describes the import. */
  readonly source?: RowSource;
  /** Default true: one transaction. Otherwise each statement has its own, and those before a failure are kept. */
  readonly isAtomic?: boolean;
  /** Roll back at the end. */
  readonly isDryRun?: boolean;
  /** Roll back if the user must agree first, and answer with the impact. */
  readonly mayAsk?: boolean;
  /** The maximum impact that the user agreed to. */
  readonly agreed?: Impact;
}

/** A request to a process. `Answers` has the types of the answers. */
export type Task =
  | QueryTask
  | WriteTask
  | { readonly kind: 'catalog'; readonly statements: readonly OwnSql[] }
  | { readonly kind: 'undo' }
  | ({ readonly kind: 'advice' } & Sql)
  | { readonly kind: 'versions' };

/** Rows of one statement. */
export interface Rows {
  /** A list of names as JSON; with types, of objects with `name`, `type` and `table`. */
  readonly columns: string;
  /** A list of lists as JSON, in the form of `toJson`. */
  readonly rows: string;
  readonly count: number;
  readonly isTruncated: boolean;
  readonly hasCutValues: boolean;
}

/** A row of the catalog by column name. Integers are numbers. */
export type CatalogRow = { readonly [column: string]: string | number | null };

/** The rows of one catalog statement, or why it failed. */
export interface CatalogAnswer {
  readonly rows: readonly CatalogRow[];
  readonly problem?: string;
}

/** The result of one writing statement, as tools report it. */
export interface WriteResult {
  /** Rows that the statement itself inserted, changed or deleted. */
  readonly affected_rows: number;
  /** Including triggers and foreign keys, if different. */
  readonly all_affected_rows?: number;
  /** Only after INSERT and REPLACE. */
  readonly last_insert_rowid?: JsonValue;
  /** `columns` and `rows` of RETURNING or of a reading statement; `truncated` if there are more. */
  readonly returning?: object;
}

/** A change of the schema: `create table users`, `drop index by_name`, `alter table users`. */
export interface SchemaChange {
  readonly change: 'create' | 'drop' | 'alter' | 'rename';
  readonly type: string;
  /** For a renamed table `orders to old_orders`. */
  readonly name: string;
  /** Whether data is lost. */
  readonly isLoss?: boolean;
}

/** What statements would destroy or change. */
export interface Impact {
  /** Rows inserted, deleted or changed, including by triggers and foreign keys. */
  readonly total: number;
  /** Tables with fewer rows than before, by their previous names. */
  readonly fewer: readonly { readonly table: string; readonly rows: number }[];
  /** Parts of the schema, like `table orders` or `a column of table orders`. */
  readonly dropped: readonly string[];
  /** Whether the user must agree. */
  readonly isLarge: boolean;
}

export interface WriteAnswer {
  readonly results: readonly WriteResult[];
  readonly schemaChanges: readonly SchemaChange[];
  readonly failure?: (Failure & { readonly index: number }) | undefined;
  /** After a change: `undo_last_write`, or why the change cannot be undone. */
  readonly undo?: string | undefined;
  /** For the dry run of one UPDATE: `columns` and `pairs` of rows with `before` and `after`. */
  readonly examples?: object | undefined;
  /** `rows`, `columns`, `read_as` and `first_rows` of an import. */
  readonly imported?: object;
  /** Nothing was done, because the user must agree to this first. */
  readonly impact?: Impact;
}

/** Values that change with the data and the schema. */
export interface Versions {
  /** Changes with the data, and differs between processes. */
  readonly data: string;
  readonly schema: string;
}

/** The answer to each kind of task. */
export interface Answers {
  readonly query: Rows;
  /** One per statement, all from the same state of the database. */
  readonly catalog: readonly CatalogAnswer[];
  readonly write: WriteAnswer;
  /** Columns that an index would help, or null if unknown. */
  readonly advice: readonly string[] | null;
  readonly undo: true;
  readonly versions: Versions;
}

export type AnswerOf<T extends Task> = Answers[T['kind']];

/** Number of rows inserted so far. */
export interface RowProgress {
  readonly kind: 'progress';
  readonly done: number;
  readonly total: number;
}

/** A message of the process. `ready` comes once, before all others. */
export type Reply =
  | { readonly kind: 'ready' }
  | RowProgress
  | { readonly kind: 'answer'; readonly answer: Answers[Task['kind']] }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Options of a process, passed as JSON on its command line. */
export interface ProcessOptions {
  /** The real path of the database. */
  readonly path: string;
  readonly readonly: boolean;
  /** The process is killed if it needs more than this many bytes. */
  readonly maxMemory: number;
  /** Maximum wait for locks of other processes, in milliseconds. */
  readonly busyMs: number;
  /** Limits of one answer. */
  readonly limits: RowLimits;
  /** Whether ATTACH and VACUUM INTO are allowed. */
  readonly allowAttach: boolean;
  /** Larger databases, in bytes, get no restore point. */
  readonly maxUndo: number;
}
