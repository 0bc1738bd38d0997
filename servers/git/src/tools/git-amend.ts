// git_amend: makes the last commit again, with what is staged. The old one is in the reflog only.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import type { Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { commitOutput, makeCommit } from '../write/commit.ts';
import { pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string', maxLength: 100_000, description: 'A new message. Default: the old one.' },
    files: { ...pathList, default: [], description: 'Stage these files first.' },
    author: { type: 'string', description: 'Another author, like: Ada Lovelace <ada@example.org>' },
    no_verify: { type: 'boolean', default: false, description: 'Skip hooks, if the operator allows that.' },
  },
  additionalProperties: false,
} as const;

export const gitAmend = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_amend',
    title: 'Amend',
    description:
      'Replace the last commit with a new one that has the staged changes too. Do not amend a commit that was already pushed.',
    icons: commitIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: commitOutput,
    async run({ repo_path: place, ...query }, ctx) {
      const repository = await repositories.openWorkTree(place, ctx);
      // An empty commit may be amended too.
      const options: Option[] = ['--amend', '--allow-empty'];
      if (query.message === undefined) options.push('--no-edit');
      const before = (): void => repository.checkUnprotected(repository.head().branch);
      return makeCommit(repository, query, { options, before });
    },
  });
