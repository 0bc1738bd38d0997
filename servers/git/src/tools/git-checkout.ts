// git_checkout: goes to another branch. Changes that would be lost make it fail.
import { changes } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { switchIcon } from '../icons.ts';
import { toBranchName, toRevision, type Command } from '../repository/arguments.ts';
import { shownName } from '../repository/names.ts';
import { gitTool } from './frame.ts';
import { answer } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    branch: { type: 'string', description: 'Absent when HEAD is detached.' },
    previous: { type: 'string' },
    detached: { type: 'boolean' },
  },
  required: ['detached'],
} as const;

export const gitCheckout = gitTool({
  name: 'git_checkout',
  title: 'Switch branches',
  description: 'Switch branches. Fails when uncommitted changes would be lost.',
  icons: switchIcon,
  annotations: changes,
  properties: {
    branch_name: {
      type: 'string',
      description: 'Branch to switch to; a tag or commit detaches HEAD.',
    },
    create: { type: 'boolean', description: 'Create the branch first.' },
  },
  required: ['branch_name'],
  outputSchema: output,
  aliases: {
    b: 'create',
    new: 'create',
    branch: 'branch_name',
    ref: 'branch_name',
    target: 'branch_name',
    name: 'branch_name',
  },
  needsFiles: true,
  stake: ({ branch_name: name, create }) =>
    `${create ? 'Make and check out the branch' : 'Check out'} ${named(name)}`,
  async run(repository, { branch_name: name, create }) {
    const command = create ? toNewBranch(name) : toExisting(name);
    const previous = await repository.change(async (run) => {
      const before = await repository.head();
      await run(command);
      return shownName(before.branch ?? before.commit ?? '');
    });
    const { branch: current } = await repository.head();
    const detached = current === undefined;
    const branch = detached ? undefined : shownName(current);
    const title = detached ? `Switched to '${name}', HEAD is detached` : `Switched to branch '${branch}'`;
    return answer(title, { branch, previous, detached });
  },
});

const toNewBranch = (name: string): Command => ({
  name: 'checkout',
  options: ['--quiet', `-b${toBranchName(name, 'branch_name')}`],
});

// The dashes at the end: it is a branch or commit, never a file to be overwritten. Older versions of git take
// --end-of-options for a branch here; a revision never begins with a dash anyway.
const toExisting = (name: string): Command => ({
  name: 'checkout',
  // Else git writes over ignored files without a word.
  options: ['--quiet', '--no-overwrite-ignore'],
  operands: [toRevision(name, 'branch_name'), '--'],
});
