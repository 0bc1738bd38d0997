// git_worktree_remove: removes a linked worktree with its files.
import { destroys, ToolError } from '@mcp/runtime';
import { shownName } from '@mcp/git';
import { named } from '../confirm.ts';
import { worktreeIcon } from '../icons.ts';
import { gitTool } from './frame.ts';

export const gitWorktreeRemove = gitTool({
  name: 'git_worktree_remove',
  title: 'Remove a worktree',
  description: 'Remove a linked worktree with its files. Its branch stays.',
  icons: worktreeIcon,
  annotations: destroys,
  properties: {
    path: { type: 'string', description: 'Directory, as git_worktrees shows it.' },
    force: { type: 'boolean', description: 'Remove it even if it has changed or new files.' },
  },
  required: ['path'],
  outputSchema: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
  },
  stake: ({ path, force }) =>
    `Remove the worktree ${named(path)}${force ? ' with its changed and new files' : ''}`,
  async run(repository, { path, force }) {
    const directory = await repository.findWorktree(path);
    if (directory === undefined)
      throw new ToolError(`${path} is not a linked worktree of this repository. Look with git_worktrees.`);
    const operands = ['--', directory] as const;
    await repository.change((run) =>
      run({ name: 'worktree remove', options: force ? ['--force'] : [], operands }),
    );
    const removed = shownName(directory);
    return { text: `Removed the worktree at ${removed}`, data: { path: removed } };
  },
});
