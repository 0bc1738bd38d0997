// git_worktree_add: checks out another branch in a second directory.
import { resolve } from 'node:path';
import { adds } from '@mcp/runtime';
import { shortName } from '../read/refs.ts';
import { HEAD, toBranchName, toRevision, type Option } from '@mcp/git';
import { worktreeIcon } from '../icons.ts';
import { gitTool, type Define } from './frame.ts';

export const gitWorktreeAdd: Define = (repositories) =>
  gitTool({
    name: 'git_worktree_add',
    title: 'Add a worktree',
    description: 'Add a worktree: check out another branch in a separate directory.',
    icons: worktreeIcon,
    annotations: adds,
    properties: {
      path: { type: 'string', description: 'New directory inside the allowed ones.' },
      branch_name: {
        type: 'string',
        description: 'Branch to check out there. A tag or commit also works and detaches HEAD.',
      },
      create: { type: 'boolean', description: 'Create the branch.' },
      base_branch: { type: 'string', description: 'With create: where the branch starts. Default: HEAD.' },
    },
    required: ['path', 'branch_name'],
    outputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        branch: { type: 'string' },
        hash: { type: 'string' },
      },
      required: ['path', 'hash'],
    },
    async run(repository, { path: given, branch_name: name, create, base_branch: base }, ctx) {
      const path = await repositories.for(ctx).newDirectory(resolve(repository.directory, given));
      const making: Option[] = create ? ['--no-track', `-b${toBranchName(name, 'branch_name')}`] : [];
      const start = toRevision(create ? (base ?? 'HEAD') : name, create ? 'base_branch' : 'branch_name');
      const options: Option[] = ['--quiet', '--no-guess-remote', '--no-checkout', ...making];
      const operands = ['--', path, start] as const;
      await repository.change((run) => run({ name: 'worktree add', options, operands, makes: path }));
      await using made = await repositories.for(ctx).open(path);
      // The worktree already points to the repository, so a kill while its files are written leaves it usable.
      await made.change((run) => run({ name: 'checkout', options: ['--quiet', '--force'] }));
      const { branch } = await made.head();
      const hash = await shortName(made, HEAD);
      const where = branch === undefined ? 'HEAD is detached' : `on ${branch}`;
      return { text: `Made a worktree at ${path}, ${where}`, data: { path, branch, hash } };
    },
  })(repositories);
