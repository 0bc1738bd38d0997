// git_commit: records what is staged.
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

export const gitCommit = (repositories: Repositories) =>
  defineTool({
    name: 'git_commit',
    title: 'Commit',
    description: 'Records the staged changes to the repository.',
    icons: commitIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output: recordOutput,
    async run({ repo_path: place, message, files, author, allowEmpty }, ctx) {
      if (message.includes('\0') || message.trim() === '')
        throw new ToolError('message is empty, or has a NUL.');
      const repository = await repositories.open(place, ctx);
      const paths = files.map((file) => toTreePath(file, repository.topLevel, 'files'));
      const { signal } = ctx;
      const options: Option[] = [
        ...recordOptions(repository.options.sign),
        '--file=-',
        ...(allowEmpty ? (['--allow-empty'] as const) : []),
        ...authorOptions(author),
      ];
      return toResult(repository, signal, (run) =>
        record(run, { command: { name: 'commit', options }, signal, input: message }, paths),
      );
    },
  });
