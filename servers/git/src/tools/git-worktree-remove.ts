// git_worktree_remove: removes a directory that git_worktree_add made, and its files.
import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { destroys, ToolError } from '@mcp/runtime';
import { splitLines } from '../read/records.ts';
import type { Directory } from '../repository/arguments/arguments.ts';
import { realPath } from '../repository/location/git-directory.ts';
import { readName, shownName } from '../repository/arguments/names.ts';
import type { Repository } from '../repository/repository.ts';
import { named } from '../confirm.ts';
import { worktreeIcon } from '../icons.ts';
import { gitTool } from './frame.ts';

const output = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
} as const;

export const gitWorktreeRemove = gitTool({
  name: 'git_worktree_remove',
  title: 'Remove a worktree',
  description: 'Remove a linked worktree with its files. Its branch stays.',
  icons: worktreeIcon,
  annotations: destroys,
  properties: {
    path: { type: 'string', description: 'The directory, as git_worktrees shows it.' },
    force: {
      type: 'boolean',
      description: 'Remove it also when files in it are changed or new.',
    },
  },
  required: ['path'],
  outputSchema: output,
  stake: ({ path, force }) =>
    `Remove the worktree ${named(path)}${force ? ' with its changed and new files' : ''}`,
  async run(repository, { path, force }) {
    const asked = resolve(repository.directory, readName(path));
    const worktree = await findWorktree(repository, asked);
    const directory = worktree?.directory ?? (await findGone(repository, asked));
    if (directory === undefined)
      throw new ToolError(`${path} is not a linked worktree of this repository. Look with git_worktrees.`);
    const operands = ['--', directory as Directory] as const;
    // Git looks there for changes: at the files that the index of that worktree names.
    await worktree?.gitlinks();
    await repository.change((run) =>
      run({ name: 'worktree remove', options: force ? ['--force'] : [], operands }),
    );
    const removed = shownName(directory);
    return { text: `Removed the worktree at ${removed}`, data: { path: removed } };
  },
});

// A worktree of this repository, inside, that is not the main one and not the one that git would work in.
const findWorktree = async (repository: Repository, path: string): Promise<Repository | undefined> => {
  const real = realPath(path);
  const found = real === undefined ? undefined : await repository.inside(real);
  const isLinked = found !== undefined && found.gitDir !== found.commonDir && !found.isBare;
  return isLinked && found.commonDir === repository.commonDir && found.gitDir !== repository.gitDir
    ? found
    : undefined;
};

// A worktree whose files are gone, as when git was killed while it removed them: git only forgets it.
const findGone = async (repository: Repository, path: string): Promise<string | undefined> => {
  const parent = realPath(dirname(path));
  const target = parent === undefined ? path : join(parent, basename(path));
  if (!repository.isAllowed(target) || lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    return undefined;
  const { text } = await repository.read({ name: 'worktree list', options: ['--porcelain'] });
  return splitLines(text).includes(`worktree ${target.split(sep).join('/')}`) ? target : undefined;
};
