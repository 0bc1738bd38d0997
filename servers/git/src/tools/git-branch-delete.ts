// git_branch_delete: deletes a branch. At most the reflog of HEAD keeps its commits.
import { destroys, ToolError } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { branchIcon } from '../icons.ts';
import { shortName } from '../read/refs.ts';
import { HEAD, shownName, toBranchName } from '@mcp/git';
import { gitTool } from './frame.ts';
import { dryRunFlag } from './shared.ts';

export const gitBranchDelete = gitTool({
  name: 'git_branch_delete',
  title: 'Delete a branch',
  description: 'Delete a merged branch. Protected branches are refused.',
  icons: branchIcon,
  annotations: destroys,
  properties: {
    branch_name: { type: 'string', description: 'The branch to delete.' },
    force: { type: 'boolean', description: 'Delete it even if it is not merged (-D).' },
    dry_run: dryRunFlag,
  },
  required: ['branch_name'],
  outputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      hash: { type: 'string', description: 'Its last commit.' },
      merged: { type: 'boolean', description: 'Into HEAD.' },
      dry_run: { type: 'boolean' },
    },
    required: ['name', 'hash'],
  },
  stake: ({ branch_name: name, force }) =>
    `Delete the branch ${named(name)}${force ? ', even if it is not merged' : ''}`,
  async run(repository, { branch_name: given, force, dry_run: isDry = false }) {
    const name = toBranchName(given, 'branch_name');
    repository.protection.checkBranch(name);
    if ((await repository.head()).branch === name)
      throw new ToolError(`${name} is the current branch. Go to another one with git_checkout first.`);
    const { hash, merged } = await repository.changeUnless(isDry, async (read, run) => {
      const tip = await repository.resolve(`refs/heads/${name}`, 'branch_name');
      const compared = await read({
        name: 'merge-base',
        options: ['--is-ancestor'],
        operands: [tip, HEAD],
        answers: [1],
      });
      if (compared.code !== 0 && !force)
        throw new ToolError(
          `${name} has commits that are not in HEAD. Ask the user; force: true deletes it anyway.`,
        );
      await run?.({ name: 'branch', options: ['--delete', '--force', '--quiet'], operands: [name] });
      return { hash: await shortName(repository, tip), merged: compared.code === 0 };
    });
    return {
      text: `${isDry ? 'Would delete' : 'Deleted'} branch '${shownName(name)}' (was ${hash})`,
      data: { name: shownName(name), hash, merged, dry_run: isDry },
    };
  },
});
