// The answer of a process: a failure is data too, as a class does not survive the way.
import { FetchError, summarize } from '../failure.ts';
import type { Answer, DocumentText } from './text.ts';

export const toAnswer = async (work: () => DocumentText | Promise<DocumentText>): Promise<Answer> => {
  try {
    return { text: await work() };
  } catch (error) {
    if (error instanceof FetchError) return { failure: summarize(error) };
    throw error;
  }
};
