// How many commits there are, and of whom or where: from `git log`, without the commits themselves.
import { shownName } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Work } from '../repository/work.ts';
import { Records } from './records.ts';

/** What has commits, and how many, most first. There are more commits than `commits` when `isCut`. */
export interface Totals {
  readonly commits: number;
  readonly isCut: boolean;
  readonly counts: readonly (readonly [name: string, commits: number])[];
}

/** Longer histories are counted so far: it takes about a second. */
const MOST = 50_000;

/** Counts the commits that a `git log` finds by the name of the author. */
export const countAuthors = (repository: Repository, log: Work): Promise<Totals> =>
  count(repository, { ...log, options: ['--format=%an', ...(log.options ?? [])] }, (record, add) => {
    add(record);
    return true;
  });

/** Counts them by the folders that they changed files in: those directly below `folder`, which is empty for the top level. */
export const countFolders = (repository: Repository, log: Work, folder: string): Promise<Totals> => {
  let known = new Set<string>();
  const options = ['--format=%x01', '--name-only', ...(log.options ?? [])] as const;
  return count(repository, { ...log, options }, (record, add) => {
    const isCommit = record === '\x01';
    if (isCommit) known = new Set();
    if (isCommit) return true;
    // Names begin on a line of their own.
    const path = record.replace(/^\n/, '');
    const inner = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    const [first = '', ...rest] = inner.split('/');
    const name = rest.length === 0 ? '(files)' : `${shownName(first)}/`;
    if (!known.has(name)) add(name);
    known.add(name);
    return false;
  });
};

/** `take` tells whether a record begins a commit. */
const count = async (
  repository: Repository,
  log: Work,
  take: (record: string, add: (name: string) => void) => boolean,
): Promise<Totals> => {
  let commits = 0;
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const records = new Records((record) => {
    if (commits <= MOST && take(record, add)) commits += 1;
  });
  await repository.stream({ ...log, options: ['-z', ...(log.options ?? [])] }, (chunk) => {
    records.add(chunk);
    return commits <= MOST;
  });
  return {
    commits: Math.min(commits, MOST),
    isCut: commits > MOST,
    counts: [...counts].toSorted(([, a], [, b]) => b - a),
  };
};

/** `838 commits`, or that there are more. */
export const showTotal = ({ commits, isCut }: Pick<Totals, 'commits' | 'isCut'>): string =>
  `${isCut ? `more than ${commits}` : commits} commit${commits === 1 ? '' : 's'}`;
