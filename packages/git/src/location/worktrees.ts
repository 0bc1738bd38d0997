// The linked worktrees of a repository.
import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Directory } from '../arguments/arguments.ts';
import { readName } from '../arguments/names.ts';
import type { Opened } from '../opened.ts';
import { realPath } from './git-directory.ts';

/**
 * The directory of a linked worktree, inside, that is neither the main one nor the repository itself; undefined when
 * there is none at that path.
 *
 * @throws {GitError} when git would read or write outside for a name in its index.
 */
export const findWorktree = async (repository: Opened, given: string): Promise<Directory | undefined> => {
  const asked = resolve(repository.directory, readName(given));
  const worktree = await findLinked(repository, asked);
  // Git looks for changes in it: at the files that the index of that worktree names.
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

// A worktree whose files are gone, as when git was killed while it removed them: git only forgets it.
const findGone = async (repository: Opened, path: string): Promise<string | undefined> => {
  const parent = realPath(dirname(path));
  const target = parent === undefined ? path : join(parent, basename(path));
  if (!repository.isAllowed(target) || lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    return undefined;
  const { text } = await repository.read({ name: 'worktree list', options: ['--porcelain'] });
  return text.split('\n').includes(`worktree ${target.split(sep).join('/')}`) ? target : undefined;
};
