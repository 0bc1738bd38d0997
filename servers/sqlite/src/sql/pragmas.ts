// The pragmas that may be used. SQLite runs many of them while it compiles them, so they are checked before.
import type { Token } from './tokens.ts';

/** Answer questions, with or without an argument, and change nothing. */
const QUESTIONS: ReadonlySet<string> = new Set([
  ...['TABLE_INFO', 'TABLE_XINFO', 'TABLE_LIST', 'INDEX_LIST', 'INDEX_INFO', 'INDEX_XINFO'],
  ...['FOREIGN_KEY_LIST', 'FOREIGN_KEY_CHECK', 'INTEGRITY_CHECK', 'QUICK_CHECK'],
]);

/** Tell a setting. With an argument they would change it. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['APPLICATION_ID', 'AUTO_VACUUM', 'COLLATION_LIST', 'COMPILE_OPTIONS', 'DATA_VERSION', 'ENCODING'],
  ...['FOREIGN_KEYS', 'FREELIST_COUNT', 'FUNCTION_LIST', 'JOURNAL_MODE', 'MODULE_LIST', 'PAGE_COUNT'],
  ...['PAGE_SIZE', 'PRAGMA_LIST', 'SCHEMA_VERSION', 'USER_VERSION'],
]);

/** Change the database file in ways that lose nothing and do not outlive the statement in the connection. */
const WRITES: ReadonlySet<string> = new Set(['APPLICATION_ID', 'OPTIMIZE', 'USER_VERSION']);

interface Pragma {
  readonly name: string;
  readonly hasArgument: boolean;
}

/** The pragma after the word PRAGMA: `name`, `schema.name`, each with `= value` or `(value)`. */
const readPragma = (after: readonly Token[]): Pragma => {
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

/** Whether the pragma may be used where writing is allowed. */
export const isWritingPragma = (after: readonly Token[]): boolean => WRITES.has(readPragma(after).name);

/** How many tokens after PRAGMA decide. */
export const PRAGMA_TOKENS = 4;
