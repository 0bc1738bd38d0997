// Totals: counts commits by author or folder with `git log`, without reading them.
import { shownName, type Work } from '@mcp/git';
import type { Repository } from '../repositories.ts';

/** Counts, highest first. `isCut` means that there are more. */
export type Totals = Awaited<ReturnType<typeof countCommits>>;

/** A `git log`. */
export type Log = Work & { readonly name: 'log' };

/** Counting stops here, after about a second. */
const MOST = 50_000;

const FORMATS = {
  // The author is the only record of a commit.
  author: ['--format=%an'],
  // The names of the files that a commit changed follow it.
  folder: ['--format=%x01', '--name-only'],
} as const;

/**
 * Counts the commits of a `git log` by author, or by the folder of the changed files: a folder directly below the only
 * path of the log, or below the top level.
 */
export const countCommits = async (repository: Repository, log: Log, by: keyof typeof FORMATS) => {
  const path = log.operands?.at(-1) ?? '--';
  const folder = path === '--' || path === '.' ? '' : `${path}/`;
  let commits = 0;
  let known = new Set<string>();
  const counts = new Map<string, number>();
  const add = (name: string): void => {
    if (!known.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    known.add(name);
  };
  const read = (record: string): void => {
    if (commits > MOST) return;
    if (by === 'folder' && record !== '\u0001') return add(toFolder(record, folder));
    commits += 1;
    known = new Set();
    if (by === 'author') add(record);
  };
  const options = ['-z', ...FORMATS[by], ...(log.options ?? [])] as const;
  await repository.readRecords({ ...log, options }, read, () => commits > MOST);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return {
    commits: Math.min(commits, MOST),
    isCut: commits > MOST,
    counts: sorted.map(([name, count]) => ({ name, commits: count })),
  };
};

// The list of names starts on a new line.
const toFolder = (record: string, folder: string): string => {
  const path = record.replace(/^\n/, '');
  const inner = path.startsWith(folder) ? path.slice(folder.length) : path;
  const [first = '', ...rest] = inner.split('/');
  return rest.length === 0 ? '(files)' : `${shownName(first)}/`;
};
