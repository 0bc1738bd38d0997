// Finds the git directory without git, which would follow whatever a hostile `.git` says, and checks it with the
// objects that it borrows.
import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import { isInside, type AllowedDirectory } from '@mcp/directories/allowed-directory';
import { quoted } from '../arguments/arguments.ts';
import { refusal } from '../process/errors.ts';
import { checkEntries, checkObjectEntries, type Check } from './git-entries.ts';
import type { Limits } from '../process/work.ts';

/** The directories of a repository, without links and inside what is allowed. */
export interface RepositoryDirectories {
  /** The top of the working tree; undefined for a bare repository. */
  readonly topLevel: string | undefined;
  readonly gitDir: string;
  /** What all worktrees share: `gitDir`, except in a linked worktree. */
  readonly commonDir: string;
}

const MAX_POINTER_BYTES = 65_536;
const MAX_ALTERNATES = 16;

/**
 * Finds the repository whose top level, or bare git directory, is `path`. Returns undefined if `path` is not a
 * repository, and for a bare repository in the working tree of another one.
 *
 * @throws {GitError} if its git directory is outside. `checkGitDirectories` checks the content of the git directory.
 */
export const findRepository = (
  path: string,
  directories: readonly AllowedDirectory[],
): RepositoryDirectories | undefined => {
  const dotGit = join(path, '.git');
  const stats = typeOf(dotGit);
  if (stats === undefined)
    return isGitDirectory(path) && !isInWorkTree(path, directories)
      ? toDirectories(undefined, path, directories)
      : undefined;
  const target = stats.isFile() ? resolve(path, readPointer(dotGit, 'gitdir: ')) : dotGit;
  const gitDir = toInside(target, directories);
  return isGitDirectory(gitDir) ? toDirectories(path, gitDir, directories) : undefined;
};

/** Whether a path without links is inside one of the directories. */
export const isAllowed = (directories: readonly AllowedDirectory[], path: string): boolean =>
  directories.some((directory) => isInside(directory.path, path));

/**
 * Whether a folder is in a working tree. A bare repository there came with the files, which anyone may have written
 * (`safe.bareRepository` in git-config).
 */
const isInWorkTree = (path: string, directories: readonly AllowedDirectory[]): boolean => {
  const above = dirname(path);
  // No commit contains this name, so it is the git directory itself.
  if (basename(path) === '.git') return false;
  if (above === path || !isAllowed(directories, above)) return false;
  return typeOf(join(above, '.git')) !== undefined || isInWorkTree(above, directories);
};

/** Whether a folder looks like a git directory: of a bare repository, or below one that is not. */
export const isGitDirectory = (path: string): boolean =>
  typeOf(join(path, 'HEAD')) !== undefined &&
  ['objects', 'commondir'].some((name) => typeOf(join(path, name)) !== undefined);

const toDirectories = (
  topLevel: string | undefined,
  gitDir: string,
  directories: readonly AllowedDirectory[],
): RepositoryDirectories => {
  const pointer = join(gitDir, 'commondir');
  // Throws an error that names the kind of file.
  if (typeOf(pointer)?.isFile() === false) checkEntries(gitDir).next();
  const shared = readOptionalBytes(pointer);
  const commonDir = shared === undefined ? gitDir : toCommonDir(gitDir, shared, directories);
  return { topLevel, gitDir, commonDir };
};

/** Git reads this file itself, even if the environment names a common directory, and the kernel resolves its bytes. */
const toCommonDir = (gitDir: string, bytes: Buffer, directories: readonly AllowedDirectory[]): string => {
  const text = bytes.toString().replace(/\r?\n$/, '');
  const target = resolve(gitDir, text);
  const real = toInside(target, directories);
  const isPlain = real === target && isUtf8(bytes) && !/\p{Cc}/u.test(text) && !isOdd(text);
  if (isPlain) return real;
  throw refusal(
    'access_denied',
    `The file commondir of this repository names ${quoted(text)}, which is not the plain path of a directory.`,
    'Ask the user to look at it: git writes "../..".',
  );
};

/**
 * Maximum number of entries in a git directory. The largest ones that git creates have a fraction of that, not counting
 * their objects.
 */
const MAX_ENTRIES = 1_000_000;
/** Number of entries after which other calls may run. */
const PIECE = 1000;

/**
 * Checks the git directories of a repository, and the objects that it borrows, without a cache. It does not block other
 * calls.
 *
 * @throws {GitError} if git would follow a link there, wait for a pipe, or borrow objects from outside; if there are
 *   more entries than git creates; and if the check takes longer than the limit.
 * @throws the reason of the signal if it is aborted.
 */
export const checkGitDirectories = async (
  repository: Pick<RepositoryDirectories, 'gitDir' | 'commonDir'>,
  directories: readonly AllowedDirectory[],
  { signal, timeoutMs }: Pick<Limits, 'signal' | 'timeoutMs'>,
): Promise<void> => {
  const begin = performance.now();
  let [count, pause] = [0, PIECE];
  for (const seen of checkAll(repository, directories)) {
    count += seen;
    if (count < pause) continue;
    if (count > MAX_ENTRIES) throw tooMany();
    pause = count + PIECE;
    await setImmediate();
    signal.throwIfAborted();
    if (performance.now() - begin > timeoutMs) throw tooMany();
  }
};

const tooMany = (): GitError =>
  refusal(
    'too_large',
    'The git directory of this repository has more entries than can be looked through before git is started.',
    'Ask the user to look at it: git did not make them.',
  );

function* checkAll(
  { gitDir, commonDir }: Pick<RepositoryDirectories, 'gitDir' | 'commonDir'>,
  directories: readonly AllowedDirectory[],
): Check {
  for (const directory of new Set([gitDir, commonDir])) yield* checkEntries(directory);
  yield* checkObjects(join(commonDir, 'objects'), directories, new Set());
}

// Checks a directory of objects and the directories it borrows from (gitrepository-layout, "objects/info/alternates").
function* checkObjects(path: string, directories: readonly AllowedDirectory[], seen: Set<string>): Check {
  // Git also resolves relative lines from the real path.
  const base = realPath(path) ?? path;
  if (seen.has(base)) return;
  seen.add(base);
  if (seen.size > MAX_ALTERNATES) throw outside();
  yield* checkObjectEntries(path);
  const alternates = readOptionalBytes(join(path, 'info/alternates')) ?? Buffer.of();
  const text = alternates.toString();
  // Git reads bytes, but the server would decode a name that is not UTF-8 to a different one.
  if (!isUtf8(alternates)) throw borrowed(text);
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const target = resolve(base, line);
    const isPlain = isAllowed(directories, target) && realPath(target) === target;
    if (!isPlain || isOdd(line)) throw borrowed(line);
    yield* checkObjects(target, directories, seen);
  }
}

/**
 * Whether a line is a C string, which git never writes, or has `..` after a name. The kernel may resolve such a path to
 * another directory than its text says.
 */
const isOdd = (line: string): boolean => {
  const parts = line.split(/[/\\]/);
  const name = parts.findIndex((part) => !['', '.', '..'].includes(part));
  return line.startsWith('"') || (name >= 0 && parts.includes('..', name));
};

const borrowed = (line: string): GitError =>
  refusal(
    'access_denied',
    `The repository borrows objects from ${quoted(line)} (objects/info/alternates), which is not the plain path of a ` +
      'directory inside the allowed directories.',
    'If it is a clone that shares objects, ask the user to allow the other repository too, with -r. Otherwise ask them to ' +
      'remove that line.',
  );

const typeOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below something that is not a directory.
    return undefined;
  }
};

/** Returns the real path of something inside. A missing path and one outside throw the same error. */
const toInside = (path: string, directories: readonly AllowedDirectory[]): string => {
  const real = realPath(path);
  if (real === undefined || !isAllowed(directories, real)) throw outside();
  return real;
};

/** Returns the path without links; undefined if nothing exists there. */
export const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

const outside = (): GitError =>
  refusal(
    'access_denied',
    'The git directory of this repository, or a part of it, is outside of the allowed directories.',
    'If it is a linked worktree, a submodule or a clone that shares objects, ask the user to allow the other ' +
      'repository too, with -r.',
  );

const readPointer = (path: string, prefix: string): string => {
  const text = readOptionalBytes(path)?.toString() ?? '';
  if (!text.startsWith(prefix)) throw outside();
  return text.slice(prefix.length).replace(/\r?\n$/, '');
};

const readOptionalBytes = (path: string): Buffer | undefined => {
  const stats = typeOf(path);
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MAX_POINTER_BYTES) throw outside();
  return orElse(() => readFileSync(path), undefined);
};
