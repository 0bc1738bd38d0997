// Tells when files and directories change (feature: subscriptions). chokidar is loaded for the first one.
import { basename } from 'node:path';
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

/** One watched path. Deleted, it is looked for until it is back: chokidar gives up when its parent is deleted too. */
class Watching {
  readonly #path: string;
  readonly #onChange: OnChange;
  #watcher: FSWatcher | undefined;
  #isStopped = false;

  constructor(path: string, onChange: OnChange) {
    this.#path = path;
    this.#onChange = onChange;
  }

  /** Resolves when no change can be missed any more. */
  async open(): Promise<void> {
    const { watch } = await import('chokidar');
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
    void this.#watcher?.close();
  }

  // Editors that write a new file and rename it come as one change: chokidar waits 100 ms before it tells a deletion.
  #changed(event: string, changed: string): void {
    if (this.#isStopped) return;
    const isEntry = changed !== this.#path;
    // A new or deleted entry is a change of the directory, new content one of the entry.
    this.#onChange(isEntry && event === 'change' ? basename(changed) : undefined);
    if (!isEntry && event.startsWith('unlink')) void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const lost = this.#watcher;
    // A deleted directory is told once, however many events there are.
    if (lost === undefined) return;
    this.#watcher = undefined;
    void lost.close();
    while (!this.#isStopped && this.#watcher === undefined) {
      await new Promise((resolve) => setTimeout(resolve, RETURN_MS).unref());
      if (await isThere(this.#path)) await this.open().catch(() => this.#watcher?.close());
    }
    if (!this.#isStopped) this.#onChange();
  }
}

// A link in its place would be followed.
const isThere = async (path: string): Promise<boolean> => {
  const stats = await fileSystem.lstat(path).catch(() => undefined);
  return stats?.isSymbolicLink() === false;
};
