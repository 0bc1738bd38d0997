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
import { lookThrough, lookThroughObjects, type Look } from './git-entries.ts';
import type { Limits } from '../process/work.ts';

/** The directories of a repository, without links and inside what is allowed. */
export interface RepositoryPlace {
  /** The top of the working tree; undefined for a bare repository. */
  readonly topLevel: string | undefined;
  readonly gitDir: string;
  /** What all worktrees share: `gitDir`, except in a linked worktree. */
  readonly commonDir: string;
}

const MAX_POINTER_BYTES = 65_536;
const MAX_ALTERNATES = 16;

/**
 * The repository whose top level, or bare git directory, is `path`; undefined when it is none, and for a bare one
 * among the files of another.
 *
 * @throws {GitError} when its git directory is outside. What is in it, `checkGitDirectories` checks.
 */
export const findRepository = (
  path: string,
  directories: readonly AllowedDirectory[],
): RepositoryPlace | undefined => {
  const dotGit = join(path, '.git');
  const stats = typeOf(dotGit);
  if (stats === undefined)
    return isGitDirectory(path) && !isInWorkTree(path, directories)
      ? toPlace(undefined, path, directories)
      : undefined;
  const target = stats.isFile() ? resolve(path, readPointer(dotGit, 'gitdir: ')) : dotGit;
  const gitDir = toInside(target, directories);
  return isGitDirectory(gitDir) ? toPlace(path, gitDir, directories) : undefined;
};

/** Whether a path without links is inside one of the directories. */
export const isAllowed = (directories: readonly AllowedDirectory[], path: string): boolean =>
  directories.some((directory) => isInside(directory.path, path));

/**
 * Whether a folder is in a working tree. A bare repository there came with the files, from whoever wrote them
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

const toPlace = (
  topLevel: string | undefined,
  gitDir: string,
  directories: readonly AllowedDirectory[],
): RepositoryPlace => {
  const pointer = join(gitDir, 'commondir');
  // Says what it is instead.
  if (typeOf(pointer)?.isFile() === false) lookThrough(gitDir).next();
  const shared = readOptionalBytes(pointer);
  const commonDir = shared === undefined ? gitDir : toCommonDir(gitDir, shared, directories);
  return { topLevel, gitDir, commonDir };
};

/** Git reads this file by itself, whatever it is told by the environment: bytes, followed by the kernel. */
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
 * How many entries a git directory may have. The largest that git makes have a fraction of it, outside of its objects.
 */
const MAX_ENTRIES = 1_000_000;
/** Milliseconds after which other calls run. */
const PIECE = 1000;

/**
 * Checks the git directories of a repository, and the objects that it borrows. Nothing is kept from an earlier check.
 * Other calls go on meanwhile.
 *
 * @throws {GitError} when git would follow a link there, wait for a pipe, or borrow objects from outside; for more
 *   entries than git makes, and when it takes longer than the limit.
 * @throws the reason of the signal when that is aborted.
 */
export const checkGitDirectories = async (
  place: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>,
  directories: readonly AllowedDirectory[],
  { signal, timeoutMs }: Pick<Limits, 'signal' | 'timeoutMs'>,
): Promise<void> => {
  const begin = performance.now();
  let [count, pause] = [0, PIECE];
  for (const seen of look(place, directories)) {
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

function* look(
  { gitDir, commonDir }: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>,
  directories: readonly AllowedDirectory[],
): Look {
  for (const directory of new Set([gitDir, commonDir])) yield* lookThrough(directory);
  yield* lookAtObjects(join(commonDir, 'objects'), directories, new Set());
}

// A directory of objects, and those that it borrows from (gitrepository-layout, "objects/info/alternates").
function* lookAtObjects(path: string, directories: readonly AllowedDirectory[], seen: Set<string>): Look {
  // The kernel's path, also of a held directory: git begins there too.
  const base = realPath(path) ?? path;
  if (seen.has(base)) return;
  seen.add(base);
  if (seen.size > MAX_ALTERNATES) throw outside();
  yield* lookThroughObjects(path);
  const alternates = readOptionalBytes(join(path, 'info/alternates')) ?? Buffer.of();
  const text = alternates.toString();
  // Git takes bytes: a name that is not UTF-8 would be another one here.
  if (!isUtf8(alternates)) throw borrowed(text);
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const target = resolve(base, line);
    const isPlain = isAllowed(directories, target) && realPath(target) === target;
    if (!isPlain || isOdd(line)) throw borrowed(line);
    yield* lookAtObjects(target, directories, seen);
  }
}

/** A C string, which no git writes; or `..` behind a name, which text and kernel take for two places. */
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

/** The real path of what must be inside. Whether it does not exist or is outside, the answer is the same. */
const toInside = (path: string, directories: readonly AllowedDirectory[]): string => {
  const real = realPath(path);
  if (real === undefined || !isAllowed(directories, real)) throw outside();
  return real;
};

/** A path without links; undefined when nothing is there. */
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
