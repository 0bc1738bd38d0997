// Tells when files and directories change (feature: subscriptions). chokidar watches them, and is loaded for the first one.
import { basename, dirname, relative } from 'node:path';
import { ErrorCode, RpcError, ToolError, type StopWatching } from '@mcp/runtime';
import type * as chokidar from 'chokidar';
import { errnoError, errorCode } from '../failure.ts';
import { holdReal } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';

/** How changes are noticed. */
export type WatchMode = 'auto' | 'poll' | 'off';

/** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
export type OnChange = (entry?: string) => void;

/** A file, or a directory with its entries. */
export interface WatchRequest {
  /** Hidden entries do not count. */
  readonly scope: Scope;
  /** Real, and inside. */
  readonly path: string;
  /** Only entries that come or go count, not their content. */
  readonly namesOnly?: boolean;
  readonly onChange: OnChange;
}

/** Watches something that exists. */
export type Watch = (request: WatchRequest) => Promise<StopWatching>;

/** So many files and directories are watched at once, for all clients together. */
const MAX_WATCHED = 1000;

type LoadWatcher = () => Promise<Pick<typeof chokidar, 'watch'>>;

/** Makes the watch of a server; undefined when nothing is watched. The runtime makes bursts one notification. */
export const createWatch = (
  mode: WatchMode,
  load: LoadWatcher = () => import('chokidar'),
): Watch | undefined => {
  if (mode === 'off') return undefined;
  let count = 0;
  return async (request) => {
    if (count >= MAX_WATCHED)
      throw new RpcError(
        ErrorCode.InvalidParams,
        `${MAX_WATCHED} files and directories are watched already. Unsubscribe from some first.`,
      );
    count++;
    const watching = new Watching(request, load, mode === 'poll');
    try {
      await watching.open();
    } catch (error) {
      watching.stop();
      count--;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(`Changes cannot be watched: ${reason}`, { cause: error });
    }
    return () => {
      watching.stop();
      count--;
    };
  };
};

/** The system's limits on watched files, or on open ones. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
/** So long takes the first look of a poll, at most times. */
const FIRST_POLL_MS = 200;
/** How often a deleted path is looked for. */
const RETURN_MS = 250;
/** How often polling looks, and how often it is checked that the watched directory is still the one behind the path. */
const CHECK_MS = 1000;

/**
 * One watched path. Events of the system follow a directory that is moved away, and end with one that is deleted: then the
 * path is looked for until there is something again.
 */
class Watching {
  readonly #request: WatchRequest;
  readonly #load: LoadWatcher;
  readonly #timer: NodeJS.Timeout;
  #watcher: chokidar.FSWatcher | undefined;
  /** Of the directory that is watched, or that the watched file is in. */
  #directory: string | undefined;
  #isPolling: boolean;
  #isLost = false;
  #isStopped = false;

  constructor(request: WatchRequest, load: LoadWatcher, isPolling: boolean) {
    this.#request = request;
    this.#load = load;
    this.#isPolling = isPolling;
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Resolves when changes are noticed. Polls where the system has no room for more events. */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      if (this.#isPolling || !NO_ROOM.has(errorCode(error) ?? '')) throw error;
      this.#isPolling = true;
      await this.#open();
    }
  }

  async #open(): Promise<void> {
    const { path, scope } = this.#request;
    this.#directory = directoryOf(scope, path);
    const { watch } = await this.#load();
    const isHidden = scope.hiddenIn(path);
    const watcher = watch(path, {
      ignoreInitial: true,
      followSymlinks: false,
      depth: 0,
      usePolling: this.#isPolling,
      interval: CHECK_MS,
      ignored: (entry) => entry !== path && isHidden(basename(entry)),
    });
    this.#watcher = watcher;
    await new Promise<void>((resolve, reject) => {
      watcher.on('ready', resolve).on('error', reject);
    });
    // The first look of a poll tells nothing. A change that comes before it would be missed.
    if (this.#isPolling) await new Promise((resolve) => setTimeout(resolve, FIRST_POLL_MS));
    // Another directory may have taken the place of this one meanwhile.
    const isSame = this.#directory !== undefined && directoryOf(scope, path) === this.#directory;
    if (!isSame || this.#isStopped) await watcher.close();
    if (!isSame) throw errnoError('ELOOP');
    watcher.on('all', (event, changed) => this.#tell(event, relative(path, changed)));
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    void this.#watcher?.close();
  }

  #tell(event: string, entry: string): void {
    if (this.#isStopped || this.#isLost || !this.#check()) return;
    const { onChange, namesOnly } = this.#request;
    if (entry === '' && event.startsWith('unlink')) this.#lose();
    else if (event !== 'change') onChange();
    else if (namesOnly !== true) onChange(entry === '' ? undefined : entry);
  }

  /** False when another directory is behind the path now. */
  #check(): boolean {
    if (this.#isLost || this.#isStopped || this.#watcher === undefined) return true;
    const { scope, path } = this.#request;
    if (directoryOf(scope, path) === this.#directory) return true;
    this.#lose();
    return false;
  }

  #lose(): void {
    this.#isLost = true;
    this.#request.onChange();
    void this.#awaitReturn();
  }

  async #awaitReturn(): Promise<void> {
    const { scope, path, onChange } = this.#request;
    while (this.#isLost && !this.#isStopped) {
      void this.#watcher?.close();
      await new Promise((resolve) => setTimeout(resolve, RETURN_MS).unref());
      if (isThere(scope, path))
        this.#isLost = !(await this.open().then(
          () => isThere(scope, path),
          () => false,
        ));
    }
    if (!this.#isStopped) onChange();
  }
}

/** Whether there is a file or directory, and no link. */
const isThere = (scope: Scope, path: string): boolean => identify(scope, path) !== undefined;

/** Which directory a path is, or is in; undefined when that is gone, or somewhere else. */
const directoryOf = (scope: Scope, path: string): string | undefined => {
  const itself = identify(scope, path);
  return itself?.isDirectory === true ? itself.id : identify(scope, dirname(path))?.id;
};

const identify = (
  { rules }: Scope,
  path: string,
): { readonly id: string; readonly isDirectory: boolean } | undefined => {
  try {
    using anchor = holdReal(rules.anchoring, path);
    const { stats } = anchor;
    if (stats.isSymbolicLink()) return undefined;
    return { id: `${stats.dev} ${stats.ino}`, isDirectory: stats.isDirectory() };
  } catch {
    return undefined;
  }
};
