// Errors of git and of its rules, in words that tell the caller what to do.

/** What kind of refusal it is. */
export type FailureCode =
  | 'access_denied'
  | 'conflict'
  | 'failed'
  | 'locked'
  | 'no_access'
  | 'no_commits'
  | 'no_identity'
  | 'not_found'
  | 'protected'
  | 'signing'
  | 'timeout'
  | 'too_large'
  | 'unreachable'
  | 'unsupported';

/** Codes of failures that may not happen again on a retry. */
const RETRYABLE: ReadonlySet<FailureCode> = new Set(['locked', 'timeout', 'unreachable']);

interface More {
  readonly code?: FailureCode | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** Returns the code of a failed system call, like `ENOENT`, or undefined for any other error. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** A refusal. Its message ends with the hint. */
export class GitError extends Error {
  override readonly name: string = 'GitError';
  /** What kind of refusal it is; undefined where the message says all. */
  readonly code: FailureCode | undefined;
  /** The message without the hint. */
  readonly problem: string;
  /** What the caller can do, as a sentence. */
  readonly hint: string | undefined;
  /** Whether the same may succeed later. */
  readonly retryable: boolean;

  constructor(problem: string, { code, hint, cause }: More = {}) {
    super(hint === undefined ? problem : `${problem} ${hint}`, { cause });
    this.code = code;
    this.problem = problem;
    this.hint = hint;
    this.retryable = code !== undefined && RETRYABLE.has(code);
  }
}
