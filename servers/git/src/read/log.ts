// Commits, as `git log -z` gives them in fields between NULs, and as `git log` prints them.
import type { FromSchema } from '@mcp/runtime';
import type { Option } from '../repository/arguments.ts';
import { shownName, toPlainText } from '../repository/names.ts';
import { strings } from '../tools/shared.ts';
import { Budget } from './budget.ts';
import { changedFileSchema, Numstat, toFileLine, type ChangedFile } from './numstat.ts';
import { splitLines } from './records.ts';

/** A commit. */
export const commitSchema = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    parents: { ...strings, description: 'Not with oneline.' },
    refs: { ...strings, description: 'Branches and tags that are here.' },
    author: { type: 'string', description: 'Name <address>' },
    date: { type: 'string', description: 'ISO 8601. Absent when it is no date.' },
    committer: { type: 'string', description: 'Where it is not the author.' },
    subject: { type: 'string' },
    body: { type: 'string' },
    files: { type: 'array', items: changedFileSchema, description: 'With stat.' },
  },
  required: ['hash', 'author', 'subject'],
} as const;

export type Commit = FromSchema<typeof commitSchema>;

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
  const plain = fields.map(toPlainText);
  const [hash = '', parents = '', short = '', , author = '', date = '', printedDate = ''] = plain;
  const refs = toRefs(fields[3] ?? '');
  const [committer = '', whole = ''] = plain.slice(7);
  const all = whole.split('\n').map((line) => (line.trim() === '' ? '' : line));
  const message = all
    .slice(
      Math.max(
        0,
        all.findIndex((line) => line !== ''),
      ),
    )
    .join('\n')
    .trimEnd();
  const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}\n${CUT}` : message;
  const [subject = '', ...rest] = shown.split('\n\n');
  const body = rest.join('\n\n').trim();
  const commit = {
    hash,
    parents: parents === '' ? [] : parents.split(' '),
    ...(refs.length === 0 ? {} : { refs }),
    author: toLine(author),
    // What git cannot format it leaves as it is.
    ...(date.startsWith('%') ? {} : { date }),
    ...(committer === author ? {} : { committer: toLine(committer) }),
    subject: toLine(subject),
    ...(body === '' ? {} : { body }),
  };
  const lines = [
    `commit ${hash}${refs.length === 0 ? '' : ` (${refs.join(', ')})`}`,
    ...(commit.parents.length > 1 ? [`Merge: ${short}`] : []),
    `Author: ${commit.author}`,
    `Date:   ${printedDate}`,
    ...(shown === ''
      ? []
      : ['', ...shown.split('\n').map((line) => `    ${line.trim() === '' ? '' : line}`)]),
  ];
  return { commit, text: `${lines.join('\n')}\n` };
};

const MAX_REFS = 20;

/** Names of branches and tags. A remote may have any number of them at one commit. */
const toRefs = (field: string): string[] => {
  const all = field.split(', ').filter((ref) => ref !== '');
  const shown = all.slice(0, MAX_REFS).map(shownName);
  return all.length > MAX_REFS ? [...shown, `and ${all.length - MAX_REFS} more`] : shown;
};

const toLine = (text: string): string =>
  splitLines(text)
    .map((line) => line.trim())
    .join(' ')
    .trim();

// One line for a commit: what a model reads to find one.
const toOneLine = ({ commit }: PrintedCommit): PrintedCommit => {
  const { hash, refs, author, date = '', subject } = commit;
  const short = hash.slice(0, 10);
  const name = author.replace(/ <[^<]*>$/, '');
  const marks = refs === undefined ? '' : ` (${refs.join(', ')})`;
  return {
    commit: { hash: short, ...(refs === undefined ? {} : { refs }), author: name, date, subject },
    text: `${short} ${date.slice(0, 16).replace('T', ' ')} ${name}${marks}: ${subject}\n`,
  };
};

/** Collects commits until there are enough, or they do not fit. */
export class LogPage {
  readonly commits: PrintedCommit[] = [];
  /** The whole hash of the first one. */
  first: string | undefined;
  /** There are more. */
  isFull = false;
  readonly #count: number;
  readonly #budget: Budget;
  /** Whether each commit is one line. */
  readonly isOneLine: boolean;
  #fields: string[] = [];
  #files: ChangedFile[] = [];
  readonly #numstat = new Numstat((file) => this.#files.push(file));

  constructor(count: number, maxBytes: number, isOneLine: boolean) {
    this.#count = count;
    this.isOneLine = isOneLine;
    this.#budget = new Budget(maxBytes);
  }

  /** Takes one record: a field of a commit, or a part of what is known of a file. */
  add(record: string): void {
    if (this.isFull) return;
    if (this.#fields.length < FIELD_COUNT) this.#fields.push(record);
    // The first field of the next commit is its hash, which has no tab.
    else if (!this.#numstat.add(record)) {
      this.end();
      this.#fields.push(record);
    }
  }

  /** The last commit is whole. */
  end(): void {
    if (this.isFull || this.#fields.length < FIELD_COUNT) return;
    const whole = toCommit(this.#fields);
    this.first ??= whole.commit.hash;
    const printed = withFiles(this.isOneLine ? toOneLine(whole) : whole, this.#files);
    this.#fields = [];
    this.#files = [];
    // The first one always: else a commit with many files could never be passed.
    const fits = this.#budget.take(`${printed.text}\n`) || this.commits.length === 0;
    if (!fits || this.commits.length >= this.#count) this.isFull = true;
    else this.commits.push(printed);
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
