// Makes a commit of what is staged, and reports it.
import { ToolError } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { splitLines } from '../read/records.ts';
import { HEAD, toRevision, toValue, type Option } from '../repository/arguments.ts';
import type { Setting } from '../repository/environment.ts';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import { notRun } from '../repository/view.ts';
import { hasIdentity } from '../repository/operator.ts';
import type { Repository } from '../repository/repository.ts';
import type { Run, Work } from '../repository/work.ts';
import { strings } from '../tools/shared.ts';

/** What a commit is made with. */
export interface CommitQuery {
  readonly message?: string;
  /** Staged before. */
  readonly files: readonly string[];
  readonly author?: string;
}

/** What kind of commit. */
interface CommitForm {
  readonly options: readonly Option[];
  /** Called when no other call changes the repository any more. */
  readonly before?: ((run: Run) => Promise<void>) | undefined;
}

/** The result. */
export const commitOutput = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    branch: { type: 'string' },
    files_changed: { type: 'integer' },
    insertions: { type: 'integer' },
    deletions: { type: 'integer' },
    signed: { type: 'boolean' },
    hooks: { type: 'string', description: 'What they printed.' },
    notes: { ...strings, description: 'What did not run.' },
  },
  required: ['hash', 'files_changed', 'insertions', 'deletions', 'signed'],
} as const;

const MAX_PRINTED = 4000;

/**
 * Makes a commit and reports it.
 *
 * @throws {ToolError} when there is nothing to commit, or git refuses.
 */
export const makeCommit = async (
  repository: Repository,
  query: CommitQuery,
  { options: more, before }: CommitForm,
): Promise<Answer> => {
  const { message } = query;
  if (message !== undefined) checkMessage(message);
  const paths = repository.toPaths(query.files, 'files');
  const options: Option[] = ['--quiet', '--cleanup=whitespace', '--no-status'];
  if (message !== undefined) options.push('--file=-');
  if (query.author !== undefined) options.push(toAuthor(query.author));
  const { printed, ...committed } = await repository.change(async (run) => {
    await before?.(run);
    const settings = await committerOf(repository, run, query.author);
    if (paths.length > 0) await run({ name: 'add', operands: ['--', ...paths] });
    // What is amended was asked about before.
    const dropsUnpublished = before !== undefined;
    const command = {
      name: 'commit',
      options: [...options, ...more],
      input: message,
      settings,
      dropsUnpublished,
    };
    return { printed: (await commit(run, command)).trim().slice(0, MAX_PRINTED), ...(await readHead(run)) };
  });
  const { hash, branch, files_changed: filesChanged, insertions, deletions } = committed;
  const ran = repository.options.trust === 'trusted';
  const output = ran && printed !== '' ? printed : undefined;
  const lines = [
    `Committed ${hash}${branch === undefined ? '' : ` on ${branch}`}`,
    `${counted(filesChanged, 'file')} changed, ${counted(insertions, 'insertion')}(+), ${counted(deletions, 'deletion')}(-)`,
    ...(output === undefined ? [] : [`Hooks: ${output}`]),
  ];
  const notes = notRun(repository);
  return {
    text: [...lines, ...notes].join('\n'),
    data: { ...committed, hooks: output, notes: notes.length === 0 ? undefined : notes },
  };
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** @throws {ToolError} when it is no message of a commit or tag. */
export const checkMessage = (message: string): void => {
  if (message.includes('\0') || message.trim() === '') throw new ToolError('message is empty, or has a NUL.');
};

// Asked before anything is staged. An author that is given commits too where git knows nobody else.
const committerOf = async (
  repository: Repository,
  run: Run,
  author: string | undefined,
): Promise<readonly Setting[]> => {
  if (await hasIdentity(await repository.config(), repository.limits)) return [];
  const operands = [toRevision('GIT_COMMITTER_IDENT', 'identity')];
  if ((await run({ name: 'var', operands, answers: [128] })).code === 0) return [];
  const [, name, email] = /^([^<>]+) <([^<>]*)>$/.exec(author ?? '') ?? [];
  if (name !== undefined && email !== undefined)
    return [
      ['user.name', name],
      ['user.email', email],
    ];
  throw refusal(
    'no_identity',
    'git does not know in whose name to commit: user.name and user.email are not set. Nothing was staged.',
    'Give author, like "Ada Lovelace <ada@example.org>", or ask the user to set both with git config --global.',
  );
};

// Git would search the history for an author that is not written as name and address.
const toAuthor = (author: string): Option => {
  if (!/^[^<>]+ <[^<>]*>$/.test(author))
    throw new ToolError('author must be like: Ada Lovelace <ada@example.org>');
  return `--author=${toValue(author, 'author')}`;
};

// That nothing is staged, git prints on its standard output, with exit code 1. Hooks print on standard error.
const commit = async (run: Run, work: Work): Promise<string> => {
  const { code, text: printed, errors } = await run({ ...work, answers: [1] });
  if (code === 0) return errors;
  const reason = (errors.trim() === '' ? printed : errors).trim();
  if (/nothing (?:added )?to commit|no changes added|^$/.test(reason))
    throw new ToolError(
      'Nothing is staged, so there is nothing to commit. Stage files with git_add, or give files.',
    );
  throw new ToolError(`git commit failed: ${reason.slice(0, 1000)}`);
};

const HEAD_FORMAT = ['--max-count=1', '--format=raw', '--abbrev-commit', '--decorate=full'] as const;
const ON_BRANCH = 'HEAD -> refs/heads/';

// The commit as it is kept, with its message indented, and a line for each file.
const readHead = async (run: Run) => {
  const { text } = await run({
    name: 'log',
    options: [...HEAD_FORMAT, '--numstat', '--diff-merges=first-parent'],
    operands: ['--end-of-options', HEAD, '--'],
  });
  const lines = splitLines(text);
  const counts = lines.filter((line) => /^[\d-]+\t/.test(line)).map((line) => line.split('\t').map(Number));
  const sum = (index: number): number => counts.reduce((total, pair) => total + (pair[index] || 0), 0);
  // HEAD stands first, and names of refs have no space.
  const [, hash = '', refs = ''] = /^commit (\w+)(?: \((.*)\))?$/.exec(lines[0] ?? '') ?? [];
  const [head = ''] = refs.split(', ', 1);
  return {
    hash,
    ...(head.startsWith(ON_BRANCH) ? { branch: shownName(head.slice(ON_BRANCH.length)) } : {}),
    files_changed: counts.length,
    insertions: sum(0),
    deletions: sum(1),
    signed: lines.some((line) => line.startsWith('gpgsig')),
  };
};
