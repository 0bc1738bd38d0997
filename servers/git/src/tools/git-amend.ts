// git_amend: makes the last commit again, with what is staged. The old one is in the reflog only.
import { defineTool } from '@mcp/runtime';
import type { Option } from '../repository/arguments.ts';
import { record, recordInput, recordOutput } from '../write/commit.ts';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { messageArgument, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { ...messageArgument, description: 'The old one when left out.' },
    ...recordInput,
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
    inputSchema: input,
    outputSchema: recordOutput,
    async run({ repo_path: place, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      // An empty commit may be amended too.
      const options: Option[] = ['--amend', '--allow-empty'];
      if (query.message === undefined) options.push('--no-edit');
      const before = (): void => repository.checkUnprotected(repository.head().branch);
      return record(repository, query, { options, before }, ctx.signal);
    },
  });
