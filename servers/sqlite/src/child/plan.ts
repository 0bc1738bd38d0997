// Statements that write, checked before the first one runs.
import { SqlFailure } from '../sql/failure.ts';
import { DECIDING_TOKENS, isReadingPragma } from '../sql/read-gate.ts';
import { startOf, wordOf } from '../sql/tokens.ts';
import { checkWriteText, type WriteStatement } from '../sql/write-gate.ts';
import type { Sql } from '../tasks.ts';

/** One statement. */
export interface Plan {
  readonly sql: Sql;
  /** Undefined for a statement that reads. */
  readonly writing: WriteStatement | undefined;
}

interface Rules {
  readonly allowAttach: boolean;
  readonly isDryRun?: boolean | undefined;
}

/**
 * What to run. Statements that read are allowed in a batch only.
 *
 * @throws {SqlFailure} when a statement may not run. In a batch it says which one.
 */
export const toPlans = (statements: readonly Sql[], { allowAttach, isDryRun = false }: Rules): Plan[] => {
  const isBatch = statements.length > 1;
  return statements.map((sql, index) => {
    try {
      if (isBatch && beginsToRead(sql.query)) return { sql, writing: undefined };
      const writing = checkWriteText(sql.query, { allowAttach });
      if (!writing.isTransactional && (isDryRun || isBatch))
        throw new SqlFailure(
          'forbidden',
          `${writing.verb} cannot be undone, so it must be alone and not a dry run.`,
        );
      return { sql, writing };
    } catch (error) {
      if (!isBatch || !(error instanceof SqlFailure)) throw error;
      throw new SqlFailure(error.code, `Statement ${index}: ${error.message}`, error.hint);
    }
  });
};

/** Whether a text begins like one that reads and cannot write: WITH can. @throws {SqlFailure} like the checks. */
const beginsToRead = (sql: string): boolean => {
  const verb = wordOf(startOf(sql, 1)[0]);
  if (verb === 'PRAGMA') return isReadingPragma(startOf(sql, DECIDING_TOKENS).slice(1));
  return verb === 'SELECT' || verb === 'VALUES' || verb === 'EXPLAIN';
};
