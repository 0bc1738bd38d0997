// git_commit: records what is staged.
import { adds, defineTool, type Tool } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { commitOutput, makeCommit } from '../write/commit.ts';
import { pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string', minLength: 1, maxLength: 100_000, description: 'The commit message.' },
    files: { ...pathList, default: [], description: 'Stage these files first.' },
    author: { type: 'string', description: 'Another author, like: Ada Lovelace <ada@example.org>' },
    no_verify: { type: 'boolean', default: false, description: 'Skip hooks, if the operator allows that.' },
    allow_empty: { type: 'boolean', default: false, description: 'Commit although nothing is staged.' },
  },
  required: ['message'],
  additionalProperties: false,
} as const;

export const gitCommit = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_commit',
    title: 'Commit',
    description: 'Record the staged changes in a new commit.',
    icons: commitIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: commitOutput,
    async run({ repo_path: place, allow_empty: allowEmpty, ...query }, ctx) {
      const repository = await repositories.openWorkTree(place, ctx);
      return makeCommit(repository, query, { options: allowEmpty ? ['--allow-empty'] : [] });
    },
  });
