// NameWatch: notices which names a directory has, by events of the system for the directory alone.
import { watch, type FSWatcher } from 'node:fs';
import type { Polled, Snapshot } from './poll.ts';

/** Programs make files in bursts; the directory is looked at once for all of these. */
const GATHER_MS = 50;

/** Tells when names come or go. One watch for the system, however many names there are. */
export class NameWatch {
  readonly #watched: Polled;
  readonly #watcher: FSWatcher;
  #seen: Snapshot = new Map();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(path: string, watched: Polled) {
    this.#watched = watched;
    this.#watcher = watch(path, { persistent: false });
    // Other events are about content.
    this.#watcher.on('change', (event) => {
      if (event === 'rename') this.#gather();
    });
    this.#watcher.on('error', () => this.#gather());
  }

  /**
   * Resolves when no change can be missed any more; undefined when there is nothing. `look` may leave out what is not
   * the name.
   *
   * @throws {Error} of the file system, when it has no room for more watches.
   */
  static async open(path: string, watched: Polled): Promise<NameWatch | undefined> {
    const opened = new NameWatch(path, watched);
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

  #gather(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#look(), GATHER_MS).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const found = await this.#watched.look();
    if (this.#isClosed) return;
    if (found === undefined) {
      this.close();
      this.#watched.onGone();
      return;
    }
    const seen = this.#seen;
    this.#seen = found;
    // A file that takes the place of another one changes nothing here.
    const isSame = seen.size === found.size && [...found.keys()].every((name) => seen.has(name));
    if (!isSame) this.#watched.onChange();
  }
}
