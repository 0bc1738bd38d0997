// Watching: tells when files and directories change (feature: subscriptions). chokidar does the work; it is loaded for
// the first one.
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FSWatcher, watch as watchWithChokidar } from 'chokidar';
import { ErrorCode, RpcError, ToolError, type StopWatching } from '@mcp/runtime';
import { type Scope, errorCode, holdReal } from '@mcp/files';

/** A file, or a directory with its entries. */
export interface WatchRequest {
  /** Hidden entries do not count. */
  readonly scope: Scope;
  /** Real, and inside. */
  readonly path: string;
  /** Only entries that come or go count, not their content. */
  readonly namesOnly?: boolean;
  /** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
  readonly onChange: (entry?: string) => void;
}

/** Watches something that exists. */
export type Watch = (request: WatchRequest) => Promise<StopWatching>;

/** So many files and directories are watched at once, for all clients together. */
const MAX_WATCHED = 1000;

/** What watches: chokidar, or its like. */
export type Watcher = typeof watchWithChokidar;

/** How a server watches. */
export interface WatchOptions {
  /** Loads what watches. Default: chokidar. */
  readonly load?: () => Promise<Watcher>;
  /**
   * Milliseconds between two looks of a poll, and between two checks that a watch still follows its path. Default
   * 1000.
   */
  readonly lookMs?: number;
}

/** Loads chokidar. */
export const loadWatcher = async (): Promise<Watcher> => (await import('chokidar')).watch;

/** Makes the watch of a server. The runtime makes bursts one notification. */
export const createWatch = ({ load = loadWatcher, lookMs = 1000 }: WatchOptions = {}): Watch => {
  let count = 0;
  return async (request) => {
    if (count >= MAX_WATCHED)
      throw new RpcError(
        ErrorCode.InvalidParams,
        `${MAX_WATCHED} files and directories are watched already. Unsubscribe from some first.`,
      );
    count++;
    try {
      const stop = await follow(request, { load, lookMs });
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
const STORE_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * Watches a path. Events of the system follow what is moved away, end with what is deleted, and would follow a link:
 * when anything else is at the path, even for a moment, the watch is lost. Then the path is looked for until there is
 * a file or directory again, and watched anew. Polls where the system has no room for more events.
 */
const follow = async (
  request: WatchRequest,
  { load, lookMs }: Required<WatchOptions>,
): Promise<StopWatching> => {
  const { scope, path, onChange } = request;
  let state: 'opening' | 'open' | 'lost' = 'lost';
  let [isStopped, isPolling] = [false, false];
  let id: string | undefined;
  let watcher: FSWatcher | undefined;

  const lose = (): void => {
    const lost = watcher;
    state = 'lost';
    // Not while it tells of a change: then it begins to watch what is there now, and would never end that.
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
      if (id === undefined) throw new Error('it is not there any more');
      watcher = start(watch, request, { usePolling: isPolling, interval: lookMs, notify });
      await once(watcher, 'ready');
      if (isPolling) await sleep(FIRST_POLL_MS);
      // Something else may have taken the place of this one meanwhile.
      if (identify(scope, path) !== id || isStopped) throw new Error('it is not there any more');
      state = 'open';
    } catch (error) {
      lose();
      if (isPolling || !STORE_FULL.has(errorCode(error) ?? '')) throw error;
      isPolling = true;
      await open();
    }
  };
  /** False when something else is at the path, or was. Then watches what is there now. */
  const check = (): boolean => {
    if (isStopped || state === 'opening') return false;
    const now = identify(scope, path);
    if (state === 'open' && now === id) return true;
    if (state === 'open') {
      lose();
      onChange();
    }
    // What came before the watch was open would be missed.
    if (now !== undefined) void open().then(() => onChange(), NOTHING);
    return false;
  };

  await open();
  const timer = setInterval(check, lookMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    lose();
  };
};

const NOTHING = (): void => {};

/** So long takes the first look of a poll, at most times. It tells nothing, and a change before it would be missed. */
const FIRST_POLL_MS = 200;
/** So many entries of a directory are polled, each by itself. */
const MAX_POLLED = 1000;

/**
 * One watch of the system for a directory, whatever the number of its entries; a small one is polled entry by entry.
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
  // Persistent watchers of one path share their hold on it, also on a file that has been replaced.
  const safe = { persistent: false, followSymlinks: false, ignoreInitial: true, depth: 0 };
  const watcher = watch(path, { ...safe, ...how, ignored }).on('error', () => notify());
  if (isEach)
    return watcher.on('all', (event, changed) =>
      notify(event === 'change' && names !== undefined ? basename(changed) : undefined),
    );
  return watcher.on('raw', (event, changed) => {
    // Some systems do not tell the name.
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

/** Which file or directory is at a path; undefined when there is none, or a link. */
const identify = ({ rules }: Scope, path: string): string | undefined => {
  try {
    using anchor = holdReal(rules.anchoring, path);
    const { stats } = anchor;
    return stats.isDirectory() || stats.isFile() ? `${stats.dev} ${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
};
