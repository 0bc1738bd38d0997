// Which statements may run: decided by the first tokens, before SQLite sees the text, and by what SQLite says of it.
import { isReadingPragma, isWritingPragma, PRAGMA_TOKENS } from './pragmas.ts';
import { SqlFailure } from './failure.ts';
import { firstTokens, type Token } from './tokens.ts';

/** What SQLite says of a compiled statement. */
export interface Compiled {
  /** It changes no database file, as far as SQLite can tell. */
  readonly readonly: boolean;
  /** It returns rows. */
  readonly reader: boolean;
}

/** What the operator allows beside ordinary writing. */
export interface Allowed {
  /** ATTACH, DETACH and VACUUM INTO: other files. */
  readonly attach: boolean;
}

/** What a writing statement is. */
export interface Writing {
  /** Its first word, like INSERT. */
  readonly verb: string;
  /** It can be part of a transaction. */
  readonly isTransactional: boolean;
  /** It destroys parts of the schema, so a backup makes sense before. */
  readonly isDestructiveSchema: boolean;
}

const READS: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES']);
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'WITH']);
const SCHEMA: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP']);
const MAINTENANCE: ReadonlySet<string> = new Set(['ANALYZE', 'REINDEX']);
const TRANSACTION: ReadonlySet<string> = new Set([
  'BEGIN',
  'COMMIT',
  'END',
  'RELEASE',
  'ROLLBACK',
  'SAVEPOINT',
]);
const OTHER_FILES: ReadonlySet<string> = new Set(['ATTACH', 'DETACH', 'VACUUM']);

/** EXPLAIN QUERY PLAN, the statement's first word, and what of a pragma decides. */
const DECIDING_TOKENS = 4 + PRAGMA_TOKENS;

/** SQLite's own limit. */
const MAX_SQL_LENGTH = 1_000_000;

/** The first tokens of a text. @throws {SqlFailure} when the text cannot be one statement. */
const start = (sql: string, count = DECIDING_TOKENS): Token[] => {
  // SQLite stops reading at NUL, so what stands after it would not be what was checked.
  if (sql.includes('\0')) throw new SqlFailure('invalid_sql', 'The query has a NUL character. Remove it.');
  if (sql.length > MAX_SQL_LENGTH)
    throw new SqlFailure('invalid_sql', `The query is longer than ${MAX_SQL_LENGTH} characters.`);
  const first = firstTokens(sql, count);
  if (first.length === 0) throw new SqlFailure('invalid_sql', 'The query is empty. Give one SQL statement.');
  return first;
};

/** The statement after EXPLAIN or EXPLAIN QUERY PLAN, or undefined when there is none of these. */
const explained = ([explain, query, plan, ...more]: readonly Token[]): readonly Token[] | undefined => {
  if (!isWord(explain, 'EXPLAIN')) return undefined;
  if (isWord(query, 'QUERY') && isWord(plan, 'PLAN')) return more;
  return [query, plan, ...more].filter((token) => token !== undefined);
};

const isWord = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text === text;

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.text : '');

/** Whether a text begins like one that reads and cannot write: WITH can. @throws {SqlFailure} like the checks. */
export const beginsToRead = (sql: string): boolean => {
  const verb = wordOf(start(sql, 1)[0]);
  if (verb === 'PRAGMA') return isReadingPragma(start(sql).slice(1));
  return verb === 'SELECT' || verb === 'VALUES' || verb === 'EXPLAIN';
};

/**
 * Checks the text of a statement that is to read, before it is compiled. Returns whether it only explains another one,
 * which SQLite describes as if it ran.
 *
 * @throws {SqlFailure} when it does not begin like one that only reads.
 */
export const checkReadText = (sql: string): boolean => {
  const verb = wordOf(start(sql, 1)[0]);
  if (READS.has(verb)) return false;
  const first = start(sql);
  const inner = explained(first);
  if (inner !== undefined) {
    // To explain a pragma runs it. What would be changed by the others is not changed by explaining it.
    const target = wordOf(inner[0]);
    if (READS.has(target) || CHANGES.has(target)) return true;
    throw new SqlFailure('not_read_only', `EXPLAIN works for SELECT, INSERT, UPDATE and DELETE only.`);
  }
  if (verb === 'PRAGMA') {
    if (isReadingPragma(first.slice(1))) return false;
    throw new SqlFailure('not_read_only', 'This PRAGMA is not one of those that only read, like table_info.');
  }
  throw new SqlFailure('not_read_only', 'Only SELECT queries are allowed for read_query');
};

/**
 * Checks what SQLite says of a statement that is to read.
 *
 * @throws {SqlFailure} when it could change something.
 */
export const checkReadCompiled = ({ readonly, reader }: Compiled, isExplained: boolean): void => {
  if (!reader || !(readonly || isExplained))
    throw new SqlFailure('not_read_only', 'Only queries that change nothing are allowed for read_query');
};

/**
 * Checks the text of a statement that is to write, before it is compiled.
 *
 * @throws {SqlFailure} when it is of a kind that may not run.
 */
export const checkWriteText = (sql: string, allowed: Allowed): Writing => {
  // Batches have thousands of these, and their first word says all.
  const verb = wordOf(start(sql, 1)[0]);
  if (CHANGES.has(verb) || MAINTENANCE.has(verb))
    return { verb, isTransactional: true, isDestructiveSchema: false };
  const first = start(sql);
  if (SCHEMA.has(verb) && isTemporary(first))
    throw new SqlFailure(
      'forbidden',
      'Nothing temporary can be made: it would be gone with the next process.',
    );
  if (SCHEMA.has(verb)) return { verb, isTransactional: true, isDestructiveSchema: verb !== 'CREATE' };
  if (verb === 'PRAGMA') {
    if (isWritingPragma(first.slice(1))) return { verb, isTransactional: false, isDestructiveSchema: false };
    throw new SqlFailure('forbidden', 'This PRAGMA may not be used here.');
  }
  if (OTHER_FILES.has(verb)) return checkOtherFiles(verb, first, allowed);
  if (TRANSACTION.has(verb))
    throw new SqlFailure(
      'forbidden',
      `${verb} is not needed: each call is a transaction of its own. Use execute_batch for several statements.`,
    );
  if (READS.has(verb) || verb === 'EXPLAIN')
    throw new SqlFailure('reads', 'SELECT queries are not allowed for write_query');
  throw new SqlFailure('invalid_sql', 'The query does not begin with a word of SQL, like INSERT.');
};

// `CREATE TEMP TABLE x`, `CREATE TABLE temp.x`. It would act on later statements of others.
const isTemporary = (first: readonly Token[]): boolean =>
  first.some(({ kind, text }, at) => {
    if (kind !== 'word' && kind !== 'quoted' && kind !== 'string') return false;
    if (kind === 'word' && at === 1) return text === 'TEMP' || text === 'TEMPORARY';
    return text.toUpperCase() === 'TEMP' && first[at + 1]?.text === '.';
  });

const checkOtherFiles = (verb: string, first: readonly Token[], allowed: Allowed): Writing => {
  const staysInside = verb === 'VACUUM' && !first.some((token) => isWord(token, 'INTO'));
  if (!staysInside && !allowed.attach)
    throw new SqlFailure(
      'forbidden',
      `${verb}${verb === 'VACUUM' ? ' INTO' : ''} reaches other files. The operator can allow it with --allow-attach.`,
    );
  return { verb, isTransactional: false, isDestructiveSchema: false };
};

/**
 * Checks what SQLite says of a statement that is to write.
 *
 * @throws {SqlFailure} when it only reads, like `WITH … SELECT`.
 */
export const checkWriteCompiled = ({ readonly, reader }: Compiled, { verb }: Writing): void => {
  if (verb === 'WITH' && readonly && reader)
    throw new SqlFailure('reads', 'SELECT queries are not allowed for write_query');
};
