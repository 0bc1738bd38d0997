// Makes a commit of what is staged: for git_commit and git_amend.
import { text, ToolError, ToolResult } from '@mcp/runtime';
import { splitLines } from '../read/records.ts';
import { toRevision, toValue, type Option, type TreePath } from '../repository/arguments.ts';
import type { Output, Repository, Work } from '../repository/repository.ts';
import { neutralised } from '../tools/shared.ts';

/** Runs one command that changes the repository. */
export type Run = (work: Work) => Promise<Output>;

/** What a commit is made with. */
export interface CommitQuery {
  readonly message?: string;
  /** Staged before. */
  readonly files: readonly string[];
  readonly author?: string;
  readonly no_verify: boolean;
}

/** What only one of the tools has. */
interface CommitForm {
  readonly options: readonly Option[];
  /** Called when no other call changes the repository any more. */
  readonly before?: () => void;
}

/** The result of both tools. */
export const commitOutput = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    branch: { type: 'string' },
    filesChanged: { type: 'integer' },
    insertions: { type: 'integer' },
    deletions: { type: 'integer' },
    signed: { type: 'boolean' },
    hooks: {
      type: 'object',
      properties: { ran: { type: 'boolean' }, output: { type: 'string' } },
      required: ['ran'],
    },
    neutralised,
  },
  required: ['hash', 'filesChanged', 'insertions', 'deletions', 'signed', 'hooks', 'neutralised'],
} as const;

/**
 * Makes a commit and reports it.
 *
 * @throws {ToolError} when there is nothing to commit, or git refuses.
 */
export const makeCommit = async (
  repository: Repository,
  query: CommitQuery,
  { options: more, before = () => {} }: CommitForm,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { message, no_verify: noVerify } = query;
  if (message !== undefined) checkMessage(message);
  const { trust, allowNoVerify, sign } = repository.options;
  if (noVerify && trust === 'trusted' && !allowNoVerify)
    throw new ToolError('Hooks have to run. Ask the user to start the server with --allow-no-verify.');
  repository.requireWorkTree();
  const paths = query.files.map((file) => repository.toPath(file, 'files'));
  const options: Option[] = [
    ...(['--quiet', '--cleanup=whitespace', '--no-status'] as const),
    ...(sign === 'never' ? (['--no-gpg-sign'] as const) : []),
    ...(noVerify ? (['--no-verify'] as const) : []),
    ...(message === undefined ? [] : (['--file=-'] as const)),
    ...authorOptions(query.author),
    ...more,
  ];
  const committed = await repository.change(signal, async (run) => {
    before();
    const work = { command: { name: 'commit', options }, signal };
    const printed = await commit(run, message === undefined ? work : { ...work, input: message }, paths);
    return { ...(await readCommit(run, signal)), printed };
  });
  return toResult(repository, committed, trust === 'trusted' && !noVerify, signal);
};

/** @throws {ToolError} when it is no message of a commit or tag. */
export const checkMessage = (message: string): void => {
  if (message.includes('\0') || message.trim() === '') throw new ToolError('message is empty, or has a NUL.');
};

const MAX_PRINTED = 4000;

const toResult = async (
  repository: Repository,
  { printed, ...committed }: Awaited<ReturnType<typeof readCommit>> & { readonly printed: string },
  ran: boolean,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { branch } = repository.head();
  const output = printed.trim().slice(0, MAX_PRINTED);
  const { hash, filesChanged, insertions, deletions } = committed;
  const counts = `${filesChanged} files changed, ${insertions} insertions(+), ${deletions} deletions(-)`;
  const lines = [`Committed ${hash}${branch === undefined ? '' : ` on ${branch}`}`, counts];
  return new ToolResult({
    content: [text([...lines, ...(ran && output !== '' ? [`Hooks: ${output}`] : [])].join('\n'))],
    structuredContent: {
      ...committed,
      ...(branch === undefined ? {} : { branch }),
      hooks: { ran, ...(ran && output !== '' ? { output } : {}) },
      neutralised: (await repository.trust('write', signal)).neutralised,
    },
  });
};

/**
 * The author, if one is given.
 *
 * @throws {ToolError} when it is not written as name and address: git would search the history for it.
 */
const authorOptions = (author: string | undefined): Option[] => {
  if (author === undefined) return [];
  if (!/^[^<>]+ <[^<>]*>$/.test(author))
    throw new ToolError('author must be like: Ada Lovelace <ada@example.org>');
  return [`--author=${toValue(author, 'author')}`];
};

// That nothing is staged, git prints on its standard output, with exit code 1. Hooks print on standard error.
const commit = async (run: Run, work: Work, paths: readonly TreePath[]): Promise<string> => {
  const { signal } = work;
  if (paths.length > 0) await run({ command: { name: 'add', operands: ['--', ...paths] }, signal });
  const { code, text: printed, errors } = await run({ ...work, answers: [1] });
  if (code === 0) return errors;
  const reason = errors.trim() === '' ? printed : errors;
  if (/nothing (?:added )?to commit|no changes added|^$/.test(reason.trim()))
    throw new ToolError(
      'Nothing is staged, so there is nothing to commit. Stage files with git_add, or give files.',
    );
  throw new ToolError(`git commit failed: ${reason.trim().slice(0, 1000)}`);
};

const readCommit = async (run: Run, signal: AbortSignal) => {
  const head = toRevision('HEAD', 'HEAD');
  const { text: object } = await run({
    command: { name: 'cat-file', options: ['-p'], operands: [head] },
    signal,
  });
  const options = ['--max-count=1', '--format=%H', '--numstat', '--diff-merges=first-parent'] as const;
  const command = {
    name: 'log',
    options: [...options, '--no-ext-diff', '--no-textconv'],
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
