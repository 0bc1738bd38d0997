// Refusals on their way between threads.
import { FileError } from '@mcp/files';

/** What a thread answers: the class of an error does not survive the way between threads. */
export type Answer<T> =
  | { readonly result: T }
  | { readonly failure: Pick<FileError, 'code' | 'problem' | 'hint'> };

/** Does the work of a thread. Throws failures that are no refusal. */
export const toAnswer = async <T>(work: () => T | Promise<T>): Promise<Answer<T>> => {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, problem, hint } = error;
    return { failure: { code, problem, hint } };
  }
};

/**
 * The result in an answer.
 *
 * @throws {FileError} when the thread refused.
 */
export const readAnswer = <T>(answer: Answer<T>): T => {
  if ('result' in answer) return answer.result;
  const { code, problem, hint } = answer.failure;
  throw new FileError(code, problem, { hint });
};
