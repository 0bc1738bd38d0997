// Commits, from the fields of `git log -z`, printed as `git log` does.
import type { FromSchema } from '@mcp/runtime';
import { shownName, type Option, type Work } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { strings } from '../tools/shared.ts';
import { budgetOf } from '../answer.ts';
import { changedFileSchema, readNumstat, toFileLine, type ChangedFile } from './numstat.ts';
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

// The full hash comes first, then what is shown.
const FIELDS = ['%H', '%h', '%p', '%D', '%an <%ae>', '%aI', '%ad', '%cn <%ce>', '%B'];

/** Number of records per commit. */
export const FIELD_COUNT: number = FIELDS.length;

const toFormat = (fields: readonly string[]): Option => `--format=${fields.join('%x00')}`;

/** Asks for the fields. The message comes last and unchanged. */
export const formatOption: Option = toFormat(FIELDS);

// For programs that connect commits with their parents.
const wholeFormat = toFormat(
  FIELDS.map((field) => (field === '%h' || field === '%p' ? field.toUpperCase() : field)),
);

/**
 * Asks for the files of each commit. Merges have none, because asking for them would change which commits are found.
 */
export const statOptions: readonly Option[] = ['--numstat', '--find-renames'];

/** A commit, and its text as `git log --abbrev-commit` prints it. */
export interface PrintedCommit {
  readonly commit: Commit;
  readonly text: string;
}

/** Longer messages are cut. */
const MAX_MESSAGE = 20_000;
const CUT = '[The message is cut here: it is too long.]';

/** Reads the fields of a commit. */
export const toCommit = (fields: readonly string[]): PrintedCommit => {
  const [, hash = '', parents = '', decoration = '', author = '', date = '', printedDate = ''] = fields;
  const [committer = '', whole = ''] = fields.slice(7);
  const refs = toRefs(decoration);
  const lines = whole
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line));
  const message = lines
    .slice(lines.findIndex((line) => line !== ''))
    .join('\n')
    .trimEnd();
  const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}\n${CUT}` : message;
  const [subject = '', ...rest] = shown.split('\n\n');
  const body = rest.join('\n\n').trim();
  const commit = {
    hash,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    ...(refs.length > 0 && { refs }),
    author,
    // Git leaves the placeholder if it cannot format the date.
    ...(!date.startsWith('%') && { date }),
    ...(committer !== author && { committer }),
    subject: toLine(subject),
    ...(body !== '' && { body }),
  };
  const printed = [
    `commit ${hash}${toMarks(refs)}`,
    ...(commit.parents.length > 1 ? [`Merge: ${parents}`] : []),
    `Author: ${author}`,
    `Date:   ${printedDate}`,
    ...(shown === '' ? [] : ['', ...shown.split('\n').map((line) => `    ${line}`)]),
  ];
  return { commit, text: `${printed.join('\n')}\n` };
};

const MAX_REFS = 20;

/** Reads the names of branches and tags, which a remote could create in any number. */
const toRefs = (field: string): string[] => {
  const all = field.split(', ').filter((ref) => ref !== '');
  const shown = all.slice(0, MAX_REFS).map(shownName);
  return all.length > MAX_REFS ? [...shown, `and ${all.length - MAX_REFS} more`] : shown;
};

const toMarks = (refs: readonly string[] = []): string => (refs.length === 0 ? '' : ` (${refs.join(', ')})`);

const toLine = (text: string): string =>
  splitLines(text)
    .map((line) => line.trim())
    .join(' ')
    .trim();

// Shortens a commit to one line.
const toOneLine = ({ commit }: PrintedCommit): PrintedCommit => {
  const { hash, refs, author, date = '', subject } = commit;
  const name = author.replace(/ <[^<]*>$/, '');
  return {
    commit: { hash, ...(refs && { refs }), author: name, date, subject },
    text: `${hash} ${date.slice(0, 16).replace('T', ' ')} ${name}${toMarks(refs)}: ${subject}\n`,
  };
};

/** How many commits of a log, and in which form. */
export interface LogForm {
  readonly count: number;
  readonly maxBytes: number;
  /** Whether each commit is one line. */
  readonly isOneLine?: boolean;
  /** Whether hashes are complete. */
  readonly isWhole?: boolean;
}

/** A page of a log: commits, text, the full hash of the first commit, and whether there are more. */
export type LogPage = Awaited<ReturnType<typeof readLog>>;

/** Reads commits until there are enough, or no more fit. `onPiece` gets their number. */
export const readLog = async (
  repository: Repository,
  { options = [], operands = [] }: Pick<Work, 'options' | 'operands'>,
  form: LogForm,
  onPiece: (count: number) => void = () => {},
) => {
  const fits = budgetOf(form.maxBytes);
  const commits: Commit[] = [];
  const texts: string[] = [];
  let first: string | undefined;
  let isFull = false;
  let fields: string[] = [];
  let files: ChangedFile[] = [];
  const numstat = readNumstat((file) => files.push(file));
  const finishCommit = (): void => {
    if (isFull || fields.length < FIELD_COUNT) return;
    const printed = toCommit(fields);
    first ??= fields[0];
    const { commit, text } = withFiles(form.isOneLine ? toOneLine(printed) : printed, files);
    [fields, files] = [[], []];
    isFull = commits.length >= form.count || !fits(`${text}\n`, commit);
    if (isFull) return;
    commits.push(commit);
    texts.push(text);
  };
  // A record is a field of a commit, or belongs to a file.
  const add = (record: string): void => {
    // The first field of the next commit is a hash, which contains no tab.
    const isField = fields.length < FIELD_COUNT;
    if (!isField && numstat(record)) return;
    if (!isField) finishCommit();
    fields.push(record);
  };
  // One more shows whether there is a next page.
  const fixed: Option[] = ['-z', form.isWhole ? wholeFormat : formatOption, `--max-count=${form.count + 1}`];
  const work = { name: 'log', options: [...fixed, ...options], operands } as const;
  await repository.readRecords(work, add, () => {
    onPiece(commits.length);
    return isFull;
  });
  finishCommit();
  return { commits, text: texts.join(form.isOneLine ? '' : '\n').trimEnd(), first, isFull };
};

const MAX_FILES = 300;

const withFiles = ({ commit, text }: PrintedCommit, all: readonly ChangedFile[]): PrintedCommit => {
  if (all.length === 0) return { commit, text };
  const files = all.slice(0, MAX_FILES);
  const more = all.length - files.length;
  const note = more === 0 ? '' : `[${more} more files: git_show with stat: true lists them.]\n`;
  return { commit: { ...commit, files }, text: `${text}\n${files.map(toFileLine).join('')}${note}` };
};
