// What git is shown of a repository: its real git directory, but in the place of what all worktrees share (GIT_COMMON_DIR, see
// gitrepository-layout) a folder of this server, with a configuration that the server has written, no hooks, and links to
// the rest. So git has no file of the repository to read that could name a program.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { toConfigText } from './allowed-keys.ts';
import type { Config } from './config.ts';
import type { Access } from './environment.ts';
import type { HeldPlace } from './held.ts';
import { privateFolder } from './private-folder.ts';
import { fixedSettings, isTrusting, type Trust } from './settings.ts';
import { noLinks } from './unusable.ts';

/** The folder, until it is disposed of. */
export interface View extends Disposable {
  readonly path: string;
  /** The file with the configuration. */
  readonly config: string;
}

/** Folders of the common directory; `lfs` is for a filter of the operator, which keeps files there. */
const FOLDERS = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable', 'lfs'] as const;
/** Files of it. Git replaces them where the link leads. HEAD is that of the main worktree: it is only read here. */
const FILES = ['packed-refs', 'shallow', 'HEAD'] as const;

/** Folders that commands, or Git LFS as a filter of the operator, write into. */
const WRITTEN = ['logs', 'worktrees', 'lfs'] as const;

let count = 0;

/**
 * What a command sees of a repository; undefined when that is the repository itself.
 *
 * @throws {ToolError} when this system makes no links, and the configuration has a key that git must not see.
 */
export const viewFor = (
  access: Access,
  trust: Trust,
  config: Config,
  { commonDir }: HeldPlace,
): View | undefined => {
  if (isTrusting(access, trust)) return undefined;
  try {
    const view = makeView(commonDir, toConfigText(config.entries));
    // Git makes files where a link leads to, but no folder.
    if (access === 'write') for (const name of WRITTEN) mkdirSync(join(commonDir, name), { recursive: true });
    return view;
  } catch (error) {
    if (!(error instanceof NoLinksError)) throw error;
    const overridden = new Set(fixedSettings(access, trust).map(([key]) => key.toLowerCase()));
    const key = config.unused.find((each) => !overridden.has(each.toLowerCase()));
    if (key === undefined) return undefined;
    throw noLinks(key);
  }
};

/**
 * Makes the view of a common directory.
 *
 * @throws {NoLinksError} when this system does not let the server make links.
 */
export const makeView = (commonDir: string, config: string): View => {
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
    // Also to what is not there yet: git makes it where the link leads.
    for (const name of FOLDERS) link(commonDir, path, name, 'dir');
    for (const name of FILES) link(commonDir, path, name, 'file');
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
