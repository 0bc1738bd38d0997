// The git directory of a repository: found by hand, because git would follow whatever a hostile `.git` says, and looked
// through, because git follows every link in it, when it reads and when it writes: one link would be enough to reach any
// file of the user.
import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { readEntries, type AllowedDirectory, type Entry } from '@mcp/workspace';
import { isAllowed } from './roots.ts';
import { quoted } from './arguments.ts';
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
 * The repository whose top level, or bare git directory, is `path`; undefined when it is none, and for a bare one among the
 * files of another.
 *
 * @throws {ToolError} when its git directory is outside. What is in it, `checkGitDirectories` checks.
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

/**
 * Whether a folder is in a working tree. A bare repository there came with the files, from whoever wrote them
 * (`safe.bareRepository` of git-config).
 */
const isInWorkTree = (path: string, directories: readonly AllowedDirectory[]): boolean => {
  const above = dirname(path);
  // No commit has a folder of this name: it is the git directory itself.
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
  // The kernel's path, also of a held directory: git begins there too.
  const base = realPath(path) ?? path;
  if (seen.has(base)) return;
  seen.add(base);
  if (seen.size > MAX_ALTERNATES) throw outside();
  checkObjectStore(path);
  const alternates = readOptionalBytes(join(path, 'info/alternates')) ?? Buffer.of();
  const text = alternates.toString();
  // Git takes bytes: a name that is not UTF-8 would be another one here.
  if (!Buffer.from(text).equals(alternates)) throw borrowed(text);
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const target = resolve(base, line);
    const isPlain = isAllowed(directories, target) && realPath(target) === target;
    if (!isPlain || isOdd(line)) throw borrowed(line);
    checkObjects(target, directories, seen);
  }
};

/** A C string, which no git writes; or `..` behind a name, which text and kernel take for two places. */
const isOdd = (line: string): boolean => {
  const parts = line.split(/[/\\]/);
  const name = parts.findIndex((part) => !['', '.', '..'].includes(part));
  return line.startsWith('"') || parts.indexOf('..', Math.max(name, 0)) > name;
};

const borrowed = (line: string): ToolError =>
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

/** A path without links; undefined when nothing is there. */
export const realPath = (path: string): string | undefined => {
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
const readOptional = (path: string): string | undefined =>
  readOptionalBytes(path)
    ?.toString()
    .replace(/\r?\n$/, '');

const readOptionalBytes = (path: string): Buffer | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile() || stats.size > MAX_POINTER_BYTES) throw outside();
    return readFileSync(path);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return undefined;
  }
};

/** Paths are bytes here: git also finds names that are not UTF-8. */
type Path = Buffer;

/**
 * Folders of a git directory that git reads or writes at any depth (gitrepository-layout, git-rerere, reftable). Not among
 * them: `refs`, `objects` and `worktrees`, which have rules of their own; `modules`, whose repositories are checked when
 * they are opened; `hooks`, which git does not look into here unless the operator trusts the repository.
 */
const DEEP = [
  ...['branches', 'common', 'info', 'logs', 'rebase-apply', 'rebase-merge', 'reftable', 'remotes'],
  ...['rr-cache', 'sequencer'],
];

/**
 * The link that git itself makes: a ref that stands for another one (core.preferSymlinkRefs). Git reads its text as the
 * name of a ref. It leads to somewhere below its own directory, where every other link is checked.
 */
const SYMBOLIC_REF = /^refs(?:\/(?!\.\.?(?:\/|$))[^/\\]+)+$/;

const NO_LINK = /(?!)/;

/** The socket of git's file system monitor. A setting keeps git from using it. */
const MONITOR = 'fsmonitor--daemon.ipc';

/**
 * Checks what git reads and writes in a git directory, but for its objects. The only links there are symbolic refs.
 *
 * @throws {ToolError} for any other link, for what is neither a file nor a directory, and for what cannot be listed.
 */
const checkEntries = (gitDir: string): void => checkGitDirectory(Buffer.from(gitDir));

/**
 * Checks a directory of objects: the folders in it, its packs and what is known about them. No link is of use there.
 *
 * @throws {ToolError} as `checkEntries`.
 */
const checkObjectStore = (path: string): void => {
  const directory = Buffer.from(path);
  checkFlat(directory, NO_LINK);
  for (const name of ['info', 'pack']) checkDeep(child(directory, Buffer.from(name)), NO_LINK);
};

const checkGitDirectory = (directory: Path): void => {
  for (const entry of entriesOf(directory)) {
    const name = entry.name.toString();
    const isLeftAlone = name === 'hooks' || (name === MONITOR && entry.isSocket());
    if (!isLeftAlone) checkEntry(directory, entry, SYMBOLIC_REF);
  }
  // The names are not looked for in the list: only the file system knows which ones it takes for the same.
  checkDeep(child(directory, Buffer.from('refs')), SYMBOLIC_REF);
  for (const name of DEEP) checkDeep(child(directory, Buffer.from(name)), NO_LINK);
  const worktrees = child(directory, Buffer.from('worktrees'));
  for (const folder of checkFlat(worktrees, NO_LINK)) checkGitDirectory(child(worktrees, folder));
};

const checkDeep = (top: Path, links: RegExp): void => {
  const directories = [top];
  for (const directory of directories)
    for (const folder of checkFlat(directory, links)) directories.push(child(directory, folder));
};

/** Checks the entries of one directory, and returns the names of the directories among them. */
const checkFlat = (directory: Path, links: RegExp): Path[] => {
  const folders: Path[] = [];
  for (const entry of entriesOf(directory)) {
    checkEntry(directory, entry, links);
    if (entry.isDirectory()) folders.push(entry.name);
  }
  return folders;
};

/** @throws {ToolError} unless it is a file, a directory, or a link with a text that `links` matches. */
const checkEntry = (directory: Path, entry: Entry, links: RegExp): void => {
  if (entry.isFile() || entry.isDirectory()) return;
  const path = child(directory, entry.name);
  if (!entry.isSymbolicLink()) throw new SpecialFileError(path);
  const target = linkText(path);
  if (!links.test(target.toString('latin1'))) throw linked(path, target);
};

const linkText = (path: Path): Path => {
  try {
    return readlinkSync(path, 'buffer');
  } catch {
    // It is gone, or no link any more: it has no text that is allowed.
    return Buffer.of();
  }
};

/** @throws {ToolError} when it cannot be listed: git could still open what it knows the name of. */
const entriesOf = (directory: Path): Entry[] => {
  try {
    return readEntries(directory);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Gone, or no directory: also when another git has removed it meanwhile.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw unreadable(directory, String(code));
  }
};

const child = (directory: Path, name: Path): Path => Buffer.concat([directory, Buffer.from(sep), name]);

const shown = (path: Path): string => quoted(path.toString());

const linked = (path: Path, target: Path): ToolError =>
  refusal(
    'access_denied',
    `${shown(path)} is a link to ${shown(target)}. Git would read and write what it leads to, so the repository is not used.`,
    'Ask the user to look at the link, and to remove it or to put a file or directory of the repository in its place.',
  );

/** Something in a git directory that is neither a file nor a directory: git would wait for a pipe. */
export class SpecialFileError extends ToolError {
  constructor(path: Path) {
    super(`${shown(path)} is neither a file nor a directory.`, {
      code: 'unsupported',
      hint: 'Ask the user to look at it: git did not make it.',
    });
  }
}

const unreadable = (path: Path, code: string): ToolError =>
  refusal(
    'access_denied',
    `${shown(path)} is a directory of git that cannot be listed (${code}).`,
    'Ask the user to make it readable.',
  );
