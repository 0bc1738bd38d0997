// readHunks: reads the changes of one file, page by page.
import { cursorIn, patchIn } from '../diff/patch.tsx';
import { parsePatch } from '../diff/parse.ts';
import { splitHunks, type FileHunks } from '../diff/split.ts';
import type { Work } from './use-repository.ts';

/** The server rejects longer patches. */
const MOST_CHARACTERS = 2_000_000;

/** The hunks of a file, with git's remarks, like a new mode. */
export interface Changes extends FileHunks {
  readonly remarks: readonly string[];
  /** Whether there are more changes. */
  readonly isCut: boolean;
}

/** Reads the changes of a file. */
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
