// git_commit: records what is staged.
import { defineTool } from '@mcp/runtime';
import { record, recordInput, recordOutput } from '../write/commit.ts';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { messageArgument, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { ...messageArgument, minLength: 1 },
    ...recordInput,
    allowEmpty: { type: 'boolean', default: false },
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
    inputSchema: input,
    outputSchema: recordOutput,
    async run({ repo_path: place, allowEmpty, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      return record(repository, query, { options: allowEmpty ? ['--allow-empty'] : [] }, ctx.signal);
    },
  });
