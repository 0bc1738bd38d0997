// Write check: allows statements that may write.
import type { ProcessOptions } from '../tasks.ts';
import { otherDialect, SqlFailure } from './failure.ts';
import { CHANGES, isReadingPragma, readPragma, READS, startOf, type Compiled } from './read-check.ts';
import { wordOf, type Token } from './tokens.ts';

/** A writing statement. */
export interface WriteStatement {
  /** Its first word, like INSERT. */
  readonly verb: string;
  /** Whether it can be part of a transaction. */
  readonly isTransactional: boolean;
}

/** First words of statements that change the schema. */
export const SCHEMA: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP']);

/** First words of statements that change the file but no rows. */
export const MAINTENANCE: ReadonlySet<string> = new Set(['ANALYZE', 'REINDEX']);
const TRANSACTION: ReadonlySet<string> = new Set('BEGIN COMMIT END RELEASE ROLLBACK SAVEPOINT'.split(' '));
const OTHER_FILES: ReadonlySet<string> = new Set(['ATTACH', 'DETACH', 'VACUUM']);

/** Pragmas that lose no data and change no setting of the connection. */
const PRAGMAS: ReadonlySet<string> = new Set(['APPLICATION_ID', 'OPTIMIZE', 'USER_VERSION']);

/**
 * Checks the text of a writing statement before compilation.
 *
 * @throws {SqlFailure} if it is not allowed.
 */
export const checkWriteText = (sql: string, options: Pick<ProcessOptions, 'allowAttach'>): WriteStatement => {
  // The fast path for large batches: the first word decides.
  const verb = wordOf(startOf(sql, 1)[0]);
  if (CHANGES.has(verb) || MAINTENANCE.has(verb)) return { verb, isTransactional: true };
  const first = startOf(sql);
  if (SCHEMA.has(verb) && isTemporary(first))
    throw forbidden(
      'Temporary objects are not allowed: the next process would not have them.',
      'Use WITH in the query, or a table.',
    );
  if (SCHEMA.has(verb)) return { verb, isTransactional: true };
  if (verb === 'PRAGMA' && PRAGMAS.has(readPragma(first.slice(1)).name))
    return { verb, isTransactional: false };
  if (verb === 'PRAGMA') {
    const hint = isReadingPragma(first.slice(1)) ? 'Use read_query.' : undefined;
    throw forbidden('This PRAGMA is not allowed here.', hint);
  }
  if (OTHER_FILES.has(verb)) return checkOtherFiles(verb, first, options.allowAttach);
  if (TRANSACTION.has(verb))
    throw forbidden(
      `${verb} is not needed: each call is a transaction of its own.`,
      'Use execute_batch for several statements in one transaction.',
    );
  if (READS.has(verb) || verb === 'EXPLAIN') throw onlyReads();
  const hint = otherDialect(verb, wordOf(first[1]));
  throw new SqlFailure('invalid_sql', 'The query does not begin with an SQL keyword like INSERT.', hint);
};

const forbidden = (problem: string, hint: string | undefined): SqlFailure =>
  new SqlFailure('forbidden', problem, hint);

const onlyReads = (): SqlFailure =>
  new SqlFailure('reads', 'SELECT queries are not allowed for write_query.', 'Use read_query.');

// `CREATE TEMP TABLE x`, `CREATE TABLE temp.x`: would affect later statements of other clients.
const isTemporary = (first: readonly Token[]): boolean =>
  first.some(({ kind, text }, at) => {
    if (kind !== 'word' && kind !== 'quoted' && kind !== 'string') return false;
    if (kind === 'word' && at === 1) return text === 'TEMP' || text === 'TEMPORARY';
    return text.toUpperCase() === 'TEMP' && first[at + 1]?.text === '.';
  });

const checkOtherFiles = (verb: string, first: readonly Token[], isAllowed: boolean): WriteStatement => {
  const staysInside = verb === 'VACUUM' && !first.some((token) => wordOf(token) === 'INTO');
  if (!staysInside && !isAllowed)
    throw forbidden(
      `${verb}${verb === 'VACUUM' ? ' INTO' : ''} reaches other files.`,
      'The operator can allow it with --allow-attach.',
    );
  return { verb, isTransactional: false };
};

/**
 * Checks what SQLite reports about a writing statement.
 *
 * @throws {SqlFailure} if it only reads, like `WITH … SELECT`.
 */
export const checkWriteCompiled = ({ readonly, reader }: Compiled, { verb }: WriteStatement): void => {
  if (verb === 'WITH' && readonly && reader) throw onlyReads();
};
