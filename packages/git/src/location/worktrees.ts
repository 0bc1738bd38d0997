// Linked worktrees of a repository.
import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Directory } from '../arguments/arguments.ts';
import { readName } from '../arguments/names.ts';
import type { Opened } from '../opened.ts';
import { realPath } from './git-directory.ts';

/**
 * Finds the directory of a linked worktree inside, other than the main one and the current one; undefined if the
 * path is not a linked worktree.
 *
 * @throws {GitError} if git would read or write outside because of a name in its index.
 */
export const findWorktree = async (repository: Opened, given: string): Promise<Directory | undefined> => {
  const asked = resolve(repository.directory, readName(given));
  const worktree = await findLinked(repository, asked);
  // Git checks the files that the index of that worktree names.
  await worktree?.gitlinks();
  return (worktree?.directory ?? (await findGone(repository, asked))) as Directory | undefined;
};

const findLinked = async (repository: Opened, path: string): Promise<Opened | undefined> => {
  const real = realPath(path);
  const found = real === undefined ? undefined : await repository.inside(real);
  const isLinked = found !== undefined && found.gitDir !== found.commonDir && !found.isBare;
  return isLinked && found.commonDir === repository.commonDir && found.gitDir !== repository.gitDir
    ? found
    : undefined;
};

// Finds a worktree whose files are gone, for example because its removal was killed. Git only has to unregister it.
const findGone = async (repository: Opened, path: string): Promise<string | undefined> => {
  const parent = realPath(dirname(path));
  const target = parent === undefined ? path : join(parent, basename(path));
  if (!repository.isAllowed(target) || lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    return undefined;
  const { text } = await repository.read({ name: 'worktree list', options: ['--porcelain'] });
  return text.split('\n').includes(`worktree ${target.split(sep).join('/')}`) ? target : undefined;
};
