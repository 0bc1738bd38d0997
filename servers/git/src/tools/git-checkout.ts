// git_checkout: switches branches. Fails if changes would be lost.
import { changes, ToolError } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { switchIcon } from '../icons.ts';
import { shortName } from '../read/refs.ts';
import { HEAD, shownName, toBranchName, toRevision, type Work } from '@mcp/git';
import { gitTool } from './frame.ts';

export const gitCheckout = gitTool({
  name: 'git_checkout',
  title: 'Switch branches',
  description: 'Switch branches. Fails when uncommitted changes would be lost.',
  icons: switchIcon,
  annotations: changes,
  properties: {
    branch_name: { type: 'string', description: 'Branch to switch to; a tag or commit detaches HEAD.' },
    create: { type: 'boolean', description: 'Create the branch first.' },
    base_branch: { type: 'string', description: 'With create: where the branch starts. Default: HEAD.' },
  },
  required: ['branch_name'],
  outputSchema: {
    type: 'object',
    properties: {
      branch: { type: 'string', description: 'Absent when HEAD is detached.' },
      previous: { type: 'string' },
      detached: { type: 'boolean' },
    },
  },
  aliases: { b: 'create', c: 'create', new: 'create', ref: 'branch_name', target: 'branch_name' },
  needsFiles: true,
  stake: ({ branch_name: name, create }) =>
    `${create ? 'Make and check out the branch' : 'Check out'} ${named(name)}`,
  async run(repository, { branch_name: name, create, base_branch: base }) {
    if (base !== undefined && !create) throw new ToolError('base_branch needs create: true.');
    const command = create ? toNewBranch(name, base) : toExisting(name);
    const previous = await repository.change(async (run) => {
      const { branch, commit } = await repository.head();
      const before = branch ?? (commit && (await shortName(repository, HEAD)));
      await run(command);
      return before && shownName(before);
    });
    const { branch: current } = await repository.head();
    const branch = current === undefined ? undefined : shownName(current);
    return {
      text:
        branch === undefined ? `Switched to '${name}', HEAD is detached` : `Switched to branch '${branch}'`,
      data: { branch, previous, detached: branch === undefined },
    };
  },
});

const toNewBranch = (name: string, base: string | undefined): Work => ({
  name: 'checkout',
  options: ['--quiet', '--no-overwrite-ignore', '--no-track', `-b${toBranchName(name, 'branch_name')}`],
  // Before the first commit there is no HEAD to name.
  operands: base === undefined ? [] : [toRevision(base, 'base_branch'), '--'],
});

// The final dashes make it a revision, never a file to overwrite. Older versions of git take --end-of-options for a
// branch here; a revision never starts with a dash.
const toExisting = (name: string): Work => ({
  name: 'checkout',
  // Without it, git overwrites ignored files silently.
  options: ['--quiet', '--no-overwrite-ignore'],
  operands: [toRevision(name, 'branch_name'), '--'],
});
