// readStatus: prepares the result of git_status for the page.
import { isMembers, listOf, toWord, type Members, type CallResult } from '@mcp/view';

const LISTS = [
  ['conflicted', 'In conflict'],
  ['staged', 'Staged'],
  ['unstaged', 'Changed'],
  ['untracked', 'New'],
] as const;

/** Name of a list in the status. */
export type ListName = (typeof LISTS)[number][0];

/** A list of files. */
export interface Listed {
  readonly list: ListName;
  readonly title: string;
  /** Files that fit in the result. */
  readonly entries: readonly Entry[];
  /** Number of files, including those that did not fit. */
  readonly count: number;
}

/** A file of a list. */
export interface Entry {
  readonly list: ListName;
  /** Path as the server writes it, with escapes if necessary. */
  readonly path: string;
  /** Path before a rename. */
  readonly old_path?: string;
  /** Short description of the change. */
  readonly state: string;
}

/** The state of the repository. */
export interface Status {
  readonly branch: string;
  /** Operation in progress; empty if there is none. */
  readonly operation: string;
  /** Text on how far the branch is ahead of and behind its upstream; empty without one. */
  readonly distance: string;
  readonly isTruncated: boolean;
  /** Whether the server has tools to stage and resolve. */
  readonly isWritable: boolean;
  /** Lists that have files. */
  readonly lists: readonly Listed[];
}

/** Descriptions of conflicts by git's two-letter code. */
const CONFLICTS: { readonly [code: string]: string } = {
  UU: 'both modified',
  AA: 'both added',
  DD: 'both deleted',
  AU: 'added by us',
  UA: 'added by them',
  DU: 'deleted by us',
  UD: 'deleted by them',
};

const toDistance = ({ upstream, ahead, behind }: Members): string => {
  const name = toWord(upstream);
  if (name === '') return '';
  if (behind === undefined) return `The upstream ${name} is gone.`;
  return `${Number(ahead)} ahead of ${name}, ${Number(behind)} behind`;
};

const toEntries = (data: Members, list: ListName): Entry[] =>
  listOf(data[list]).map((entry) => {
    const { path, status, code, old_path } = isMembers(entry) ? entry : { path: entry, status: 'new' };
    return {
      list,
      path: toWord(path),
      state: CONFLICTS[toWord(code)] ?? toWord(status ?? code),
      ...(typeof old_path === 'string' ? { old_path } : {}),
    };
  });

const countIn = ({ counts }: Members, list: ListName): number | undefined =>
  isMembers(counts) ? Number(counts[list]) : undefined;

/** Reads a status. Returns undefined if the result has no data. */
export const readStatus = ({ structuredContent: data, _meta: meta }: CallResult): Status | undefined =>
  data && {
    branch: toWord(data['branch']) || `HEAD at ${toWord(data['commit']).slice(0, 10)}`,
    operation: toWord(data['operation']),
    distance: toDistance(data),
    isTruncated: data['truncated'] === true,
    isWritable: meta?.['writable'] === true,
    lists: LISTS.map(([list, title]) => {
      const entries = toEntries(data, list);
      return { list, title, entries, count: countIn(data, list) ?? entries.length };
    }).filter(({ count }) => count > 0),
  };
