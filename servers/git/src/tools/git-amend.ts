// git_amend: makes the last commit again, with what is staged. The old one is in the reflog only.
import { defineTool, ToolError } from '@mcp/runtime';
import { toTreePath, type Option } from '../git/argument.ts';
import { authorOptions, record, recordOptions, recordOutput, toResult } from '../history/record.ts';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repositories.ts';
import { repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string', maxLength: 100_000, description: 'The old one when left out.' },
    files: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 1000,
      default: [],
      description: 'Stage these before.',
    },
    author: { type: 'string', description: 'Like: Ada Lovelace <ada@example.org>' },
  },
  additionalProperties: false,
} as const;

export const gitAmend = (repositories: Repositories) =>
  defineTool({
    name: 'git_amend',
    title: 'Amend',
    description:
      'Replaces the last commit by one with the staged changes too. Not for commits that others have.',
    icons: commitIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    input,
    output: recordOutput,
    async run({ repo_path: place, message, files, author }, ctx) {
      if (message !== undefined && (message.includes('\0') || message.trim() === ''))
        throw new ToolError('message is empty, or has a NUL.');
      const repository = await repositories.open(place, ctx);
      const paths = files.map((file) => toTreePath(file, repository.topLevel, 'files'));
      const { signal } = ctx;
      const options: Option[] = [
        ...recordOptions(repository.options.sign),
        '--amend',
        // An empty commit may be amended too.
        '--allow-empty',
        message === undefined ? '--no-edit' : '--file=-',
        ...authorOptions(author),
      ];
      const command = { name: 'commit', options };
      return toResult(repository, signal, (run) => {
        repository.checkUnprotected(repository.head().branch);
        return record(run, { command, signal, ...(message === undefined ? {} : { input: message }) }, paths);
      });
    },
  });
