// readConflict: reads a file in conflict with all its regions.
import { isMembers, listOf, toWord, type CallResult } from '@mcp/view';
import type { Work } from './use-repository.ts';

/** A conflict region of a file. All texts are whole lines. */
export interface Place {
  /** Lines before the region. */
  readonly lead: string;
  readonly startLine: number;
  readonly ours: string;
  readonly base?: string;
  readonly theirs: string;
}

/** A file in conflict. */
export interface FileConflict {
  /** Identifier of this version of the file. */
  readonly stamp: string;
  /** `text`, or a kind of file without lines. */
  readonly type: string;
  /** Git's description of what the sides did: `deleted by us`. */
  readonly kind: string;
  readonly oursName: string;
  readonly theirsName: string;
  readonly places: readonly Place[];
}

/** Reads all pages of a conflict. */
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
