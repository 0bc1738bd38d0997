// Makes a commit of what is staged: for git_commit and git_amend.
import { text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, toValue, type Option, type TreePath } from '../git/argument.ts';
import type { GitOptions, Output, Repository, Work } from '../git/repository.ts';
import { splitLines } from '../output/records.ts';
import { neutralised } from '../tools/arguments.ts';

/** Runs one command that changes the repository. */
export type Run = (work: Work) => Promise<Output>;

/** The result of both. */
export const recordOutput = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    branch: { type: 'string' },
    filesChanged: { type: 'integer' },
    insertions: { type: 'integer' },
    deletions: { type: 'integer' },
    signed: { type: 'boolean' },
    hooksRan: { type: 'boolean', description: 'Whether hooks of the repository could run.' },
    neutralised,
  },
  required: ['hash', 'filesChanged', 'insertions', 'deletions', 'signed', 'hooksRan', 'neutralised'],
} as const;

/** What both have in common. */
export const recordOptions = (sign: GitOptions['sign']): Option[] => [
  '--quiet',
  '--cleanup=whitespace',
  '--no-status',
  ...(sign === 'never' ? (['--no-gpg-sign'] as const) : []),
];

/**
 * The author, if one is given.
 *
 * @throws {ToolError} when it is not written as name and address: git would search the history for it.
 */
export const authorOptions = (author: string | undefined): Option[] => {
  if (author === undefined) return [];
  if (!/^[^<>]+ <[^<>]*>$/.test(author))
    throw new ToolError('author must be like: Ada Lovelace <ada@example.org>');
  return [`--author=${toValue(author, 'author')}`];
};

/**
 * Stages files and runs the command. That nothing is staged, git tells on its standard output, with exit code 1.
 *
 * @throws {ToolError} when there is nothing to commit, or git refuses.
 */
export const record = async (run: Run, work: Work, paths: readonly TreePath[]): Promise<void> => {
  const { signal } = work;
  if (paths.length > 0) await run({ command: { name: 'add', operands: ['--', ...paths] }, signal });
  const { code, text: said, errors } = await run({ ...work, answers: [1] });
  if (code === 0) return;
  const reason = errors.trim() === '' ? said : errors;
  if (/nothing (?:added )?to commit|no changes added|^$/.test(reason.trim()))
    throw new ToolError(
      'Nothing is staged, so there is nothing to commit. Stage files with git_add, or give files.',
    );
  throw new ToolError(`git commit failed: ${reason.trim().slice(0, 1000)}`);
};

/** Makes the commit, alone in the repository, and tells about it. */
export const toResult = async (
  repository: Repository,
  signal: AbortSignal,
  make: (run: Run) => Promise<void>,
) => {
  const committed = await repository.change(signal, async (run) => {
    await make(run);
    return readCommit(run, signal);
  });
  const { branch } = repository.head();
  return new ToolResult({
    content: [text(`Changes committed successfully with hash ${committed.hash}`)],
    structured: {
      ...committed,
      ...(branch === undefined ? {} : { branch }),
      hooksRan: repository.options.trust === 'trusted',
      neutralised: (await repository.trust('write', signal)).neutralised,
    },
  });
};

const readCommit = async (run: Run, signal: AbortSignal) => {
  const head = toRevision('HEAD', 'HEAD');
  const { text: object } = await run({
    command: { name: 'cat-file', options: ['-p'], operands: [head] },
    signal,
  });
  const command = {
    name: 'log',
    options: [
      '--max-count=1',
      '--format=%H',
      '--numstat',
      '--diff-merges=first-parent',
      '--no-ext-diff',
      '--no-textconv',
    ],
    operands: ['--end-of-options', head, '--'],
  } as const;
  const [hash = '', ...counts] = splitLines((await run({ command, signal })).text);
  const numbers = counts.map((line) => line.split('\t', 2).map((count) => Number(count) || 0));
  const sum = (index: number): number => numbers.reduce((total, pair) => total + (pair[index] ?? 0), 0);
  return {
    hash,
    filesChanged: counts.length,
    insertions: sum(0),
    deletions: sum(1),
    signed: /^gpgsig/m.test(object.split('\n\n', 1)[0] ?? ''),
  };
};
