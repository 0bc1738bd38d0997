// What choose_edits and choose_replacements return.
import { expect } from 'vitest';
import type { CallResult } from '../setup.ts';

/** A place in a file that can be chosen. */
export interface Place {
  readonly line: number;
  readonly above: string;
  readonly from: number;
  readonly before: string;
  readonly beforeLength: number;
  readonly after: string;
  readonly afterLength: number;
  readonly below: string;
}

/** What the page of a preview is shown of a file. */
export interface File {
  readonly path: string;
  readonly digest: string;
  readonly count: number;
  readonly places: readonly Place[];
}

export const filesOf = (result: CallResult): readonly File[] => {
  expect(result).not.toHaveProperty('isError');
  return result.structuredContent?.['files'] as readonly File[];
};
