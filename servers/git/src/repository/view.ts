// What git is shown of a repository: its real git directory, but in the place of what all worktrees share (GIT_COMMON_DIR, see
// gitrepository-layout) a folder of this server, with a configuration that the server has written, no hooks, and links to
// the rest. So git has no file of the repository to read that could name a program.
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from './private-folder.ts';

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

let count = 0;

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
  const [prefix, text] = [`gitdir: ${path}/`, readFileSync(pointer, 'utf8')];
  if (!text.startsWith(prefix)) return;
  writeFileSync(next, `gitdir: ${join(commonDir, text.slice(prefix.length))}`, { flag: 'wx' });
  renameSync(next, pointer);
};

/** This system, or this user, cannot make links. */
export class NoLinksError extends Error {}

const link = (from: string, to: string, name: string, type: 'dir' | 'file'): void => {
  try {
    symlinkSync(join(from, name), join(to, name), type);
  } catch (error) {
    throw new NoLinksError(`no link to ${name}`, { cause: error });
  }
};
