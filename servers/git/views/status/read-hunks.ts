// readHunks: the changes of one file, page by page.
import { cursorIn, patchIn } from '../diff/patch.tsx';
import { parsePatch } from '../diff/parse.ts';
import { splitHunks, type FileHunks } from '../diff/split.ts';
import type { Work } from './use-repository.ts';

/** Longer patches the server does not take. */
const MOST_CHARACTERS = 2_000_000;

/** The changes of a file, and what git says of it, like a new mode. */
export interface Changes extends FileHunks {
  readonly remarks: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Reads them. */
export const readHunks = async (work: Work, path: string, staged: boolean): Promise<Changes> => {
  let patch = '';
  let cursor: string | undefined;
  do {
    const page = await work.read('git_diff', { paths: [path], staged, ...(cursor && { cursor }) });
    patch += patchIn(page);
    cursor = cursorIn([page]);
  } while (cursor !== undefined && patch.length < MOST_CHARACTERS);
  const isCut = cursor !== undefined;
  const remarks = parsePatch(patch.split(/^@@ /m, 1).join()).files[0]?.remarks ?? [];
  return { ...splitHunks(patch, isCut), remarks, isCut };
};
