// A page of the log, from the records of `git log -z`.
import type { Option } from '../repository/arguments.ts';
import { Budget } from './budget.ts';
import { FIELD_COUNT, toCommit, toText, type Commit } from './commits.ts';

/** A file that a commit changed. */
export interface ChangedFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly additions: number;
  readonly deletions: number;
  readonly binary: boolean;
}

/** A commit, with its files where they are asked for. */
export type LoggedCommit = Commit & { readonly files?: readonly ChangedFile[] };

/** Asks for the files of each commit; of a merge there are none: to ask for them would change which commits are found. */
export const statOptions: readonly Option[] = ['--numstat', '--find-renames'];

/** Collects commits until there are enough, or they do not fit. */
export class LogPage {
  readonly commits: LoggedCommit[] = [];
  readonly texts: string[] = [];
  /** There are more. */
  isFull = false;
  readonly #count: number;
  readonly #budget: Budget;
  #fields: string[] = [];
  #files: ChangedFile[] = [];
  #moved: { readonly counts: string; readonly from?: string } | undefined;

  constructor(count: number, maxBytes: number) {
    this.#count = count;
    this.#budget = new Budget(maxBytes);
  }

  /** Takes one record: a field of a commit, or a part of what is said of a file. */
  add(record: string): void {
    if (this.isFull) return;
    if (this.#fields.length < FIELD_COUNT) this.#fields.push(record);
    else if (!this.#addFile(record)) {
      this.end();
      this.#fields.push(record);
    }
  }

  /** The last commit is whole. */
  end(): void {
    if (this.isFull || this.#fields.length < FIELD_COUNT) return;
    const { commit, message } = toCommit(this.#fields);
    const whole = toText(commit, message) + this.#files.map(toLine).join('');
    const files = this.#files.length === 0 ? {} : { files: this.#files };
    this.#fields = [];
    this.#files = [];
    // The first one always: else a commit with a huge message could never be passed.
    const fits = this.#budget.take(whole) || this.commits.length === 0;
    if (!fits || this.commits.length >= this.#count) {
      this.isFull = true;
      return;
    }
    this.commits.push({ ...commit, ...files });
    this.texts.push(whole);
  }

  // The first field of the next commit is its hash, which has no tab.
  #addFile(record: string): boolean {
    const moved = this.#moved;
    if (moved !== undefined) {
      this.#moved = moved.from === undefined ? { ...moved, from: record } : undefined;
      if (moved.from !== undefined) this.#files.push(toFile(moved.counts, record, moved.from));
      return true;
    }
    const [, counts, path] = /^\n?((?:\d+|-)\t(?:\d+|-))\t([^]*)$/.exec(record) ?? [];
    if (counts === undefined || path === undefined) return false;
    if (path === '') this.#moved = { counts };
    else this.#files.push(toFile(counts, path));
    return true;
  }
}

const toFile = (counts: string, path: string, oldPath?: string): ChangedFile => {
  const [additions = '', deletions = ''] = counts.split('\t');
  return {
    path,
    ...(oldPath === undefined ? {} : { oldPath }),
    additions: Number(additions) || 0,
    deletions: Number(deletions) || 0,
    binary: additions === '-',
  };
};

const toLine = ({ path, additions, deletions }: ChangedFile): string =>
  `${additions}\t${deletions}\t${path}\n`;
