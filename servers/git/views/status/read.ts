// What git_status says, as the page shows it.
import type { CallResult } from '@mcp/view';

/** Which list of the status a file is in. */
export type ListName = 'conflicted' | 'staged' | 'unstaged' | 'untracked';

/** A file of a list. */
export interface Entry {
  readonly list: ListName;
  /** As the server names it, with escapes where it needs some. */
  readonly path: string;
  /** Before it was renamed. */
  readonly old_path?: string;
  /** What happened to it, in a word or two. */
  readonly state: string;
}

/** The state of the repository. */
export interface Status {
  readonly branch: string;
  readonly operation?: string;
  readonly isTruncated: boolean;
  /** Whether the server has tools that stage and resolve. */
  readonly isWritable: boolean;
  readonly lists: Readonly<Record<ListName, readonly Entry[]>>;
}

/** What both sides did, by the two letters of git. */
const CONFLICTS: { readonly [code: string]: string } = {
  UU: 'both modified',
  AA: 'both added',
  DD: 'both deleted',
  AU: 'added by us',
  UA: 'added by them',
  DU: 'deleted by us',
  UD: 'deleted by them',
};

type Members = { readonly [name: string]: unknown };

/** Whether a value of a result is an object. */
export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
/** A text of a result; empty when it is something else. */
export const toWord = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A list of a result; empty when it is something else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Undefined when the result has no data. */
export const readStatus = ({ structuredContent: data, _meta: meta }: CallResult): Status | undefined => {
  if (data === undefined) return undefined;
  const { branch, commit, operation, truncated } = data;
  const changed = (list: 'staged' | 'unstaged'): Entry[] =>
    listOf(data[list])
      .filter(isMembers)
      .map(({ path, status, old_path }) => ({
        list,
        path: toWord(path),
        state: toWord(status),
        ...(typeof old_path === 'string' ? { old_path } : {}),
      }));
  const conflicted = listOf(data['conflicted'])
    .filter(isMembers)
    .map(({ path, code }): Entry => {
      const letters = toWord(code);
      return { list: 'conflicted', path: toWord(path), state: CONFLICTS[letters] ?? letters };
    });
  const untracked = listOf(data['untracked']).map((path): Entry => {
    return { list: 'untracked', path: toWord(path), state: 'new' };
  });
  return {
    branch: toWord(branch) || `HEAD at ${toWord(commit).slice(0, 10)}`,
    ...(typeof operation === 'string' ? { operation } : {}),
    isTruncated: truncated === true,
    isWritable: meta?.['writable'] === true,
    lists: { conflicted, staged: changed('staged'), unstaged: changed('unstaged'), untracked },
  };
};
