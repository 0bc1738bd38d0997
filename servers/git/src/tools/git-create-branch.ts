// git_create_branch: creates a branch without switching to it. Not listed, because git_checkout creates branches too.
import { adds } from '@mcp/runtime';
import { branchIcon } from '../icons.ts';
import { shownName, toBranchName, toRevision } from '@mcp/git';
import { shortName } from '../read/refs.ts';
import { gitTool } from './frame.ts';

export const gitCreateBranch = gitTool({
  name: 'git_create_branch',
  listed: false,
  title: 'Create a branch',
  description: 'Create a new branch from an optional base branch. It is not checked out.',
  icons: branchIcon,
  annotations: adds,
  properties: {
    branch_name: { type: 'string', description: 'Name of the new branch.' },
    base_branch: { type: 'string', description: 'Where it starts. Default: the current branch.' },
  },
  required: ['branch_name'],
  outputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, hash: { type: 'string' } },
    required: ['name', 'hash'],
  },
  async run(repository, { branch_name: given, base_branch: base }) {
    const name = toBranchName(given, 'branch_name');
    const from = base === undefined || base === '' ? ((await repository.head()).branch ?? 'HEAD') : base;
    const operands = ['--end-of-options', name, toRevision(from, 'base_branch')] as const;
    await repository.change((run) => run({ name: 'branch', options: ['--no-track', '--quiet'], operands }));
    const hash = await shortName(repository, toRevision(`refs/heads/${name}`, 'branch_name'));
    const shown = shownName(name);
    return {
      text: `Created branch '${shown}' from '${shownName(from)}'`,
      data: { name: shown, hash },
    };
  },
});
