// Tells when HEAD, the index or the refs of a repository change (feature: subscriptions). Git is not started for it.
import { lstatSync, readdirSync, watch, type Dirent, type FSWatcher } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ToolError, type StopWatching } from '@mcp/runtime';
import type { Repository } from '../repository/repository.ts';

/** What can be watched of a repository. */
export type State = 'status' | 'branches' | 'tags';

/** So many folders are watched at once, for all clients together. */
const MAX_FOLDERS = 2000;

let count = 0;

/** Which files of a git directory say what, by their path there. */
const FILES: { readonly [state in State]: RegExp } = {
  status:
    /^(?:HEAD|index|packed-refs|[A-Z]+_HEAD|rebase-(?:merge|apply)|BISECT_LOG|refs(?:\/(?:heads|remotes)(?:\/.*)?)?|reftable(?:\/.*)?)$/,
  branches: /^(?:HEAD|packed-refs|refs(?:\/(?:heads|remotes)(?:\/.*)?)?|reftable(?:\/.*)?)$/,
  tags: /^(?:packed-refs|refs(?:\/tags(?:\/.*)?)?|reftable(?:\/.*)?)$/,
};

/**
 * Calls `updated` after a change. Files of the working tree are not watched: there may be any number of them.
 *
 * @throws {ToolError} when the system, or this server, has no room for more.
 */
export const watchRepository = (repository: Repository, state: State, updated: () => void): StopWatching => {
  const watching = new Watching(repository, FILES[state], updated);
  return () => watching.stop();
};

/** One watched folder after the other: a new one is there before its change is told, so nothing is missed between. */
class Watching {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #roots: readonly string[];
  readonly #files: RegExp;
  readonly #updated: () => void;

  constructor({ gitDir, commonDir }: Repository, files: RegExp, updated: () => void) {
    this.#roots = [...new Set([gitDir, commonDir])];
    this.#files = files;
    this.#updated = updated;
    try {
      this.#watchNew();
    } catch (error) {
      this.stop();
      if (error instanceof ToolError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(`Changes cannot be watched: ${reason}`, { cause: error });
    }
  }

  stop(): void {
    for (const path of [...this.#watchers.keys()]) this.#drop(path);
  }

  #watchNew(): void {
    for (const root of this.#roots) {
      this.#add(root, root);
      for (const name of ['refs', 'reftable'])
        for (const path of foldersIn(join(root, name))) this.#add(root, path);
    }
  }

  #add(root: string, path: string): void {
    if (this.#watchers.has(path)) return;
    if (count >= MAX_FOLDERS)
      throw new ToolError(
        `${MAX_FOLDERS} folders are watched already. Unsubscribe from some resources first.`,
      );
    const watcher = watch(path, { persistent: false }, (_event, name) =>
      this.#changed(relative(root, join(path, name ?? ''))),
    );
    count++;
    this.#watchers.set(path, watcher);
    watcher.on('error', () => this.#drop(path));
  }

  #drop(path: string): void {
    const watcher = this.#watchers.get(path);
    if (!this.#watchers.delete(path)) return;
    watcher?.close();
    count--;
  }

  #changed(path: string): void {
    const name = path.split(sep).join('/');
    if (name.endsWith('.lock') || !this.#files.test(name)) return;
    this.#refresh();
    this.#updated();
  }

  // Folders come and go with branches that have a slash in their name. A watch does not outlive its folder.
  #refresh(): void {
    const there = new Set(
      this.#roots.flatMap((root) => [
        root,
        ...['refs', 'reftable'].flatMap((name) => foldersIn(join(root, name))),
      ]),
    );
    for (const path of [...this.#watchers.keys()]) if (!there.has(path)) this.#drop(path);
    try {
      this.#watchNew();
    } catch {
      // No room for the new ones: the others stay watched.
    }
  }
}

/** A folder and all below it, without links, but not many more than may be watched; nothing when it is none. */
const foldersIn = (path: string): string[] => {
  const found = [path];
  for (const folder of found) {
    if (found.length > MAX_FOLDERS) break;
    for (const entry of entriesOf(folder)) if (entry.isDirectory()) found.push(join(folder, entry.name));
  }
  return found.filter(
    (folder) => folder !== path || lstatSync(path, { throwIfNoEntry: false })?.isDirectory(),
  );
};

const entriesOf = (path: string): Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
};
