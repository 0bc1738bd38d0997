// DirectoryWatch: notices what happens to the entries of a directory, by events of the system for the directory alone.
import { watch, type FSWatcher } from 'node:fs';
import type { Polled, Snapshot } from './poll.ts';

/** Listens to the events of a directory, as `watch` of `node:fs`. */
export type ListenToDirectory = (path: string, options: { readonly persistent: false }) => FSWatcher;

/** Programs make files in bursts; the directory is looked at once for all of these. */
const GATHER_MS = 50;

/** What is watched. `look` need not tell more than the names. */
export interface WatchedDirectory extends Polled {
  readonly path: string;
  /** New content of entries is not told. */
  readonly namesOnly: boolean;
}

/** One watch for the system, however many entries there are. */
export class DirectoryWatch {
  readonly #watched: WatchedDirectory;
  readonly #watcher: FSWatcher;
  /** Names of the events that are not told yet. */
  readonly #touched = new Set<string>();
  #seen: Snapshot = new Map();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(watched: WatchedDirectory, listen: ListenToDirectory) {
    this.#watched = watched;
    this.#watcher = listen(watched.path, { persistent: false });
    this.#watcher.on('change', (event, name) => {
      if (event === 'rename' || !watched.namesOnly) this.#gather(name);
    });
    this.#watcher.on('error', () => this.#gather());
  }

  /**
   * Resolves when no change can be missed any more; undefined when there is nothing.
   *
   * @throws {Error} of the file system, when it has no room for more watches.
   */
  static async open(
    watched: WatchedDirectory,
    listen: ListenToDirectory = watch,
  ): Promise<DirectoryWatch | undefined> {
    const opened = new DirectoryWatch(watched, listen);
    const seen = await watched.look();
    if (seen === undefined) {
      opened.close();
      return undefined;
    }
    opened.#seen = seen;
    return opened;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  #gather(name?: string | Buffer | null): void {
    if (this.#isClosed) return;
    if (typeof name === 'string') this.#touched.add(name);
    this.#timer ??= setTimeout(() => void this.#look(), GATHER_MS).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const touched = [...this.#touched];
    this.#touched.clear();
    const found = await this.#watched.look();
    if (this.#isClosed) return;
    if (found === undefined) {
      this.close();
      this.#watched.onGone();
      return;
    }
    const seen = this.#seen;
    this.#seen = found;
    if (!haveSameNames(seen, found)) this.#watched.onChange();
    if (this.#watched.namesOnly) return;
    // What was there before and is there still has new content, or another file has taken its place.
    for (const name of touched) if (seen.has(name) && found.has(name)) this.#watched.onChange(name);
  }
}

const haveSameNames = (seen: Snapshot, found: Snapshot): boolean =>
  seen.size === found.size && [...found.keys()].every((name) => seen.has(name));
