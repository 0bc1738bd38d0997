// Makes a commit of what is staged: for git_commit and git_amend.
import { text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, toValue, type Option, type TreePath } from '../repository/arguments.ts';
import type { Output, Repository, Work } from '../repository/repository.ts';
import { splitLines } from '../read/records.ts';
import { neutralised } from '../tools/arguments.ts';

/** Runs one command that changes the repository. */
export type Run = (work: Work) => Promise<Output>;

/** The arguments that both have. */
export const recordInput = {
  files: {
    type: 'array',
    items: { type: 'string' },
    maxItems: 1000,
    default: [],
    description: 'Stage these before.',
  },
  author: { type: 'string', description: 'Ada Lovelace <ada@example.org>' },
  noVerify: { type: 'boolean', default: false, description: 'Without hooks, if the operator allows.' },
} as const;

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
    hooks: {
      type: 'object',
      properties: {
        ran: { type: 'boolean' },
        output: { type: 'string' },
      },
      required: ['ran'],
    },
    neutralised,
  },
  required: ['hash', 'filesChanged', 'insertions', 'deletions', 'signed', 'hooks', 'neutralised'],
} as const;

/** What a commit is made with. */
export interface RecordQuery {
  readonly message?: string;
  readonly files: readonly string[];
  readonly author?: string;
  readonly noVerify: boolean;
}

/**
 * Makes a commit and tells about it. `options` are those that only one of the tools has; `before` is asked when nobody
 * else changes the repository any more.
 *
 * @throws {ToolError} when there is nothing to commit, or git refuses.
 */
export const record = async (
  repository: Repository,
  query: RecordQuery,
  { options: more, before = () => {} }: { readonly options: readonly Option[]; readonly before?: () => void },
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { message, noVerify } = query;
  if (message !== undefined && (message.includes('\0') || message.trim() === ''))
    throw new ToolError('message is empty, or has a NUL.');
  const { trust, allowNoVerify, sign } = repository.options;
  if (noVerify && trust === 'trusted' && !allowNoVerify)
    throw new ToolError('Hooks have to run. Ask the user to start the server with --allow-no-verify.');
  const { topLevel } = repository;
  const paths = query.files.map((file) => toTreePath(file, topLevel, 'files'));
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
    const command = { name: 'commit', options };
    const said = await commit(
      run,
      { command, signal, ...(message === undefined ? {} : { input: message }) },
      paths,
    );
    return { ...(await readCommit(run, signal)), said };
  });
  return toResult(repository, committed, trust === 'trusted' && !noVerify, signal);
};

const MAX_SAID = 4000;

const toResult = async (
  repository: Repository,
  { said, ...committed }: Awaited<ReturnType<typeof readCommit>> & { readonly said: string },
  ran: boolean,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { branch } = repository.head();
  const output = said.trim().slice(0, MAX_SAID);
  return new ToolResult({
    content: [text(`Changes committed successfully with hash ${committed.hash}`)],
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

// That nothing is staged, git tells on its standard output, with exit code 1. On standard error is what hooks say.
const commit = async (run: Run, work: Work, paths: readonly TreePath[]): Promise<string> => {
  const { signal } = work;
  if (paths.length > 0) await run({ command: { name: 'add', operands: ['--', ...paths] }, signal });
  const { code, text: said, errors } = await run({ ...work, answers: [1] });
  if (code === 0) return errors;
  const reason = errors.trim() === '' ? said : errors;
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
