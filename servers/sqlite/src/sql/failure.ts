// SQL failures: describes refused and failed statements, and what to do about them.
import { shorten } from './name.ts';

/** A refused or failed statement. Codes that begin with SQLITE_ are SQLite's. Crosses processes as `Failure`. */
export class SqlFailure extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** A failure as plain data. */
export type Failure = Pick<SqlFailure, 'code' | 'message'> & { readonly hint?: string | undefined };

const MOST_PROBLEMS = 10;

/** Collects problems with rows: describes the first ones and counts the rest. */
export class Problems {
  count = 0;
  readonly #first: string[] = [];

  add(problem: () => string): void {
    if (++this.count <= MOST_PROBLEMS) this.#first.push(problem());
  }

  get text(): string {
    const more = this.count > MOST_PROBLEMS ? ` And ${this.count - MOST_PROBLEMS} more.` : '';
    return this.#first.join(' ') + more;
  }
}

/** Maximum length of SQLite's messages, which repeat names. */
const MOST_CHARACTERS = 500;

/** Errors for which better-sqlite3 has no code. */
const UNCODED = [
  ['invalid_params', /parameter values|named parameter|column index out of range/],
  ['several_statements', /more than one statement/],
] as const;

/** Turns any error into plain data. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof SqlFailure) return { code: error.code, message: error.message, hint: error.hint };
  if (!(error instanceof Error)) return { code: 'failed', message: String(error) };
  const message = shorten(error.message, MOST_CHARACTERS);
  if ('code' in error && typeof error.code === 'string') return { code: error.code, message };
  return { code: UNCODED.find(([, pattern]) => pattern.test(message))?.[0] ?? 'failed', message };
};

/** Returns the failure for a statement that writes. The hint names the tool that runs it. */
export const notReading = (verb: string, object: string): SqlFailure =>
  new SqlFailure('not_read_only', 'Only SELECT queries are allowed here.', toolFor(verb, object));

const toolFor = (verb: string, object: string): string => {
  if (/^(?:INSERT|UPDATE|DELETE|REPLACE|ANALYZE|REINDEX|VACUUM|ALTER|DROP)$/.test(verb))
    return `For ${verb} use write_query, if the server offers it.`;
  if (verb === 'CREATE' && object === 'TABLE')
    return 'For CREATE TABLE use create_table, if the server offers it.';
  if (verb === 'CREATE') return 'For CREATE use write_query, if the server offers it.';
  if (/^(?:BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)$/.test(verb))
    return 'For a transaction use execute_batch, if the server offers it.';
  return otherDialect(verb, object) ?? 'Begin with SELECT, WITH, VALUES, EXPLAIN or PRAGMA.';
};

/** Returns SQLite's equivalent of a statement of other databases. */
export const otherDialect = (verb: string, object: string): string | undefined => {
  if (verb === 'SHOW' && object.startsWith('TABLE'))
    return 'SQLite has no SHOW TABLES: use list_tables, or SELECT name FROM sqlite_schema.';
  if (verb === 'SHOW' && object === 'DATABASES')
    return 'SQLite has no SHOW DATABASES: list_tables names them.';
  if (verb === 'SHOW' || verb === 'DESCRIBE' || verb === 'DESC')
    return `SQLite has no ${verb}: use describe_table, or PRAGMA table_info(name).`;
  if (verb === 'TRUNCATE') return 'SQLite has no TRUNCATE: use DELETE FROM name with write_query.';
  return undefined;
};

/** Functions of other databases and their SQLite equivalents. */
const FUNCTIONS: readonly (readonly [names: string, own: string])[] = [
  ['now getdate', "datetime('now')"],
  ['curdate', "date('now')"],
  ['date_trunc', "strftime('%Y-%m-01', x) for the month, strftime('%Y-01-01', x) for the year"],
  ['date_format', "strftime('%Y-%m', x)"],
  ['to_char', "strftime('%Y-%m', x) for dates, printf('%.2f', x) for numbers"],
  ['year', "strftime('%Y', x)"],
  ['month', "strftime('%m', x)"],
  ['datediff', 'julianday(a) - julianday(b)'],
  ['date_add dateadd', "date(x, '+1 day')"],
  ['left', 'substr(x, 1, n)'],
  ['right', 'substr(x, -n)'],
  ['len', 'length(x)'],
  ['nvl isnull', 'ifnull(x, y)'],
  ['position charindex', 'instr(x, y)'],
  ['regexp', 'LIKE or GLOB'],
  ['string_agg', 'group_concat(x, y)'],
  ['array_agg', 'json_group_array(x)'],
];

/** Returns SQLite's equivalent of a function that it lacks. */
export const instead = (name: string): string | undefined => {
  const found = FUNCTIONS.find(([names]) => names.split(' ').includes(name.toLowerCase()));
  return found === undefined ? undefined : `SQLite has ${found[1]} instead.`;
};

/** Returns the failure for a process killed at the deadline. */
export const tookTooLong = (ms: number): SqlFailure =>
  new SqlFailure(
    'timeout',
    `The query took longer than ${ms / 1000} seconds and was stopped.`,
    'Check it with explain_query, read fewer rows, or ask the operator for more time.',
  );

/** The watchdog sends SIGKILL, and V8 aborts when out of memory. Windows has codes only. */
const BY_MEMORY: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 1, 134]);

/** Returns the failure for a process that ended, by its exit code or signal. */
export const endedByItself = (reason: unknown): SqlFailure => {
  if (!BY_MEMORY.has(reason))
    return new SqlFailure(
      'process',
      `The process of the database ended unexpectedly: ${String(reason)}.`,
      'Tell the operator.',
    );
  return new SqlFailure(
    'out_of_memory',
    'The query was stopped because it needed too much memory, or its process was ended from outside.',
    'Read less at once, or try again.',
  );
};
