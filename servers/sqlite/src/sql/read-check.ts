// Read check: allows statements that only read, judging by the first tokens and by what SQLite reports.
import type { Statement } from 'better-sqlite3';
import { notReading, SqlFailure } from './failure.ts';
import { tokens, wordOf, type Token } from './tokens.ts';

/**
 * What SQLite reports about a compiled statement: whether it is read-only and whether it returns rows.
 */
export type Compiled = Pick<Statement, 'readonly' | 'reader'>;

/** How a statement reads. SQLite may report a plan or a listed pragma as writing. */
export type ReadKind = 'rows' | 'plan' | 'pragma';

/** First words of statements that read, and of those that change rows. */
export const READS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES']);
export const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH']);

/** Pragmas that read, with or without an argument. */
const QUESTIONS: ReadonlySet<string> = new Set(
  (
    'TABLE_INFO TABLE_XINFO TABLE_LIST INDEX_LIST INDEX_INFO INDEX_XINFO FOREIGN_KEY_LIST FOREIGN_KEY_CHECK ' +
    'INTEGRITY_CHECK QUICK_CHECK'
  ).split(' '),
);

/** Pragmas that read a setting, and change it if they have an argument. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'APPLICATION_ID AUTO_VACUUM COLLATION_LIST COMPILE_OPTIONS DATA_VERSION ENCODING FOREIGN_KEYS FREELIST_COUNT ' +
    'FUNCTION_LIST JOURNAL_MODE MODULE_LIST PAGE_COUNT PAGE_SIZE PRAGMA_LIST SCHEMA_VERSION USER_VERSION'
  ).split(' '),
);

/** SQLite's own limit. */
const MAX_SQL_LENGTH = 1_000_000;

/** The table that reveals the path of the database. */
const FILES = /pragma_database_list/i;
const BEFORE_TABLES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'IN', 'INTO', 'UPDATE', ',', '(', '.']);

/** Whether a text names that table. SQLite accepts a string where a table is expected. */
const namesFiles = (sql: string): boolean => {
  let before = '';
  for (const { kind, text } of tokens(sql)) {
    const isName = kind === 'word' || kind === 'quoted' || (kind === 'string' && BEFORE_TABLES.has(before));
    if (isName && text.toUpperCase() === 'PRAGMA_DATABASE_LIST') return true;
    before = text;
  }
  return false;
};

/** EXPLAIN QUERY PLAN, the statement's first word, and the tokens of a pragma that decide. */
const DECIDING_TOKENS = 8;

/**
 * Returns the first tokens of a statement, enough to decide what it may do. @throws {SqlFailure} for invalid text.
 */
export const startOf = (sql: string, count = DECIDING_TOKENS): Token[] => {
  // SQLite stops reading at NUL, so it would run something other than what was checked.
  if (sql.includes('\0'))
    throw new SqlFailure('invalid_sql', 'The query contains a NUL character.', 'Remove it.');
  if (sql.length > MAX_SQL_LENGTH)
    throw new SqlFailure('invalid_sql', `The query is longer than ${MAX_SQL_LENGTH} characters.`);
  if (FILES.test(sql) && namesFiles(sql))
    throw new SqlFailure('forbidden', 'pragma_database_list is not allowed.', 'Use pragma_table_list.');
  const first: Token[] = [];
  for (const token of tokens(sql)) if (first.push(token) === count) break;
  if (first.length === 0)
    throw new SqlFailure('invalid_sql', 'The query is empty.', 'Send one SQL statement.');
  return first;
};

/** Parses what follows PRAGMA: `name` or `schema.name`, with `= value` or `(value)`. */
export const readPragma = (
  after: readonly Token[],
): { readonly name: string; readonly hasArgument: boolean } => {
  const [first, second, third] = after;
  const isQualified = second?.text === '.' && second.kind === 'symbol';
  const name = isQualified ? third : first;
  const rest = after.slice(isQualified ? 3 : 1);
  return { name: name?.text.toUpperCase() ?? '', hasArgument: rest.some(({ text }) => text !== ';') };
};

/** Whether the pragma only reads, given the tokens after PRAGMA. */
export const isReadingPragma = (after: readonly Token[]): boolean => {
  const { name, hasArgument } = readPragma(after);
  return QUESTIONS.has(name) || (SETTINGS.has(name) && !hasArgument);
};

/** Returns the statement after EXPLAIN or EXPLAIN QUERY PLAN. */
const explained = ([query, plan, ...more]: readonly Token[]): Token | undefined =>
  wordOf(query) === 'QUERY' && wordOf(plan) === 'PLAN' ? more[0] : query;

/**
 * Checks the text of a reading statement before compilation, because SQLite runs many pragmas while compiling.
 *
 * @throws {SqlFailure} if it does not begin like a statement that only reads.
 */
export const checkReadText = (sql: string): ReadKind => {
  const [first, ...after] = startOf(sql);
  const verb = wordOf(first);
  if (READS.has(verb)) return 'rows';
  if (verb === 'EXPLAIN') {
    // EXPLAIN runs a pragma, but not the statements allowed here.
    const target = wordOf(explained(after));
    if (READS.has(target) || CHANGES.has(target)) return 'plan';
    throw new SqlFailure('not_read_only', 'EXPLAIN is allowed for SELECT, INSERT, UPDATE and DELETE only.');
  }
  if (verb === 'PRAGMA') {
    if (isReadingPragma(after)) return 'pragma';
    throw new SqlFailure(
      'not_read_only',
      'This PRAGMA may write; only reading ones like table_info and index_list are allowed.',
    );
  }
  throw notReading(verb, wordOf(after[0]));
};

/**
 * Checks what SQLite reports about a reading statement.
 *
 * @throws {SqlFailure} if it could change something.
 */
export const checkReadCompiled = ({ readonly, reader }: Compiled, reading: ReadKind): void => {
  if (reader && (readonly || reading !== 'rows')) return;
  throw new SqlFailure(
    'not_read_only',
    'Only read-only queries are allowed here.',
    'To change data use write_query, if the server offers it.',
  );
};
