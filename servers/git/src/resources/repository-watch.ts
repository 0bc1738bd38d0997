// Tells when HEAD, the index or the refs of a repository change (feature: subscriptions). Git is not started for it:
// chokidar watches the files, and is loaded for the first subscription.
import { promises } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ToolError, type StopWatching } from '@mcp/runtime';
import type { FSWatcher } from 'chokidar';
import type { Repository } from '../repositories.ts';

/** What can be watched of a repository. */
export type State = 'status' | 'branches' | 'tags';

/** So many files and folders are watched at once, for all clients together. */
const MAX_WATCHED = 10_000;

let count = 0;

const REFS = 'refs(?:/(?:heads|remotes)(?:/.*)?)?|reftable(?:/.*)?';

/** Which files of a git directory say what, by their path there; and the folders that they are in. */
const FILES: { readonly [state in State]: string } = {
  status: `HEAD|index|packed-refs|[A-Z]+_HEAD|rebase-(?:merge|apply)|BISECT_LOG|${REFS}`,
  branches: `HEAD|packed-refs|${REFS}`,
  tags: 'packed-refs|refs(?:/tags(?:/.*)?)?|reftable(?:/.*)?',
};

/**
 * Calls `updated` after a change. Files of the working tree are not watched: there may be any number of them.
 *
 * @throws {ToolError} when the system, or this server, has no room for more.
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
 * Counts the files and folders to watch, before any is watched.
 *
 * @throws {ToolError} when there are more than `most`.
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
