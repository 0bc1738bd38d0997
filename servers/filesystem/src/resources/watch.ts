// Watching: reports changes of files and directories (feature: subscriptions). Loads chokidar with the first watch.
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FSWatcher, watch as watchWithChokidar } from 'chokidar';
import { ErrorCode, RpcError, ToolError, type StopWatching } from '@mcp/runtime';
import { type Scope, errorCode, anchorReal } from '@mcp/files';

export interface WatchRequest {
  /** Changes of hidden entries are not reported. */
  readonly scope: Scope;
  /** Real, and inside. */
  readonly path: string;
  /** Report only new and deleted entries, not changed content. */
  readonly namesOnly?: boolean;
  /** Called without a name if the watched path itself changed, with the name if an entry of a directory did. */
  readonly onChange: (entry?: string) => void;
}

export type Watch = (request: WatchRequest) => Promise<StopWatching>;

/** Maximum number of watched files and directories, for all clients together. */
const MAX_WATCHED = 1000;

export type Watcher = typeof watchWithChokidar;

export interface WatchOptions {
  readonly load?: () => Promise<Watcher>;
  /** Milliseconds between two polls, and between two checks that a watch still follows its path. Default: 1000. */
  readonly pollMs?: number;
}

export const loadWatcher = async (): Promise<Watcher> => (await import('chokidar')).watch;

/** Creates the watch function of a server. The runtime merges bursts into one notification. */
export const createWatch = ({ load = loadWatcher, pollMs = 1000 }: WatchOptions = {}): Watch => {
  let count = 0;
  return async (request) => {
    if (count >= MAX_WATCHED)
      throw new RpcError(
        ErrorCode.InvalidParams,
        `${MAX_WATCHED} files and directories are watched already. Unsubscribe from some first.`,
      );
    count++;
    try {
      const stop = await follow(request, { load, pollMs });
      return () => {
        stop();
        count--;
      };
    } catch (error) {
      count--;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(`Changes cannot be watched: ${reason}`, { cause: error });
    }
  };
};

/** The system's limits on watched files, or on open ones. */
const OUT_OF_WATCHES: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * Watches a path. System events follow a file that is moved away, end when it is deleted, and would follow a link. So
 * the watch is dropped as soon as anything else is at the path, even for a moment, and reopened once a file or
 * directory is there again. Polls if the system is out of watches.
 */
const follow = async (
  request: WatchRequest,
  { load, pollMs }: Required<WatchOptions>,
): Promise<StopWatching> => {
  const { scope, path, onChange } = request;
  let state: 'opening' | 'open' | 'lost' = 'lost';
  let [isStopped, isPolling] = [false, false];
  let id: string | undefined;
  let watcher: FSWatcher | undefined;

  const drop = (): void => {
    const lost = watcher;
    state = 'lost';
    // Not during an event: then chokidar starts to watch the new file, and never stops.
    setImmediate(() => void lost?.close());
  };
  const notify = (entry?: string): void => {
    if (check()) onChange(entry);
  };
  const open = async (): Promise<void> => {
    state = 'opening';
    try {
      const watch = await load();
      id = identify(scope, path);
      if (id === undefined) throw new Error('it no longer exists');
      watcher = start(watch, request, { usePolling: isPolling, interval: pollMs, notify });
      await once(watcher, 'ready');
      if (isPolling) await sleep(FIRST_POLL_MS);
      // The path may have been replaced in the meantime.
      if (identify(scope, path) !== id || isStopped) throw new Error('it no longer exists');
      state = 'open';
    } catch (error) {
      drop();
      if (isPolling || !OUT_OF_WATCHES.has(errorCode(error) ?? '')) throw error;
      isPolling = true;
      await open();
    }
  };
  /** Returns false if something else is or was at the path; then reopens the watch. */
  const check = (): boolean => {
    if (isStopped || state === 'opening') return false;
    const now = identify(scope, path);
    if (state === 'open' && now === id) return true;
    if (state === 'open') {
      drop();
      onChange();
    }
    // Changes before the watch was open would be missed.
    if (now !== undefined) void open().then(() => onChange(), NOTHING);
    return false;
  };

  await open();
  const timer = setInterval(check, pollMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    drop();
  };
};

const NOTHING = (): void => {};

/** The first poll takes at most about this long. It reports nothing, so earlier changes would be missed. */
const FIRST_POLL_MS = 200;
/** Maximum number of entries of a directory that are polled one by one. */
const MAX_POLLED = 1000;

/**
 * Opens one system watch for a directory, whatever the number of its entries. A small directory is polled entry by
 * entry.
 */
const start = (
  watch: Watcher,
  { path, scope, namesOnly = false }: WatchRequest,
  { notify, ...how }: { usePolling: boolean; interval: number; notify: (entry?: string) => void },
): FSWatcher => {
  const isHidden = scope.hiddenIn(path);
  const names = lstatSync(path).isDirectory() ? new Set(readdirSync(path)) : undefined;
  const isEach = names === undefined || (how.usePolling && !namesOnly && names.size <= MAX_POLLED);
  const ignored = (entry: string): boolean => entry !== path && (!isEach || isHidden(basename(entry)));
  // Persistent watchers of one path would share a handle, even after the file was replaced.
  const safe = { persistent: false, followSymlinks: false, ignoreInitial: true, depth: 0 };
  const watcher = watch(path, { ...safe, ...how, ignored }).on('error', () => notify());
  if (isEach)
    return watcher.on('all', (event, changed) =>
      notify(event === 'change' && names !== undefined ? basename(changed) : undefined),
    );
  return watcher.on('raw', (event, changed) => {
    // Some systems do not report the name.
    const name = how.usePolling || !changed ? '' : changed;
    if (isHidden(name)) return;
    const isRename = event === 'rename';
    const wasThere = isRename && names.delete(name);
    const isThere = isRename && lstatSync(join(path, name), { throwIfNoEntry: false }) !== undefined;
    if (isThere) names.add(name);
    if (name === '' || wasThere !== isThere) notify();
    else if (!namesOnly) notify(name);
  });
};

/** Identifies the file or directory at a path; undefined if there is none or it is a link. */
const identify = ({ rules }: Scope, path: string): string | undefined => {
  try {
    using anchor = anchorReal(rules.anchoring, path);
    const { stats } = anchor;
    return stats.isDirectory() || stats.isFile() ? `${stats.dev} ${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
};
