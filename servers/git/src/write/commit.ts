// Commits: finds the committer, runs `git commit`, and reads the result.
import { ToolError } from '@mcp/runtime';
import { splitLines } from '../read/records.ts';
import { HEAD, shownName, toRevision, toValue, type Option, type Run, type Work } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';

/** @throws {ToolError} if it is not a valid message of a commit or tag. */
export const checkMessage = (message: string): void => {
  if (message.includes('\0') || message.trim() === '') throw new ToolError('message is empty, or has a NUL.');
};

/**
 * Returns the settings that name the committer: none if git knows one, else the given author.
 *
 * @throws {ToolError} if nobody is known. Call this before anything is staged.
 */
export const committerOf = async (
  repository: Repository,
  run: Run,
  author: string | undefined,
): Promise<NonNullable<Work['settings']>> => {
  if (await repository.hasIdentity()) return [];
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

/**
 * Returns the option for an author. Git would search the history for one that is not a name and an address.
 *
 * @throws {ToolError} for such an author.
 */
export const toAuthor = (author: string): Option => {
  if (!/^[^<>]+ <[^<>]*>$/.test(author))
    throw new ToolError('author must be like: Ada Lovelace <ada@example.org>');
  return `--author=${toValue(author, 'author')}`;
};

/**
 * Commits, and returns what hooks print to standard error.
 *
 * @throws {ToolError} if nothing is staged, which git reports on standard output, or if git refuses.
 */
export const commit = async (run: Run, work: Work): Promise<string> => {
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

/** Reads the last commit: its hash, branch and counts. */
export const readHead = async (run: Run) => {
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
