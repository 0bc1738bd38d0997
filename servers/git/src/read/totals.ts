// How many commits there are in all, and of whom or where: from `git log`, without the commits themselves.
import type { Option } from '../repository/arguments.ts';
import { shownName } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Work } from '../repository/work.ts';
import { Records } from './records.ts';

/** What has commits, and how many, most first. */
export type Counts = readonly (readonly [name: string, commits: number])[];

/** The counts. There are more commits than `commits` when `isCut`. */
export interface Totals {
  readonly commits: number;
  readonly isCut: boolean;
  readonly counts: Counts;
}

/** Histories that are longer are counted so far: it takes about a second. */
const MOST = 50_000;

/** Counts the commits that a `git log` finds by the name of the author. */
export const countAuthors = async (repository: Repository, log: Work): Promise<Totals> => {
  const counter = new Counter();
  await stream(repository, log, { options: ['--format=%an'], counter }, (name) => counter.add([name]));
  return counter.totals();
};

/** Counts them by the folders that they changed files in: those directly below `folder`, which is empty for the top level. */
export const countFolders = async (repository: Repository, log: Work, folder: string): Promise<Totals> => {
  const counter = new Counter();
  let folders: Set<string> | undefined;
  const end = (): void => {
    if (folders !== undefined) counter.add([...folders]);
    folders = new Set();
  };
  await stream(repository, log, { options: ['--format=%x01', '--name-only'], counter }, (record) => {
    if (record === '\x01') return end();
    // Names begin on a line of their own.
    const path = record.replace(/^\n/, '');
    const inner = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    const [first = '', ...rest] = inner.split('/');
    folders?.add(rest.length === 0 ? '(files)' : `${shownName(first)}/`);
  });
  end();
  return counter.totals();
};

interface Counting {
  readonly options: readonly Option[];
  readonly counter: Counter;
}

const stream = async (
  repository: Repository,
  log: Work,
  { options, counter }: Counting,
  take: (record: string) => void,
): Promise<void> => {
  const records = new Records((record) => {
    if (!counter.isFull) take(record);
  });
  await repository.stream({ ...log, options: ['-z', ...options, ...(log.options ?? [])] }, (chunk) => {
    records.add(chunk);
    return !counter.isFull;
  });
};

class Counter {
  #commits = 0;
  readonly #counts = new Map<string, number>();

  get isFull(): boolean {
    return this.#commits > MOST;
  }

  /** Takes one commit. */
  add(names: readonly string[]): void {
    if (this.isFull) return;
    this.#commits += 1;
    if (this.isFull) return;
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  totals(): Totals {
    const counts = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    return { commits: Math.min(this.#commits, MOST), isCut: this.isFull, counts };
  }
}

/** `838 commits`, or that there are more. */
export const showTotal = ({ commits, isCut }: Totals): string =>
  `${isCut ? `more than ${commits}` : commits} commit${commits === 1 ? '' : 's'}`;
