// The view of a repository that git gets: the real git directory, but instead of the common directory (GIT_COMMON_DIR,
// see gitrepository-layout) a folder of this server. The folder has a configuration that the server writes, no hooks,
// and links to the rest. So git reads no file of the repository that could name a program.
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

/** Folders of the common directory. A filter of the operator stores files in `lfs`. */
const FOLDERS = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable', 'lfs'] as const;
/** Files of the common directory. Git replaces the target of a link, not the link. */
const FILES = ['packed-refs', 'shallow'] as const;

/** Folders that commands, or Git LFS as a filter of the operator, write into. */
const WRITTEN = ['logs', 'worktrees', 'lfs'] as const;

/** Creates the folders that a write may need, because git creates files through a link, but not folders. */
export const makeFolders = (commonDir: string): void => {
  for (const name of WRITTEN) mkdirSync(join(commonDir, name), { recursive: true });
};

/** The content of a view, in addition to the links. */
export interface Made {
  /** The text of the configuration. */
  readonly config: string;
  /** Keys of the repository that git must not see, unless one of these settings overrides them. */
  readonly unused: readonly string[];
  readonly settings?: readonly Setting[];
  /** The git directory whose HEAD the view has; by default the common directory, so the HEAD of the main worktree. */
  readonly gitDir?: string;
  /**
   * Refs in the format of packed-refs. With them, the view has its own refs and objects, and git cannot change the
   * repository.
   */
  readonly refs?: string | undefined;
}

/**
 * Creates the view of a common directory in an empty folder, and returns its path. Returns undefined if the server
 * cannot create links here but git may read the repository itself, because its configuration has harmless keys only.
 *
 * @throws {GitError} if it has other keys, and no link can be created.
 */
export const makeView = (
  path: string,
  commonDir: string,
  { config, unused, settings = [], gitDir = commonDir, refs }: Made,
): string | undefined => {
  writeFileSync(join(path, 'config'), config);
  // A copy, because git would read a link as a symbolic ref.
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

/** The error for a system without links, which are necessary to hide this key of the configuration from git. */
const noLinks = (key: string): Error =>
  refusal(
    'unsupported',
    `The configuration of the repository has ${quoted(key)}. ` +
      'To leave it out, the server makes links, which this system does not let it make.',
    'Ask the user to allow symbolic links (on Windows: developer mode), or to remove the key.',
  );

/**
 * Replaces the path of the view, which git has written into `.git` of a new worktree, with the real common directory.
 * The replacement is atomic, so `.git` is valid even if the server is killed.
 */
export const restorePointer = (worktree: string, view: string, commonDir: string): void => {
  const [pointer, next] = [join(worktree, '.git'), join(worktree, '.git.next')];
  const [prefix, text] = [`gitdir: ${withSlashes(view)}/`, readFileSync(pointer, 'utf8')];
  if (!text.startsWith(prefix)) return;
  const target = withSlashes(join(commonDir, text.slice(prefix.length)));
  writeFileSync(next, `gitdir: ${target}`, { flag: 'wx' });
  renameSync(next, pointer);
};

/** Returns the path with slashes, as git writes it on Windows, too. */
const withSlashes = (path: string): string => path.split(sep).join('/');

const MAX_HEAD_BYTES = 65_536;

const copyHead = (from: string, to: string): void => {
  const [head, copy] = [join(from, 'HEAD'), join(to, 'HEAD')];
  const stats = lstatSync(head, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) symlinkSync(readlinkSync(head), copy);
  else if (stats?.isFile() === true && stats.size <= MAX_HEAD_BYTES) writeFileSync(copy, readFileSync(head));
};

/** Also links to missing files, which git creates through the link. Returns whether this system can create links. */
const linkAll = (from: string, to: string): boolean => {
  try {
    // A junction needs no privilege on Windows, a link to a file does.
    for (const name of FOLDERS) symlinkSync(join(from, name), join(to, name), 'junction');
    for (const name of FILES) symlinkSync(join(from, name), join(to, name), 'file');
    // Wine reports success without creating a link.
    if (process.platform === 'win32') for (const name of [...FOLDERS, ...FILES]) lstatSync(join(to, name));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw error;
    return false;
  }
};

const copyAll = (from: string, to: string, refs: string): void => {
  for (const name of ['refs', 'objects/info']) mkdirSync(join(to, name), { recursive: true });
  // Git reads a quoted path as a C string, so it may contain a line break.
  writeFileSync(join(to, 'objects/info/alternates'), `${JSON.stringify(join(from, 'objects'))}\n`);
  writeFileSync(join(to, 'packed-refs'), refs);
  if (existsSync(join(from, 'shallow'))) copyFileSync(join(from, 'shallow'), join(to, 'shallow'));
};

/** The hooks of githooks(5) that the commands of the tools would run. */
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

/** Returns a sentence for the end of an answer that names the hooks, filters and merge drivers that did not run. */
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
