// Commits, as `git log -z` gives them in fields between NULs, and as `git log` prints them.
import { stripInvisible } from '@mcp/runtime';
import type { Option } from '../repository/arguments.ts';
import { shownPath, toText } from '../repository/names.ts';

/** A file that a commit changed. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before. */
  readonly oldPath?: string;
  readonly additions: number;
  readonly deletions: number;
  readonly binary?: true;
}

/** A commit. People are `Name <address>`; dates are ISO 8601 with the offset of the person. */
export interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  /** Branches and tags that are here, and HEAD. */
  readonly refs?: readonly string[];
  readonly author: string;
  /** Absent when it is no date. */
  readonly date?: string;
  /** Where it is not the author. */
  readonly committer?: string;
  readonly subject: string;
  readonly body?: string;
  readonly files?: readonly ChangedFile[];
}

const FIELDS = ['%H', '%P', '%p', '%D', '%an <%ae>', '%aI', '%ad', '%cn <%ce>', '%B'];

/** How many records a commit has. */
export const FIELD_COUNT: number = FIELDS.length;

/** Asks for the fields. What a person wrote comes last, as it is. */
export const formatOption: Option = `--format=${FIELDS.join('%x00')}`;

/** Asks for the files of each commit; of a merge there are none: to ask for them would change which commits are found. */
export const statOptions: readonly Option[] = ['--numstat', '--find-renames'];

/** A commit, and how `git log` prints it. */
export interface PrintedCommit {
  readonly commit: Commit;
  readonly text: string;
}

/** Longer messages are cut. */
const MAX_MESSAGE = 20_000;
const CUT = '[The message is cut here: it is too long.]';

/** Reads the fields of a commit. */
export const toCommit = (fields: readonly string[]): PrintedCommit => {
  const plain = fields.map(toShown);
  const [hash = '', parents = '', short = '', refs = '', author = '', date = '', printedDate = ''] = plain;
  const [committer = '', whole = ''] = plain.slice(7);
  const message = whole.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
  const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}\n${CUT}` : message;
  const [subject = '', ...rest] = shown.split(/\n[^\S\n]*\n/);
  const body = rest.join('\n\n').trim();
  const commit = {
    hash,
    parents: parents === '' ? [] : parents.split(' '),
    ...(refs === '' ? {} : { refs: refs.split(', ') }),
    author: toLine(author),
    // What git cannot format it leaves as it is.
    ...(date.startsWith('%') ? {} : { date }),
    ...(committer === author ? {} : { committer: toLine(committer) }),
    subject: toLine(subject),
    ...(body === '' ? {} : { body }),
  };
  const lines = [
    `commit ${hash}${refs === '' ? '' : ` (${refs})`}`,
    ...(commit.parents.length > 1 ? [`Merge: ${short}`] : []),
    `Author: ${commit.author}`,
    `Date:   ${printedDate}`,
    ...(shown === ''
      ? []
      : ['', ...shown.split('\n').map((line) => `    ${line.trim() === '' ? '' : line}`)]),
  ];
  return { commit, text: `${lines.join('\n')}\n` };
};

// Most texts are plain, and to find that out is quick.
const toShown = (field: string): string => (/[^\t\n -~]/.test(field) ? stripInvisible(toText(field)) : field);

const toLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/** Collects commits until there are enough, or they do not fit. */
export class LogPage {
  readonly commits: PrintedCommit[] = [];
  /** There are more. */
  isFull = false;
  readonly #count: number;
  #bytesLeft: number;
  #fields: string[] = [];
  #files: ChangedFile[] = [];
  #moved: { readonly counts: string; readonly from?: string } | undefined;

  constructor(count: number, maxBytes: number) {
    this.#count = count;
    this.#bytesLeft = maxBytes;
  }

  /** Takes one record: a field of a commit, or a part of what is known of a file. */
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
    const printed = withFiles(toCommit(this.#fields), this.#files);
    this.#fields = [];
    this.#files = [];
    // The first one always: else a commit with many files could never be passed.
    this.#bytesLeft -= Buffer.byteLength(printed.text) + 1;
    const fits = this.#bytesLeft >= 0 || this.commits.length === 0;
    if (!fits || this.commits.length >= this.#count) this.isFull = true;
    else this.commits.push(printed);
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

const MAX_FILES = 300;

const withFiles = ({ commit, text }: PrintedCommit, all: readonly ChangedFile[]): PrintedCommit => {
  if (all.length === 0) return { commit, text };
  const files = all.slice(0, MAX_FILES);
  const more = all.length - files.length;
  const note = more === 0 ? '' : `[${more} more files: git_show with stat: true lists them.]\n`;
  return { commit: { ...commit, files }, text: `${text}\n${files.map(toFileLine).join('')}${note}` };
};

/** A file as `git log --numstat` gives it: its counts, and its names. */
export const toFile = (counts: string, path: string, oldPath?: string): ChangedFile => {
  const [additions = '', deletions = ''] = counts.split('\t');
  return {
    path: shownPath(path),
    ...(oldPath === undefined ? {} : { oldPath: shownPath(oldPath) }),
    additions: Number(additions) || 0,
    deletions: Number(deletions) || 0,
    ...(additions === '-' ? { binary: true as const } : {}),
  };
};

/** The line of `git log --numstat` for a file. */
export const toFileLine = ({ path, oldPath, additions, deletions, binary }: ChangedFile): string => {
  const counts = binary === true ? '-\t-' : `${additions}\t${deletions}`;
  return `${counts}\t${oldPath === undefined ? '' : `${oldPath} => `}${path}\n`;
};

const person = 'Name <address>';

/** The schema of a commit. */
export const commitSchema = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    parents: { type: 'array', items: { type: 'string' } },
    refs: { type: 'array', items: { type: 'string' }, description: 'Branches and tags that are here.' },
    author: { type: 'string', description: person },
    date: { type: 'string', description: 'ISO 8601.' },
    committer: { type: 'string', description: 'Where it is not the author.' },
    subject: { type: 'string' },
    body: { type: 'string' },
    files: { type: 'array', items: { type: 'object' }, description: 'With stat.' },
  },
  required: ['hash', 'parents', 'author', 'subject'],
} as const;
