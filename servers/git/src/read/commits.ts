// Commits, as `git log` gives them in fields between NULs.
import type { Option } from '../repository/arguments.ts';
import { quote, toPythonDate } from './python.ts';

/** Who, as a commit says it. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** A commit. Dates are ISO 8601 with the offset of the person. */
export interface Commit {
  readonly hash: string;
  readonly short: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly date: string;
  readonly committer: Person;
  readonly commitDate: string;
  readonly refs: readonly string[];
  readonly subject: string;
  readonly body: string;
}

const FIELDS = ['%H', '%h', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%D', '%B'];

/** How many records a commit has. */
export const FIELD_COUNT: number = FIELDS.length;

/** Asks for the fields. What a person wrote comes last, as it is. */
export const formatOption: Option = `--format=${FIELDS.join('%x00')}`;

/** The fields as a commit, and its whole message. */
export const toCommit = (
  fields: readonly string[],
): { readonly commit: Commit; readonly message: string } => {
  const [hash = '', short = '', parents = '', name = '', email = '', date = ''] = fields;
  const [committerName = '', committerEmail = '', commitDate = '', refs = '', message = ''] = fields.slice(6);
  const lines = message.split('\n');
  const subjectEnd = lines.findIndex((line) => line.trim() === '');
  const subject = lines.slice(0, subjectEnd < 0 ? undefined : subjectEnd).join(' ');
  const commit = {
    hash,
    short,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name, email },
    date,
    committer: { name: committerName, email: committerEmail },
    commitDate,
    refs: refs === '' ? [] : refs.split(', '),
    subject,
    body: subjectEnd < 0 ? '' : lines.slice(subjectEnd).join('\n').trim(),
  };
  return { commit, message };
};

/** The text of the official server for a commit. */
export const toText = ({ hash, author, date }: Commit, message: string): string =>
  `Commit: ${quote(hash)}\n` +
  `Author: <git.Actor "${author.name} <${author.email}>">\n` +
  `Date: ${toPythonDate(date)}\n` +
  `Message: ${quote(message)}\n`;

const person = { type: 'object', description: 'name, email' } as const;

/** The schema of a commit. */
export const commitSchema = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    short: { type: 'string' },
    parents: { type: 'array', items: { type: 'string' } },
    author: person,
    date: { type: 'string' },
    committer: person,
    commitDate: { type: 'string' },
    refs: { type: 'array', items: { type: 'string' } },
    subject: { type: 'string' },
    body: { type: 'string' },
    files: { type: 'array', items: { type: 'object' }, description: 'With stat.' },
  },
} as const;
