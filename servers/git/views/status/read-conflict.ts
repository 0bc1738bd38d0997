// readConflict: a file in conflict, with all its places.
import type { CallResult } from '@mcp/view';
import { isMembers, listOf, toWord } from './read.ts';
import type { Work } from './work.ts';

/** A place of a file in conflict. All texts are whole lines. */
export interface Place {
  /** The lines before it. */
  readonly lead: string;
  readonly startLine: number;
  readonly ours: string;
  readonly base?: string;
  readonly theirs: string;
}

/** A file in conflict. */
export interface FileConflict {
  /** What tells this state of the file from another. */
  readonly stamp: string;
  /** `text`, or a kind of file that has no lines. */
  readonly type: string;
  /** The sides that have deleted the file, or never had it. */
  readonly deleted: readonly string[];
  readonly oursName: string;
  readonly theirsName: string;
  readonly places: readonly Place[];
}

/** Reads it, page by page. */
export const readConflict = async (work: Work, path: string): Promise<FileConflict> => {
  const places: Place[] = [];
  let cursor: unknown;
  do {
    const page = await work.read('git_conflicts', { path, ...(cursor === undefined ? {} : { cursor }) });
    const [file] = listOf(page.structuredContent?.['conflicts']);
    if (!isMembers(file)) throw new Error('The file is not in conflict any more.');
    places.push(...toPlaces(file['regions'], page));
    cursor = page.structuredContent?.['next_cursor'];
    if (cursor === undefined)
      return {
        stamp: toWord(file['stamp']),
        type: toWord(file['type']),
        deleted: DELETED[toWord(file['kind'])] ?? [],
        oursName: toWord(file['ours_name']),
        theirsName: toWord(file['theirs_name']),
        places,
      };
  } while (true);
};

const DELETED: { readonly [kind: string]: readonly string[] } = {
  'deleted by us': ['ours'],
  'added by them': ['ours'],
  'deleted by them': ['theirs'],
  'added by us': ['theirs'],
  'both deleted': ['ours', 'theirs'],
};

const toPlaces = (regions: unknown, { _meta: meta }: CallResult): Place[] =>
  listOf(regions)
    .filter(isMembers)
    .map(({ start_line: startLine, ours, base, theirs }, at) => ({
      lead: toWord(listOf(meta?.['leads'])[at]),
      startLine: Number(startLine),
      ours: toWord(ours),
      theirs: toWord(theirs),
      ...(typeof base === 'string' ? { base } : {}),
    }));
