// Passes refusals from a search thread to the main thread.
import { FileError } from '@mcp/files';

/** A thread's answer. Errors lose their class on the way between threads, so refusals travel as data. */
export type Answer<T> =
  | { readonly result: T }
  | { readonly failure: Pick<FileError, 'code' | 'problem' | 'hint'> };

/** Runs the work of a thread. Other errors than refusals are thrown. */
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
 * Returns the result in an answer.
 *
 * @throws {FileError} if the thread refused.
 */
export const readAnswer = <T>(answer: Answer<T>): T => {
  if ('result' in answer) return answer.result;
  const { code, problem, hint } = answer.failure;
  throw new FileError(code, problem, { hint });
};
