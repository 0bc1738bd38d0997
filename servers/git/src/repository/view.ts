// What git is shown of a repository: its real git directory, but in the place of what all worktrees share (GIT_COMMON_DIR, see
// gitrepository-layout) a folder of this server, with a configuration that the server has written, no hooks, and links to
// the rest. So git has no file of the repository to read that could name a program.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { toConfigText } from './allowed-keys.ts';
import type { Config } from './config.ts';
import type { Access, Setting } from './environment.ts';
import { privateFolder } from './private-folder.ts';
import type { RepositoryPlace } from './git-directory.ts';
import { fixedSettings, type Trust } from './settings.ts';
import { noLinks } from './unusable.ts';

/** The folder, until it is disposed of. */
export interface View extends Disposable {
  readonly path: string;
  /** The file with the configuration. */
  readonly config: string;
}

/** Folders of the common directory; `lfs` is for a filter of the operator, which keeps files there. */
const FOLDERS = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable', 'lfs'] as const;
/** Files of it. Git replaces them where the link leads. */
const FILES = ['packed-refs', 'shallow'] as const;

/** Folders that commands, or Git LFS as a filter of the operator, write into. */
const WRITTEN = ['logs', 'worktrees', 'lfs'] as const;

let count = 0;

/**
 * What git sees of a repository; undefined where that is the repository itself.
 *
 * @throws {ToolError} when this system makes no links, and the configuration has a key that git must not see.
 */
export const viewFor = (
  access: Access,
  trust: Trust,
  config: Config,
  { commonDir }: Pick<RepositoryPlace, 'commonDir'>,
): View | undefined => {
  const made = { config: toConfigText(config.entries) };
  return viewUnlessPlain(commonDir, made, withoutKeysOf(fixedSettings(access, trust), config.unused));
};

/** Makes the folders that a write may need: git makes files where a link leads to, but no folder. */
export const makeFolders = (commonDir: string): void => {
  for (const name of WRITTEN) mkdirSync(join(commonDir, name), { recursive: true });
};

/**
 * The view of a common directory. Undefined where this system does not let the server make links, and the repository has no
 * key but those that a view has, so that git may see it as it is.
 *
 * @throws {ToolError} when it has one of these, and no link can be made.
 */
export const viewUnlessPlain = (
  commonDir: string,
  made: Made,
  unused: readonly string[],
): View | undefined => {
  try {
    return makeView(commonDir, made);
  } catch (error) {
    if (!(error instanceof NoLinksError)) throw error;
    const [key] = unused;
    if (key === undefined) return undefined;
    throw noLinks(key);
  }
};

/** The keys that no setting overrides. */
export const withoutKeysOf = (settings: readonly Setting[], keys: readonly string[]): readonly string[] => {
  const overridden = new Set(settings.map(([key]) => key.toLowerCase()));
  return keys.filter((key) => !overridden.has(key.toLowerCase()));
};

/** What is made for a view, beside the links. */
export interface Made {
  /** The text of the configuration. */
  readonly config: string;
  /** The git directory whose HEAD the view has; without one the common directory: that of the main worktree. */
  readonly gitDir?: string;
  /** Refs in the form of packed-refs. Then the view has them and objects of its own, and the repository stays as it is. */
  readonly refs?: string;
}

/**
 * Makes the view of a common directory.
 *
 * @throws {NoLinksError} when this system does not let the server make links.
 */
export const makeView = (commonDir: string, { config, gitDir = commonDir, refs }: Made): View => {
  const path = join(privateFolder(), `view-${(count += 1)}`);
  const view = {
    path,
    config: join(path, 'config'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
  mkdirSync(path, { mode: 0o700 });
  try {
    writeFileSync(view.config, config);
    mkdirSync(join(path, 'hooks'));
    // A copy, since it is only read here. Git takes a link for a ref.
    copyHead(gitDir, path);
    if (refs === undefined) linkAll(commonDir, path);
    else copyAll(commonDir, path, refs);
    return view;
  } catch (error) {
    view[Symbol.dispose]();
    throw error;
  }
};

/**
 * Lets a new worktree name the real common directory: git has written the path of the view into its `.git`. At once, so that
 * it is one or the other when the server is killed.
 */
export const settleWorktree = (worktree: string, { path }: View, commonDir: string): void => {
  const [pointer, next] = [join(worktree, '.git'), join(worktree, '.git.next')];
  const [prefix, text] = [`gitdir: ${withSlashes(path)}/`, readFileSync(pointer, 'utf8')];
  if (!text.startsWith(prefix)) return;
  const target = withSlashes(join(commonDir, text.slice(prefix.length)));
  writeFileSync(next, `gitdir: ${target}`, { flag: 'wx' });
  renameSync(next, pointer);
};

/** As git writes a path, on Windows too. */
const withSlashes = (path: string): string => path.split(sep).join('/');

/** This system, or this user, cannot make links. */
export class NoLinksError extends Error {}

const MAX_HEAD_BYTES = 65_536;

const copyHead = (from: string, to: string): void => {
  const [head, copy] = [join(from, 'HEAD'), join(to, 'HEAD')];
  const stats = lstatSync(head, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) symlinkSync(readlinkSync(head), copy);
  else if (stats?.isFile() === true && stats.size <= MAX_HEAD_BYTES) writeFileSync(copy, readFileSync(head));
};

const linkAll = (from: string, to: string): void => {
  // Also to what is not there yet: git makes it where the link leads.
  for (const name of FOLDERS) link(from, to, name, 'dir');
  for (const name of FILES) link(from, to, name, 'file');
};

const copyAll = (from: string, to: string, refs: string): void => {
  for (const name of ['refs', 'objects/info']) mkdirSync(join(to, name), { recursive: true });
  // Git reads a path in quotes as it would a string of C: it may have a line break.
  writeFileSync(join(to, 'objects/info/alternates'), `${JSON.stringify(join(from, 'objects'))}\n`);
  writeFileSync(join(to, 'packed-refs'), refs);
  if (existsSync(join(from, 'shallow'))) copyFileSync(join(from, 'shallow'), join(to, 'shallow'));
};

const link = (from: string, to: string, name: string, type: 'dir' | 'file'): void => {
  try {
    // A junction needs no privilege on Windows, a link to a file does.
    symlinkSync(join(from, name), join(to, name), type === 'dir' ? 'junction' : type);
    // Wine says that it has made a link, and has made none.
    if (process.platform === 'win32') lstatSync(join(to, name));
  } catch (error) {
    throw new NoLinksError(`no link to ${name}`, { cause: error });
  }
};
