// DocumentError, and how it passes between processes.

/**
 * `unreadable`: damaged, locked or of an unknown format. `too_large`: takes too much text, time or memory. `missing`:
 * the document has no such part, sheet, cell or member. `not_found`: it lacks a text to replace. `ambiguous`: it
 * contains that text more than once. `refused`: the request would do damage.
 */
export type DocumentErrorCode =
  | 'ambiguous'
  | 'missing'
  | 'not_found'
  | 'refused'
  | 'too_large'
  | 'unreadable';

/** An error whose message is a sentence about "the document". */
export class DocumentError extends Error {
  override readonly name: string = 'DocumentError';
  readonly code: DocumentErrorCode;
  readonly hint: string | undefined;

  constructor(code: DocumentErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** Returns an error for an unreadable document. `problem` continues the sentence "The document …". */
export const unreadable = (problem: string, hint?: string, cause?: unknown): DocumentError =>
  new DocumentError('unreadable', `The document ${problem}.`, hint, cause);

/** Returns an error for a request that would do damage. `problem` continues the sentence "The document …". */
export const refused = (problem: string, hint?: string): DocumentError =>
  new DocumentError('refused', `The document ${problem}.`, hint);

/** A process's answer. Errors lose their class on the way between processes, so they travel as data. */
export type Answer<T> =
  | { readonly result: T }
  | { readonly failure: Pick<DocumentError, 'code' | 'hint' | 'message'> };

/** Runs the work of a process. Other errors than a `DocumentError` are thrown. */
export const toAnswer = async <T>(work: () => T | Promise<T>): Promise<Answer<T>> => {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { code, hint, message } = error;
    return { failure: { code, hint, message } };
  }
};

/**
 * Returns the result in an answer.
 *
 * @throws {DocumentError} if the process refused.
 */
export const readAnswer = <T>(answer: Answer<T>): T => {
  if ('result' in answer) return answer.result;
  const { code, hint, message } = answer.failure;
  throw new DocumentError(code, message, hint);
};
