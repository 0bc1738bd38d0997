// The git directory of a repository: found by hand, because git would follow whatever a hostile `.git` says.
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/workspace';
import { isAllowed } from './roots.ts';
import { checkEntries, checkObjectStore } from './git-directory-entries.ts';
import { refusal } from './errors.ts';

/** The directories of one repository. All are without links, and inside what is allowed. */
export interface RepositoryPlace {
  /** The top of the files; undefined for a bare repository. */
  readonly topLevel: string | undefined;
  readonly gitDir: string;
  /** What all worktrees share. The same as `gitDir`, but for a linked worktree. */
  readonly commonDir: string;
}

const MAX_POINTER_BYTES = 65_536;
const MAX_ALTERNATES = 16;

/**
 * The repository whose top level, or bare git directory, is `path`; undefined when it is none.
 *
 * @throws {ToolError} when its git directory is outside. What is in it, `checkGitDirectories` checks.
 */
export const findRepository = (
  path: string,
  directories: readonly AllowedDirectory[],
): RepositoryPlace | undefined => {
  const dotGit = join(path, '.git');
  const stats = typeOf(dotGit);
  if (stats === undefined) return isGitDirectory(path) ? toPlace(undefined, path, directories) : undefined;
  const target = stats.isFile() ? resolve(path, readPointer(dotGit, 'gitdir: ')) : dotGit;
  const gitDir = toInside(target, directories);
  return isGitDirectory(gitDir) ? toPlace(path, gitDir, directories) : undefined;
};

const isGitDirectory = (path: string): boolean =>
  typeOf(join(path, 'HEAD')) !== undefined &&
  ['objects', 'commondir'].some((name) => typeOf(join(path, name)) !== undefined);

const toPlace = (
  topLevel: string | undefined,
  gitDir: string,
  directories: readonly AllowedDirectory[],
): RepositoryPlace => {
  const pointer = join(gitDir, 'commondir');
  // Says what it is instead.
  if (typeOf(pointer)?.isFile() === false) checkEntries(gitDir);
  const shared = readOptional(pointer);
  const commonDir = shared === undefined ? gitDir : toInside(resolve(gitDir, shared), directories);
  return { topLevel, gitDir, commonDir };
};

/**
 * Checks the git directories of a repository, and the objects that it borrows. Nothing is kept from an earlier check.
 *
 * @throws {ToolError} when git would follow a link there, wait for a pipe, or borrow objects from outside.
 */
export const checkGitDirectories = (
  { gitDir, commonDir }: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>,
  directories: readonly AllowedDirectory[],
): void => {
  for (const directory of new Set([gitDir, commonDir])) checkEntries(directory);
  checkObjects(join(commonDir, 'objects'), directories, new Set());
};

// A directory of objects, and those that it borrows from (gitrepository-layout, "objects/info/alternates").
const checkObjects = (path: string, directories: readonly AllowedDirectory[], seen: Set<string>): void => {
  if (seen.has(path)) return;
  seen.add(path);
  if (seen.size > MAX_ALTERNATES) throw outside();
  checkObjectStore(path);
  const alternates = readOptional(join(path, 'info/alternates')) ?? '';
  for (const line of alternates.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    // Git reads a line in quotes as a C string. No git writes such a line.
    if (line.startsWith('"')) throw outside();
    checkObjects(toInside(resolve(path, line), directories), directories, seen);
  }
};

const typeOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below something that is no directory.
    return undefined;
  }
};

/** The real path of what must be inside. Whether it does not exist or is outside, the answer is the same. */
const toInside = (path: string, directories: readonly AllowedDirectory[]): string => {
  const real = realPath(path);
  if (real === undefined || !isAllowed(directories, real)) throw outside();
  return real;
};

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

const outside = (): ToolError =>
  refusal(
    'access_denied',
    'The git directory of this repository, or a part of it, is outside of the allowed directories.',
    'If it is a linked worktree, a submodule or a clone that shares objects, ask the user to allow the other ' +
      'repository too, with -r.',
  );

const readPointer = (path: string, prefix: string): string => {
  const text = readOptional(path);
  if (text?.startsWith(prefix) !== true) throw outside();
  return text.slice(prefix.length);
};

/** The text of a small regular file, without its last line break. */
const readOptional = (path: string): string | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile() || stats.size > MAX_POINTER_BYTES) throw outside();
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return undefined;
  }
};
