// Whether the directory of a repository stayed in its place while git read in it. Git enters the directory with the
// files by its path, so a link that another program puts there for a moment could lead it elsewhere.
import { lstatSync, watch, type FSWatcher, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HAS_DESCRIPTORS, hold, leadsTo, replaced, type Held } from './held.ts';

/** A watch over the place of a directory. */
export interface PlaceWatch extends Disposable {
  /** @throws {ToolError} when the directory was moved or replaced since the watch began. */
  check(): Promise<void>;
}

interface Child {
  readonly path: string;
  readonly held: Held;
  /** Which directory it is: its device and inode. */
  readonly identity: string;
}

/**
 * Watches the places of a directory, and of those above it that `isWatched`. Each has to be the same directory at the same
 * path in the end. On Linux the kernel also reports each name that is moved or made, so what was put back in time
 * shows too. Other names in the directories above do not count.
 *
 * @throws {ToolError} when it is not in its place.
 */
export const watchPlace = (path: string, isWatched: (path: string) => boolean): PlaceWatch => {
  const children: Child[] = [];
  const watchers: FSWatcher[] = [];
  let isMoved = false;
  const dispose = (): void => {
    for (const watcher of watchers) watcher.close();
    for (const { held } of children) held[Symbol.dispose]();
  };
  const check = async (): Promise<void> => {
    // What the kernel has reported by now is read before this goes on.
    await setImmediate();
    if (isMoved || !children.every(isInPlace)) throw replaced(path);
  };
  try {
    for (let child = path; isWatched(dirname(child)) && dirname(child) !== child; child = dirname(child))
      children.push({ path: child, held: hold(child), identity: identityOf(child) });
    for (const child of HAS_DESCRIPTORS ? children : [])
      watchers.push(...watchName(child.path, () => (isMoved = true)));
    // Before the watch began it may have been somewhere else.
    if (!children.every(isInPlace)) throw replaced(path);
    return { check, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
};

/** Calls `onMove` when the name is moved, made or deleted. */
const watchName = (path: string, onMove: () => void): FSWatcher[] => {
  const name = basename(path);
  try {
    const watcher = watch(dirname(path), { persistent: false }, (event, changed) => {
      if (event === 'rename' && changed === name) onMove();
    });
    return [watcher.on('error', onMove)];
  } catch {
    // The system has no watch left. Where the directory is in the end is still compared.
    return [];
  }
};

const isInPlace = ({ path, held, identity }: Child): boolean =>
  leadsTo(held.path, path) && identityOf(path) === identity;

const identityOf = (path: string): string => {
  const stats: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev} ${stats.ino}`;
};
