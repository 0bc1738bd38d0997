// Which statements may read: decided by the first tokens, before SQLite sees the text, and by what SQLite says of it.
import type { Statement } from 'better-sqlite3';
import { notReading, SqlFailure } from './failure.ts';
import { tokens, wordOf, type Token } from './tokens.ts';

/**
 * What SQLite says of a compiled statement: whether it changes no file, as far as SQLite can tell, and returns rows.
 */
export type Compiled = Pick<Statement, 'readonly' | 'reader'>;

/** How a statement reads. SQLite may call a plan or a listed pragma a statement that writes. */
export type ReadKind = 'rows' | 'plan' | 'pragma';

/** The first words of statements that read, and of those that change rows. */
export const READS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES']);
export const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH']);

/** Answer questions, with or without an argument, and change nothing. */
const QUESTIONS: ReadonlySet<string> = new Set(
  (
    'TABLE_INFO TABLE_XINFO TABLE_LIST INDEX_LIST INDEX_INFO INDEX_XINFO FOREIGN_KEY_LIST FOREIGN_KEY_CHECK ' +
    'INTEGRITY_CHECK QUICK_CHECK'
  ).split(' '),
);

/** Tell a setting. With an argument they would change it. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'APPLICATION_ID AUTO_VACUUM COLLATION_LIST COMPILE_OPTIONS DATA_VERSION ENCODING FOREIGN_KEYS FREELIST_COUNT ' +
    'FUNCTION_LIST JOURNAL_MODE MODULE_LIST PAGE_COUNT PAGE_SIZE PRAGMA_LIST SCHEMA_VERSION USER_VERSION'
  ).split(' '),
);

/** SQLite's own limit. */
const MAX_SQL_LENGTH = 1_000_000;

/** The table that would show where the file of the database is. */
const FILES = /pragma_database_list/i;
const BEFORE_TABLES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'IN', 'INTO', 'UPDATE', ',', '(', '.']);

/** Whether a text names that table. SQLite takes a string for a name where a table may stand. */
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
 * The first tokens of a statement, as many as decide what it may do. @throws {SqlFailure} when the text cannot be one.
 */
export const startOf = (sql: string, count = DECIDING_TOKENS): Token[] => {
  // SQLite stops reading at NUL, so what stands after it would not be what was checked.
  if (sql.includes('\0')) throw new SqlFailure('invalid_sql', 'The query has a NUL character.', 'Remove it.');
  if (sql.length > MAX_SQL_LENGTH)
    throw new SqlFailure('invalid_sql', `The query is longer than ${MAX_SQL_LENGTH} characters.`);
  if (FILES.test(sql) && namesFiles(sql))
    throw new SqlFailure('forbidden', 'pragma_database_list may not be used.', 'Use pragma_table_list.');
  const first: Token[] = [];
  for (const token of tokens(sql)) if (first.push(token) === count) break;
  if (first.length === 0)
    throw new SqlFailure('invalid_sql', 'The query is empty.', 'Give one SQL statement.');
  return first;
};

/** The pragma after the word PRAGMA: `name`, `schema.name`, each with `= value` or `(value)`. */
export const readPragma = (
  after: readonly Token[],
): { readonly name: string; readonly hasArgument: boolean } => {
  const [first, second, third] = after;
  const isQualified = second?.text === '.' && second.kind === 'symbol';
  const name = isQualified ? third : first;
  const rest = after.slice(isQualified ? 3 : 1);
  return { name: name?.text.toUpperCase() ?? '', hasArgument: rest.some(({ text }) => text !== ';') };
};

/** Whether the pragma, given the tokens after PRAGMA, only tells something. */
export const isReadingPragma = (after: readonly Token[]): boolean => {
  const { name, hasArgument } = readPragma(after);
  return QUESTIONS.has(name) || (SETTINGS.has(name) && !hasArgument);
};

/** The statement after EXPLAIN or EXPLAIN QUERY PLAN. */
const explained = ([query, plan, ...more]: readonly Token[]): Token | undefined =>
  wordOf(query) === 'QUERY' && wordOf(plan) === 'PLAN' ? more[0] : query;

/**
 * Checks the text of a statement that is to read, before it is compiled: SQLite runs many pragmas while it compiles
 * them.
 *
 * @throws {SqlFailure} when it does not begin like one that only reads.
 */
export const checkReadText = (sql: string): ReadKind => {
  const [first, ...after] = startOf(sql);
  const verb = wordOf(first);
  if (READS.has(verb)) return 'rows';
  if (verb === 'EXPLAIN') {
    // To explain a pragma runs it. What would be changed by the others is not changed by explaining it.
    const target = wordOf(explained(after));
    if (READS.has(target) || CHANGES.has(target)) return 'plan';
    throw new SqlFailure('not_read_only', 'EXPLAIN works for SELECT, INSERT, UPDATE and DELETE only.');
  }
  if (verb === 'PRAGMA') {
    if (isReadingPragma(after)) return 'pragma';
    throw new SqlFailure(
      'not_read_only',
      'This PRAGMA is not one of those that only read, like table_info or index_list.',
    );
  }
  throw notReading(verb, wordOf(after[0]));
};

/**
 * Checks what SQLite says of a statement that is to read.
 *
 * @throws {SqlFailure} when it could change something.
 */
export const checkReadCompiled = ({ readonly, reader }: Compiled, reading: ReadKind): void => {
  if (reader && (readonly || reading !== 'rows')) return;
  throw new SqlFailure(
    'not_read_only',
    'Only queries that change nothing are allowed here.',
    'To change data use write_query, if the server offers it.',
  );
};
