// git_commit: records what is staged, in a new commit or in place of the last one.
import { adds, defineTool, ToolError, type Tool } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { toRevision, type Option } from '../repository/arguments.ts';
import type { Run } from '../repository/work.ts';
import { commitOutput, makeCommit } from '../write/commit.ts';
import { checkUnpublished } from '../write/protected.ts';
import { pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: {
      type: 'string',
      minLength: 1,
      maxLength: 100_000,
      description: 'The commit message. Optional with amend, which then keeps the old one.',
    },
    files: { ...pathList, description: 'Files to stage first; "." for all.' },
    amend: {
      type: 'boolean',
      description: 'Amend the last commit. Refused if it was pushed.',
    },
    author: { type: 'string', description: 'Author, like Ada Lovelace <ada@example.org>.' },
    all: { type: 'boolean', description: 'Stage all changes of tracked files first.' },
    allow_empty: { type: 'boolean', description: 'Commit even if nothing is staged.' },
  },
  additionalProperties: false,
} as const;

// The commit alone: the first one has no parent.
const LAST = toRevision('HEAD^!', 'revision');

export const gitCommit = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_commit',
    title: 'Commit',
    description: 'Commit staged changes. With files, stage them first: no git_add needed.',
    icons: commitIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: commitOutput,
    aliases: { msg: 'message', paths: 'files', path: 'files', file: 'files' },
    unlisted: ['all'],
    async run({ repo_path: place, all, amend, allow_empty: allowEmpty, files = [], ...query }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      if (!amend && query.message === undefined) throw new ToolError('message is missing.');
      // An empty commit may be amended too.
      const options: Option[] = amend || allowEmpty ? ['--allow-empty'] : [];
      if (all) options.push('--all');
      if (amend) options.push('--amend');
      if (query.message === undefined) options.push('--no-edit');
      const before = amend ? (run: Run): Promise<void> => checkUnpublished(repository, run, LAST) : undefined;
      return await makeCommit(repository, { ...query, files }, { options, before });
    },
  });
