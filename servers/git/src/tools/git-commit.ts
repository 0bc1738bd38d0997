// git_commit: records what is staged.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, toValue, type Option } from '../git/argument.ts';
import type { Output, Repository, Work } from '../git/repository.ts';
import { commitIcon } from '../icons.ts';
import { splitLines } from '../output/records.ts';
import type { Repositories } from '../repositories.ts';
import { neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string', minLength: 1, maxLength: 100_000 },
    files: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 1000,
      default: [],
      description: 'Stage these before.',
    },
    author: { type: 'string', description: 'Like: Ada Lovelace <ada@example.org>' },
    allowEmpty: { type: 'boolean', default: false, description: 'Commit even if nothing changed.' },
  },
  required: ['message'],
  additionalProperties: false,
} as const;

const output = {
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

type Run = (work: Work) => Promise<Output>;

export const gitCommit = (repositories: Repositories) =>
  defineTool({
    name: 'git_commit',
    title: 'Commit',
    description: 'Records the staged changes to the repository.',
    icons: commitIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output,
    async run({ repo_path: place, message, files, author, allowEmpty }, ctx) {
      if (message.includes('\0') || message.trim() === '')
        throw new ToolError('message is empty, or has a NUL.');
      const repository = await repositories.open(place, ctx);
      const paths = files.map((file) => toTreePath(file, repository.topLevel, 'files'));
      const { signal } = ctx;
      const options = toOptions(repository, author, allowEmpty);
      const committed = await repository.change(signal, async (run) => {
        if (paths.length > 0) await run({ command: { name: 'add', operands: ['--', ...paths] }, signal });
        await commit(run, { command: { name: 'commit', options }, signal, input: message });
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
    },
  });

const toOptions = (repository: Repository, author: string | undefined, allowEmpty: boolean): Option[] => {
  const options: Option[] = ['--quiet', '--file=-', '--cleanup=whitespace', '--no-status'];
  if (repository.options.sign === 'never') options.push('--no-gpg-sign');
  if (allowEmpty) options.push('--allow-empty');
  if (author === undefined) return options;
  // Otherwise git would search the history for it.
  if (!/^[^<>]+ <[^<>]*>$/.test(author))
    throw new ToolError('author must be like: Ada Lovelace <ada@example.org>');
  return [...options, `--author=${toValue(author, 'author')}`];
};

// That nothing is staged, git tells on its standard output, with exit code 1.
const commit = async (run: Run, work: Work): Promise<void> => {
  const { code, text: said, errors } = await run({ ...work, answers: [1] });
  if (code === 0) return;
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
