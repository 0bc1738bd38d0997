// What documents refuse, and how a refusal survives the way between processes.

/**
 * `unreadable`: damaged, locked or of an unknown form. `too_large`: too much text, time or memory. `missing`: the
 * document has no such part, sheet, cell or member. `not_found`: it lacks a text that is to be replaced. `ambiguous`:
 * it has that text more than once. `refused`: the request would do damage.
 */
export type DocumentErrorCode =
  | 'ambiguous'
  | 'missing'
  | 'not_found'
  | 'refused'
  | 'too_large'
  | 'unreadable';

/** A refusal. Its message is a sentence about "the document". */
export class DocumentError extends Error {
  override readonly name: string = 'DocumentError';
  readonly code: DocumentErrorCode;
  /** What the caller can do about it, as a sentence. */
  readonly hint: string | undefined;

  constructor(code: DocumentErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** Returns an error for a document that cannot be read. `problem` goes on after "The document". */
export const unreadable = (problem: string, hint?: string, cause?: unknown): DocumentError =>
  new DocumentError('unreadable', `The document ${problem}.`, hint, cause);

/** Returns an error for a request that would do damage. `problem` goes on after "The document". */
export const refused = (problem: string, hint?: string): DocumentError =>
  new DocumentError('refused', `The document ${problem}.`, hint);

/** What a process answers: the class of an error does not survive the way. */
export type Answer<T> =
  | { readonly result: T }
  | { readonly failure: Pick<DocumentError, 'code' | 'hint' | 'message'> };

/** Does the work of a process. Throws what is not a `DocumentError`. */
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
 * @throws {DocumentError} when the process refused.
 */
export const readAnswer = <T>(answer: Answer<T>): T => {
  if ('result' in answer) return answer.result;
  const { code, hint, message } = answer.failure;
  throw new DocumentError(code, message, hint);
};
