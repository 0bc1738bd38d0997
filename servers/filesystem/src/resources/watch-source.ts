// Where the news of a watched path comes from: chokidar for a file, one watch of the system for a directory, whatever the
// number of its entries. Polling looks at each entry of a small directory, at the names of a large one.
import { lstatSync, readdirSync, unwatchFile, watch as watchSystem, watchFile } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as chokidar from 'chokidar';

/** What to watch, and how. */
export interface SourceRequest {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly isPolling: boolean;
  /** Between two looks of a poll. */
  readonly lookMs: number;
  /** Only entries that come or go count. */
  readonly namesOnly: boolean;
  readonly isHidden: (name: string) => boolean;
  /** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
  readonly onNews: (entry?: string) => void;
}

/** What watches. */
export interface Watchers {
  readonly watch: typeof chokidar.watch;
  readonly watchSystem: typeof watchSystem;
}

/** Ends a watch. */
export type Close = () => void;

/** So long takes the first look of a poll, at most times. It tells nothing, and a change before it would be missed. */
const FIRST_POLL_MS = 200;
/** The names of so many entries are kept, to tell a new entry from one that was replaced. */
const MAX_NAMES = 10_000;
/** So many entries are looked at, each by itself. */
const MAX_POLLED = 1000;

/** The watchers of this machine. */
export const loadWatchers = async (): Promise<Watchers> => {
  const { watch } = await import('chokidar');
  return { watch, watchSystem };
};

/** Resolves when changes are noticed. */
export const openSource = (request: SourceRequest, watchers: Watchers): Close | Promise<Close> => {
  const { path, isDirectory, isPolling, namesOnly } = request;
  if (!isDirectory) return openChokidar(request, watchers);
  if (!isPolling) return openDirectory(request, watchers);
  const isSmall = !namesOnly && readdirSync(path).length <= MAX_POLLED;
  return isSmall ? openChokidar(request, watchers) : pollNames(request);
};

const openChokidar = async (request: SourceRequest, { watch }: Watchers): Promise<Close> => {
  const { path, isPolling, lookMs, isHidden, onNews } = request;
  const watcher = watch(path, {
    // Persistent watchers of one path share their hold on it, also on a file that has been replaced.
    persistent: false,
    ignoreInitial: true,
    followSymlinks: false,
    depth: 0,
    usePolling: isPolling,
    interval: lookMs,
    ignored: (entry) => entry !== path && isHidden(basename(entry)),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      watcher.on('ready', resolve).on('error', reject);
    });
  } catch (error) {
    void watcher.close();
    throw error;
  }
  if (isPolling) await setTimeout(FIRST_POLL_MS);
  watcher.on('all', (event, changed) => onNews(event === 'change' ? relative(path, changed) : ''));
  // Not while it tells of a change: then it begins to watch what is there now, and would never end that.
  return () => void setImmediate(() => void watcher.close());
};

const openDirectory = ({ path, namesOnly, isHidden, onNews }: SourceRequest, watchers: Watchers): Close => {
  const watcher = watchers.watchSystem(path, { persistent: false });
  const names = readNames(path);
  watcher.on('error', () => onNews());
  watcher.on('change', (event, changed) => {
    const name = String(changed);
    if (isHidden(name)) return;
    if (event === 'change' || !isNews(names, path, name)) {
      if (!namesOnly) onNews(name);
    } else onNews();
  });
  return () => watcher.close();
};

const readNames = (path: string): Set<string> | undefined => {
  const names = readdirSync(path);
  return names.length > MAX_NAMES ? undefined : new Set(names);
};

/** Whether an entry has come or gone, and was not just replaced. */
const isNews = (names: Set<string> | undefined, path: string, name: string): boolean => {
  if (names === undefined) return true;
  const wasThere = names.has(name);
  const isThere = lstatSync(join(path, name), { throwIfNoEntry: false }) !== undefined;
  if (isThere) names.add(name);
  else names.delete(name);
  return isThere !== wasThere;
};

const pollNames = async ({ path, lookMs, onNews }: SourceRequest): Promise<Close> => {
  const look = (): void => onNews();
  watchFile(path, { persistent: false, interval: lookMs }, look);
  await setTimeout(FIRST_POLL_MS);
  return () => unwatchFile(path, look);
};
