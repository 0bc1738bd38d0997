// Watches HEAD, the index and the refs of a repository (feature: subscriptions). Git is not started: chokidar watches
// the files, and is loaded with the first subscription.
import { promises } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ToolError, type StopWatching } from '@mcp/runtime';
import type { FSWatcher } from 'chokidar';
import type { Repository } from '../repositories.ts';

/** What can be watched of a repository. */
export type State = 'status' | 'branches' | 'tags';

/** Maximum number of watched files and folders, for all clients together. */
const MAX_WATCHED = 10_000;

let count = 0;

const REFS = 'refs(?:/(?:heads|remotes)(?:/.*)?)?|reftable(?:/.*)?';

/** The files of a git directory for each state, and their folders. */
const FILES: { readonly [state in State]: string } = {
  status: `HEAD|index|packed-refs|[A-Z]+_HEAD|rebase-(?:merge|apply)|BISECT_LOG|${REFS}`,
  branches: `HEAD|packed-refs|${REFS}`,
  tags: 'packed-refs|refs(?:/tags(?:/.*)?)?|reftable(?:/.*)?',
};

/**
 * Calls `updated` after a change. The working tree is not watched, because it may have any number of files.
 *
 * @throws {ToolError} if the system or this server cannot watch more.
 */
export const watchRepository = async (
  { gitDir, commonDir }: Repository,
  state: State,
  updated: () => void,
): Promise<StopWatching> => {
  const { watch } = await import('chokidar');
  const files = new RegExp(`^(?:${FILES[state]})$`);
  // The directory of a linked worktree is below the one that all worktrees share.
  const roots = [...new Set([gitDir, commonDir])];
  const isWatched = (path: string): boolean => {
    const root = roots.find((each) => path.startsWith(each)) ?? '';
    const name = relative(root, path).split(sep).join('/');
    return name === '' || (files.test(name) && !name.endsWith('.lock'));
  };
  const size = await countWatched(roots, isWatched, MAX_WATCHED - count);
  count += size;
  const watcher = watch(roots, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => !isWatched(path),
  });
  const stop = (): void => {
    count -= size;
    void watcher.close();
  };
  try {
    await untilReady(watcher);
  } catch (error) {
    stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`Changes cannot be watched: ${reason}`, { cause: error });
  }
  watcher.on('all', () => updated());
  return stop;
};

/**
 * Counts the files and folders before any is watched.
 *
 * @throws {ToolError} if there are more than `most`.
 */
const countWatched = async (
  roots: readonly string[],
  isWatched: (path: string) => boolean,
  most: number,
): Promise<number> => {
  const queue = [...roots];
  let found = queue.length;
  for (const folder of queue) {
    const directory = await promises.opendir(folder).catch(() => undefined);
    for await (const entry of directory ?? []) {
      const path = join(folder, entry.name);
      if (!isWatched(path)) continue;
      found += 1;
      if (found > most)
        throw new ToolError(
          `The server watches ${MAX_WATCHED} files at most, and this repository has too many refs to watch. ` +
            'Unsubscribe from other resources first, or read the resource instead.',
        );
      if (entry.isDirectory()) queue.push(path);
    }
  }
  return found;
};

const untilReady = (watcher: FSWatcher): Promise<void> =>
  new Promise((resolve, reject) => {
    watcher.on('ready', resolve).on('error', reject);
  });
