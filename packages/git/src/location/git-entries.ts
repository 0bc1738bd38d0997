// Checks the content of a git directory before git works in it. Git follows every link there on reads and writes, so
// one link could reach any file of the user.
import { lstatSync, opendirSync, readFileSync, readlinkSync, statSync, type Dirent } from 'node:fs';
import { sep } from 'node:path';
import { errorCode, GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import { readEntries, type Entry } from '@mcp/directories/read-entries';
import { quoted } from '../arguments/arguments.ts';
import { refusal } from '../process/errors.ts';

/** Paths are bytes, because git also finds names that are not UTF-8. */
type Path = Buffer;

/**
 * Folders of a git directory that git reads or writes at any depth (gitrepository-layout, git-rerere, reftable).
 * `refs`,
 * `objects` and `worktrees` have their own rules. The repositories in `modules` are checked when they are opened. Git
 * reads `hooks` only if the operator trusts the repository.
 */
const DEEP = [
  ...['branches', 'common', 'info', 'logs', 'rebase-apply', 'rebase-merge', 'reftable', 'remotes'],
  ...['rr-cache', 'sequencer'],
];

/**
 * The link that git itself creates: a ref that stands for another one (core.preferSymlinkRefs). Git reads its text as a
 * ref name. It leads below its own directory, where every other link is checked.
 */
const SYMBOLIC_REF = /^refs(?:\/(?!\.\.?(?:\/|$))[^/\\]+)+$/;

const NO_LINK = /(?!)/;

/** The socket of git's file system monitor. A setting keeps git from using it. */
const MONITOR = 'fsmonitor--daemon.ipc';

/** A check that pauses after each piece, with its number of entries. */
export type Check = Generator<number, void>;

/**
 * Checks everything that git reads and writes in a git directory, except its objects. The only allowed links are
 * symbolic refs: `HEAD`, and links below `refs`.
 *
 * @throws {GitError} for any other link, for an entry that is neither a file nor a directory, and for a directory that
 *   cannot be listed.
 */
export const checkEntries = (gitDir: string): Check => checkDirectory(Buffer.from(gitDir));

/**
 * Checks a directory of objects: its folders, packs and their indexes. No link is allowed there.
 *
 * @throws {GitError} as `checkEntries`.
 */
export function* checkObjectEntries(path: string): Check {
  const directory = Buffer.from(path);
  yield* flat(directory, NO_LINK);
  for (const name of ['info', 'pack']) yield* deep(child(directory, Buffer.from(name)), NO_LINK);
}

function* checkDirectory(directory: Path, check?: (entry: Entry) => void): Check {
  for (const entries of piecesOf(directory)) {
    for (const entry of entries) {
      const name = entry.name.toString();
      check?.(entry);
      const isLeftAlone = name === 'hooks' || (name === MONITOR && entry.isSocket());
      if (!isLeftAlone) checkEntry(directory, entry, name === 'HEAD' ? SYMBOLIC_REF : NO_LINK);
    }
    yield entries.length + 1;
  }
  // Opened by name instead of searched in the list: only the file system knows which spellings are equal.
  yield* deep(child(directory, Buffer.from('refs')), SYMBOLIC_REF);
  for (const name of DEEP) yield* deep(child(directory, Buffer.from(name)), NO_LINK);
  yield* deep(child(directory, Buffer.from('lfs')), NO_LINK, LFS_DEPTH);
  checkTables(directory);
  const worktrees = child(directory, Buffer.from('worktrees'));
  const folders: Path[] = [];
  yield* flat(worktrees, NO_LINK, folders);
  for (const folder of folders) {
    checkWorktree(folder);
    yield* checkDirectory(folder, (entry) => checkName(folder, entry));
  }
}

/**
 * Folders of a linked worktree (gitrepository-layout). Git looks for all others in the common directory.
 */
const WORKTREE_FOLDERS =
  /^(?:NOTES_MERGE_WORKTREE|fsmonitor--daemon|info|lfs|logs|modules|rebase-(?:apply|merge)|refs|reftable|sequencer)$/;

/**
 * Files of a linked worktree. Pseudo-refs and messages are in capitals, and a lock has the name of its file. Any other
 * name could shadow a branch, because git looks for a revision here first. No ref has a name that begins with a dot or
 * ends with `~`.
 */
const WORKTREE_FILES =
  /^(?:[A-Z][A-Z\d_]*|addp-hunk-edit\.diff|ADD_EDIT\.patch|commondir|config\.worktree|fast_import_crash_\d+|fsmonitor--daemon\.ipc|gc\.log|gitdir|gitk\.cache|index(?:\.stash\.\w+)?|locked|next-index-\d+|rebased-patches|shallow_\w{6}|sharedindex[._]\w+)(?:\.lock)?$|^\.|~$/;

/** @throws {GitError} for an entry of a linked worktree that git does not create there. */
const checkName = (worktree: Path, entry: Entry): void => {
  const known = entry.isDirectory() ? WORKTREE_FOLDERS : WORKTREE_FILES;
  if (known.test(entry.name.toString('latin1'))) return;
  throw refusal(
    'access_denied',
    `${shown(child(worktree, entry.name))} is not what git keeps for a linked worktree, so the repository is not used.`,
    'Ask the user to look at it, and to remove it if nothing needs it.',
  );
};

/**
 * Files of a linked worktree that git reads while it works in another worktree, with the only texts that git writes
 * there: where the refs are, where the files are, and what is checked out.
 */
const POINTERS: readonly (readonly [name: string, text: RegExp, written: string])[] = [
  ['commondir', /^\.\.\/\.\.\r?\n?$/, '"../.."'],
  ['gitdir', /^[ -\xff]+[/\\]\.git\r?\n?$/, 'the path of the file .git of the worktree'],
  ['HEAD', /^(?:ref:\s*refs\/\S+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\s*$/, 'a branch or a commit'],
];

/** @throws {GitError} for a linked worktree with a text that git would not write. */
const checkWorktree = (worktree: Path): void => {
  for (const [name, text, written] of POINTERS) {
    const path = child(worktree, Buffer.from(name));
    const found = readSmall(path);
    if (found === undefined || text.test(found)) continue;
    throw refusal(
      'access_denied',
      `${shown(path)} of a linked worktree has a text that git does not write, so the repository is not used.`,
      `Ask the user to look at it: git writes ${written}.`,
    );
  }
};

/**
 * Checks the names of the tables with the refs (gitformat-reftable), because git opens every listed path.
 *
 * @throws {GitError} for a name that is not the name of a file next to the list.
 */
const checkTables = (gitDir: Path): void => {
  const path = child(gitDir, Buffer.from('reftable/tables.list'));
  const odd = readSmall(path)
    ?.split('\n')
    .find((line) => !/^[\w-]*(?:\.\w+)?$/.test(line));
  if (odd === undefined) return;
  throw refusal(
    'access_denied',
    `${shown(path)} lists ${quoted(odd)}, which is not a table of git, so the repository is not used.`,
    'Ask the user to look at it.',
  );
};

const MAX_SMALL_BYTES = 65_536;

/** Returns the text of a small file; undefined if it is missing or not a file, which the check of entries refuses. */
const readSmall = (path: Path): string | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  return stats.size > MAX_SMALL_BYTES ? '/' : readFileSync(path, 'latin1');
};

/**
 * Git LFS has about as many folders for objects, `objects/ab/cd`, as objects, so their content is not checked.
 */
const LFS_DEPTH = 3;

function* deep(top: Path, links: RegExp, depth = Infinity): Check {
  let directories = [top];
  for (let level = 0; level < depth && directories.length > 0; level += 1) {
    const below: Path[] = [];
    for (const directory of directories) yield* flat(directory, links, below);
    directories = below;
  }
}

/** Checks the entries of one directory, and adds the directories among them to `folders`. */
function* flat(directory: Path, links: RegExp, folders?: Path[]): Check {
  for (const entries of piecesOf(directory)) {
    for (const entry of entries) {
      checkEntry(directory, entry, links);
      if (entry.isDirectory()) folders?.push(child(directory, entry.name));
    }
    yield entries.length + 1;
  }
}

/** @throws {GitError} unless it is a file, a directory, or a link with a text that `links` matches. */
const checkEntry = (directory: Path, entry: Entry, links: RegExp): void => {
  if (entry.isFile() || entry.isDirectory()) return;
  const path = child(directory, entry.name);
  if (!entry.isSymbolicLink()) throw new SpecialFileError(path);
  // A link that has disappeared counts as one with a forbidden target.
  const target = orElse(() => readlinkSync(path, 'buffer'), Buffer.of());
  if (!links.test(target.toString('latin1'))) throw linked(path, target);
};

/** A larger directory is read in pieces, if the file system reports its size. */
const LARGE_BYTES = 65_536;
const PIECE = 1000;

/** @throws {GitError} if it cannot be listed, because git could still open entries whose names it knows. */
function* piecesOf(directory: Path): Generator<readonly Entry[]> {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.size <= LARGE_BYTES && stats.nlink <= PIECE) yield readEntries(directory);
    else yield* readPieces(directory);
  } catch (error) {
    if (error instanceof GitError) throw error;
    const code = errorCode(error);
    // Missing or not a directory, for example because another git has just removed it.
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw unreadable(directory, String(code));
  }
}

function* readPieces(directory: Path): Generator<readonly Entry[]> {
  const handle = opendirSync(directory, { encoding: 'latin1', bufferSize: PIECE });
  try {
    let piece: Entry[] = [];
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
      piece.push(toEntry(entry));
      if (piece.length < PIECE) continue;
      yield piece;
      piece = [];
    }
    yield piece;
  } finally {
    handle.closeSync();
  }
}

const toEntry = (entry: Dirent): Entry => ({
  name: Buffer.from(entry.name, 'latin1'),
  isFile: () => entry.isFile(),
  isDirectory: () => entry.isDirectory(),
  isSymbolicLink: () => entry.isSymbolicLink(),
  isSocket: () => entry.isSocket(),
});

const child = (directory: Path, name: Path): Path => Buffer.concat([directory, Buffer.from(sep), name]);

const shown = (path: Path): string => quoted(path.toString());

const linked = (path: Path, target: Path): GitError =>
  refusal(
    'access_denied',
    `${shown(path)} is a link to ${shown(target)}. Git would read and write what it leads to, so the repository is not used.`,
    'Ask the user to look at the link, and to remove it or to put a file or directory of the repository in its place.',
  );

/** An entry of a git directory is neither a file nor a directory. Git would wait for a pipe. */
export class SpecialFileError extends GitError {
  constructor(path: Path) {
    super(`${shown(path)} is neither a file nor a directory.`, {
      code: 'unsupported',
      hint: 'Ask the user to look at it: git did not make it.',
    });
  }
}

const unreadable = (path: Path, code: string): GitError =>
  refusal(
    'access_denied',
    `${shown(path)} is a directory of git that cannot be listed (${code}).`,
    'Ask the user to make it readable.',
  );
