// A statement that is refused or that failed, in words that tell the model what to do.
import type { Failure } from '../tasks.ts';

/** Crosses from the process of the database as `Failure`. */
export class SqlFailure extends Error implements Failure {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Any error as plain data. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof SqlFailure) return { code: error.code, message: error.message, hint: error.hint };
  if (!(error instanceof Error)) return { code: 'failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
  return { code, message: error.message };
};
