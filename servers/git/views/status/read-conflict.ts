// readConflict: a file in conflict, with all its places.
import { isMembers, listOf, toWord, type CallResult } from '@mcp/view';
import type { Work } from './use-repository.ts';

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
  /** What the sides did with the file, as git says it: `deleted by us`. */
  readonly kind: string;
  readonly oursName: string;
  readonly theirsName: string;
  readonly places: readonly Place[];
}

/** Reads it. */
export const readConflict = async (work: Work, path: string): Promise<FileConflict> => {
  const pages = await readPages(work, { path });
  const [file = {}] = filesOf(pages[0]?.structuredContent);
  return {
    stamp: toWord(file['stamp']),
    type: toWord(file['type']),
    kind: toWord(file['kind']),
    oursName: toWord(file['ours_name']),
    theirsName: toWord(file['theirs_name']),
    places: pages.flatMap(toPlaces),
  };
};

const readPages = async (work: Work, args: object): Promise<readonly CallResult[]> => {
  const page = await work.read('git_conflicts', args);
  const cursor = page.structuredContent?.['next_cursor'];
  return cursor === undefined ? [page] : [page, ...(await readPages(work, { ...args, cursor }))];
};

const toPlaces = ({ structuredContent: data, _meta: meta }: CallResult): Place[] =>
  filesOf(data)
    .flatMap(({ regions }) => listOf(regions))
    .filter(isMembers)
    .map(({ start_line: startLine, ours, base, theirs }, at) => ({
      lead: toWord(listOf(meta?.['leads'])[at]),
      startLine: Number(startLine),
      ours: toWord(ours),
      theirs: toWord(theirs),
      ...(typeof base === 'string' ? { base } : {}),
    }));

const filesOf = (data: CallResult['structuredContent']) => listOf(data?.['conflicts']).filter(isMembers);
