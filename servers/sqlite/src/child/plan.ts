// Statements that write, checked before the first one runs.
import { SqlFailure } from '../sql/failure.ts';
import { DECIDING_TOKENS, isReadingPragma } from '../sql/read-gate.ts';
import { startOf, wordOf } from '../sql/tokens.ts';
import { checkWriteText, type WriteStatement } from '../sql/write-gate.ts';
import type { ProcessOptions, Sql, WriteTask } from '../tasks.ts';

/** One statement. */
export interface Plan {
  readonly sql: Sql;
  /** Undefined for a statement that reads. */
  readonly writing: WriteStatement | undefined;
}

/** What decides on the plans. */
type Request = Pick<WriteTask, 'statements' | 'verbs' | 'isDryRun'>;

/**
 * What to run. Equal statements of a batch are checked once.
 *
 * @throws {SqlFailure} when a statement may not run.
 */
export const toPlans = (request: Request, options: ProcessOptions): Plan[] => {
  const known = new Map<string, WriteStatement | undefined>();
  return request.statements.map((sql, index) => {
    if (!known.has(sql.query)) known.set(sql.query, check(request, options, index));
    return { sql, writing: known.get(sql.query) };
  });
};

/** A refusal in a batch says which statement it is about. */
const check = (request: Request, options: ProcessOptions, index: number): WriteStatement | undefined => {
  try {
    return toWriting(request, options, request.statements[index]?.query ?? '');
  } catch (error) {
    if (request.statements.length === 1 || !(error instanceof SqlFailure)) throw error;
    throw new SqlFailure(error.code, `Statement ${index}: ${error.message}`, error.hint);
  }
};

const toWriting = (
  { statements, verbs, isDryRun }: Request,
  { allowAttach }: ProcessOptions,
  query: string,
): WriteStatement | undefined => {
  if (statements.length > 1 && beginsToRead(query)) return undefined;
  const writing = checkWriteText(query, { attach: allowAttach });
  if (verbs !== undefined && !verbs.includes(writing.verb))
    throw new SqlFailure(
      'forbidden',
      `Only statements that begin with ${verbs.join(', ')} are allowed here.`,
      'Use write_query for others.',
    );
  if (!writing.isTransactional && (isDryRun || statements.length > 1))
    throw new SqlFailure(
      'forbidden',
      `${writing.verb} cannot be undone, so it must be alone and not a dry run.`,
    );
  return writing;
};

/** Whether a text begins like one that reads and cannot write: WITH can. @throws {SqlFailure} like the checks. */
const beginsToRead = (sql: string): boolean => {
  const verb = wordOf(startOf(sql, 1)[0]);
  if (verb === 'PRAGMA') return isReadingPragma(startOf(sql, DECIDING_TOKENS).slice(1));
  return verb === 'SELECT' || verb === 'VALUES' || verb === 'EXPLAIN';
};
