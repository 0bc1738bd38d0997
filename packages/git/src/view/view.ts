// What git is shown of a repository: its real git directory, but in the place of what all worktrees share
// (GIT_COMMON_DIR, see gitrepository-layout) a folder of this server, with a configuration that the server has
// written, without hooks, and links to the rest. So git has no file of the repository to read that could name a
// program.
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { errorCode } from '../git-error.ts';
import { quoted } from '../arguments/arguments.ts';
import { mayUse, type Setting } from '../process/environment.ts';
import { refusal } from '../process/errors.ts';
import { shownName } from '../arguments/names.ts';
import type { Opened } from '../opened.ts';

/** Folders of the common directory; `lfs` is for a filter of the operator, which keeps files there. */
const FOLDERS = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable', 'lfs'] as const;
/** Files of it. Git replaces them where the link leads. */
const FILES = ['packed-refs', 'shallow'] as const;

/** Folders that commands, or Git LFS as a filter of the operator, write into. */
const WRITTEN = ['logs', 'worktrees', 'lfs'] as const;

/** Makes the folders that a write may need: git makes files where a link leads to, but no folder. */
export const makeFolders = (commonDir: string): void => {
  for (const name of WRITTEN) mkdirSync(join(commonDir, name), { recursive: true });
};

/** What is made for a view, beside the links. */
export interface Made {
  /** The text of the configuration. */
  readonly config: string;
  /** Keys of the repository that git must not see, unless one of these settings overrides them. */
  readonly unused: readonly string[];
  readonly settings?: readonly Setting[];
  /** The git directory whose HEAD the view has; without one the common directory: that of the main worktree. */
  readonly gitDir?: string;
  /**
   * Refs in the form of packed-refs. Then the view has them and objects of its own, and the repository stays as it is.
   */
  readonly refs?: string | undefined;
}

/**
 * Makes the view of a common directory in an empty folder, and returns its path. Undefined where this system does not
 * let the server make links, and the repository has no key but those that a view has, so that git may see it as it is.
 *
 * @throws {GitError} when it has one of these, and no link can be made.
 */
export const makeView = (
  path: string,
  commonDir: string,
  { config, unused, settings = [], gitDir = commonDir, refs }: Made,
): string | undefined => {
  writeFileSync(join(path, 'config'), config);
  // A copy, since it is only read here. Git takes a link for a ref.
  copyHead(gitDir, path);
  if (refs !== undefined) copyAll(commonDir, path, refs);
  else if (!linkAll(commonDir, path)) {
    const overridden = new Set(settings.map(([key]) => key.toLowerCase()));
    const shown = unused.find((key) => !overridden.has(key.toLowerCase()));
    if (shown !== undefined) throw noLinks(shown);
    return undefined;
  }
  return path;
};

/** A system without links, which keep this key of the configuration from git. */
const noLinks = (key: string): Error =>
  refusal(
    'unsupported',
    `The configuration of the repository has ${quoted(key)}. ` +
      'To leave it out, the server makes links, which this system does not let it make.',
    'Ask the user to allow symbolic links (on Windows: developer mode), or to remove the key.',
  );

/**
 * Lets a new worktree name the real common directory: git has written the path of the view into its `.git`. At once,
 * so that it is one or the other when the server is killed.
 */
export const settleWorktree = (worktree: string, view: string, commonDir: string): void => {
  const [pointer, next] = [join(worktree, '.git'), join(worktree, '.git.next')];
  const [prefix, text] = [`gitdir: ${withSlashes(view)}/`, readFileSync(pointer, 'utf8')];
  if (!text.startsWith(prefix)) return;
  const target = withSlashes(join(commonDir, text.slice(prefix.length)));
  writeFileSync(next, `gitdir: ${target}`, { flag: 'wx' });
  renameSync(next, pointer);
};

/** As git writes a path, on Windows too. */
const withSlashes = (path: string): string => path.split(sep).join('/');

const MAX_HEAD_BYTES = 65_536;

const copyHead = (from: string, to: string): void => {
  const [head, copy] = [join(from, 'HEAD'), join(to, 'HEAD')];
  const stats = lstatSync(head, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) symlinkSync(readlinkSync(head), copy);
  else if (stats?.isFile() === true && stats.size <= MAX_HEAD_BYTES) writeFileSync(copy, readFileSync(head));
};

/** Links also to what is not there yet: git makes it where the link leads. Returns whether this system makes links. */
const linkAll = (from: string, to: string): boolean => {
  try {
    // A junction needs no privilege on Windows, a link to a file does.
    for (const name of FOLDERS) symlinkSync(join(from, name), join(to, name), 'junction');
    for (const name of FILES) symlinkSync(join(from, name), join(to, name), 'file');
    // Wine says that it has made a link, and has made none.
    if (process.platform === 'win32') for (const name of [...FOLDERS, ...FILES]) lstatSync(join(to, name));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw error;
    return false;
  }
};

const copyAll = (from: string, to: string, refs: string): void => {
  for (const name of ['refs', 'objects/info']) mkdirSync(join(to, name), { recursive: true });
  // Git reads a path in quotes as it would a string of C: it may have a line break.
  writeFileSync(join(to, 'objects/info/alternates'), `${JSON.stringify(join(from, 'objects'))}\n`);
  writeFileSync(join(to, 'packed-refs'), refs);
  if (existsSync(join(from, 'shallow'))) copyFileSync(join(from, 'shallow'), join(to, 'shallow'));
};

/** Of the hooks of githooks(5) those that the commands of the tools would run. */
const HOOKS: ReadonlySet<string> = new Set([
  ...[
    'applypatch-msg',
    'commit-msg',
    'post-checkout',
    'post-commit',
    'post-merge',
    'post-rewrite',
    'pre-commit',
  ],
  ...['pre-merge-commit', 'pre-push', 'pre-rebase', 'prepare-commit-msg', 'reference-transaction'],
]);

const hooksOf = ({ commonDir }: Opened): string[] => {
  const folder = join(commonDir, 'hooks');
  try {
    return readdirSync(folder).filter(
      (name) => HOOKS.has(name) && mayUse(join(folder, name), constants.X_OK),
    );
  } catch {
    return [];
  }
};

const PROGRAM = /^(filter|merge)\.([^]+)\.(?:clean|smudge|process|driver)$/;

/** A sentence that names them, with the flag that runs them, for the end of an answer; nothing when there is none. */
export const notRun = (repository: Opened): string[] => {
  if (repository.options.trust === 'trusted') return [];
  const { unused } = repository;
  const hooks = unused.includes('core.hookspath') ? ['those of core.hooksPath'] : hooksOf(repository);
  const programs = unused.flatMap((key) => {
    const [, kind = '', name = ''] = PROGRAM.exec(key) ?? [];
    return kind === '' ? [] : [`${kind === 'filter' ? 'filter' : 'merge driver'} ${shownName(name)}`];
  });
  const named = [...(hooks.length === 0 ? [] : [`hooks ${hooks.join(', ')}`]), ...new Set(programs)];
  if (named.length === 0) return [];
  return [`Not run: ${named.join('; ')}. They run if the user starts this server with --trust-repo-config.`];
};
