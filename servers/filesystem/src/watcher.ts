// Tells when files and directories change (feature: subscriptions). chokidar is loaded for the first one.
import { basename, dirname } from 'node:path';
import { ToolError, type StopWatching } from '@mcp/runtime';
import type { FSWatcher } from 'chokidar';
import { isTemporary } from './atomic-write.ts';
import { fileSystem } from './file-system.ts';

/** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
export type OnChange = (entry?: string) => void;

/** Watches a file, or a directory with its entries, that exists and that the sandbox has resolved. */
export type Watch = (path: string, onChange: OnChange) => Promise<StopWatching>;

/** Watches with chokidar. Bursts are made one by the runtime. */
export const watchFiles: Watch = async (path, onChange) => {
  const watching = new Watching(path, onChange);
  try {
    await watching.open();
  } catch (error) {
    watching.stop();
    // Mostly the limit of the system on watched files; the message says so.
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`Changes cannot be watched: ${reason}`, { cause: error });
  }
  return () => watching.stop();
};

/** How often a deleted path is looked for. */
const RETURN_MS = 250;
/** How often it is made sure that the watched directory is still the one behind the path. */
const CHECK_MS = 1000;

/**
 * One watched path. Events follow a directory that is moved away, and end with one that is deleted: then the path is
 * looked for until there is something again.
 */
class Watching {
  readonly #path: string;
  readonly #onChange: OnChange;
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #identity: string | undefined;
  #isLost = false;
  #isStopped = false;

  constructor(path: string, onChange: OnChange) {
    this.#path = path;
    this.#onChange = onChange;
    this.#timer = setInterval(() => void this.#check(), CHECK_MS).unref();
  }

  /** Resolves when no change can be missed any more. */
  async open(): Promise<void> {
    const { watch } = await import('chokidar');
    this.#identity = await identityOf(this.#path);
    if (this.#isStopped) return;
    const watcher = watch(this.#path, {
      ignoreInitial: true,
      followSymlinks: false,
      depth: 0,
      ignored: isTemporary,
    });
    this.#watcher = watcher;
    watcher.on('all', (event, changed) => this.#changed(event, changed));
    await new Promise<void>((resolve, reject) => {
      // Later errors are about single entries; the rest stays watched.
      watcher.on('ready', () => resolve()).on('error', reject);
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    void this.#watcher?.close();
  }

  // Editors that write a new file and rename it come as one change: chokidar waits 100 ms before it tells a deletion.
  #changed(event: string, changed: string): void {
    if (this.#isStopped) return;
    const isEntry = changed !== this.#path;
    // A new or deleted entry is a change of the directory, new content one of the entry.
    this.#onChange(isEntry && event === 'change' ? basename(changed) : undefined);
    if (!isEntry && event.startsWith('unlink')) void this.#awaitReturn();
  }

  async #check(): Promise<void> {
    if (this.#identity === undefined || this.#isLost) return;
    const identity = await identityOf(this.#path);
    if (identity === this.#identity || this.#isStopped) return;
    this.#onChange();
    await this.#awaitReturn();
  }

  async #awaitReturn(): Promise<void> {
    // One deletion may be told by many events.
    if (this.#isLost) return;
    this.#isLost = true;
    while (this.#isLost && !this.#isStopped) {
      void this.#watcher?.close();
      await new Promise((resolve) => setTimeout(resolve, RETURN_MS).unref());
      if (await isThere(this.#path)) this.#isLost = !(await this.#reopen());
    }
    if (!this.#isStopped) this.#onChange();
  }

  /** False when it failed, or came too late. */
  async #reopen(): Promise<boolean> {
    try {
      await this.open();
      return await isThere(this.#path);
    } catch {
      return false;
    }
  }
}

/** Which directory is watched: the path itself, or where it is. */
const identityOf = async (path: string): Promise<string> => {
  const stats = await fileSystem.lstat(path).catch(() => undefined);
  const directory =
    stats?.isDirectory() === true ? stats : await fileSystem.lstat(dirname(path)).catch(() => undefined);
  return `${directory?.dev} ${directory?.ino}`;
};

// A link in its place would be followed.
const isThere = async (path: string): Promise<boolean> => {
  const stats = await fileSystem.lstat(path).catch(() => undefined);
  return stats?.isSymbolicLink() === false;
};
