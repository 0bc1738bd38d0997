// What may stand in a git directory. Git follows every link there, when it reads and when it writes: in a repository that
// came with its git directory, one link would be enough to reach any file of the user.
import { readdirSync, readlinkSync, type Dirent } from 'node:fs';
import { sep } from 'node:path';
import type { ToolError } from '@mcp/runtime';
import { quoted } from './arguments.ts';
import { refusal } from './errors.ts';

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
export const checkEntries = (gitDir: string): void => checkGitDirectory(Buffer.from(gitDir));

/**
 * Checks a directory of objects: the folders in it, its packs and what is known about them. No link is of use there.
 *
 * @throws {ToolError} as `checkEntries`.
 */
export const checkObjectStore = (path: string): void => {
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
const checkEntry = (directory: Path, entry: Dirent<Buffer>, links: RegExp): void => {
  if (entry.isFile() || entry.isDirectory()) return;
  const path = child(directory, entry.name);
  if (!entry.isSymbolicLink()) throw special(path);
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

/** Gone, or no directory: also when another git has removed it meanwhile. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

/** @throws {ToolError} when it cannot be listed: git could still open what it knows the name of. */
const entriesOf = (directory: Path): Dirent<Buffer>[] => {
  try {
    return readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (ABSENT.has(code)) return [];
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

const special = (path: Path): ToolError =>
  refusal(
    'unsupported',
    `${shown(path)} is neither a file nor a directory.`,
    'Ask the user to look at it: git did not make it.',
  );

const unreadable = (path: Path, code: string): ToolError =>
  refusal(
    'access_denied',
    `${shown(path)} is a directory of git that cannot be listed (${code}).`,
    'Ask the user to make it readable.',
  );
