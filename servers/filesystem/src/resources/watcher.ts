// Tells when files and directories change (feature: subscriptions). chokidar is loaded for the first file.
import { watch as watchDirectory } from 'node:fs';
import { ToolError, type StopWatching } from '@mcp/runtime';
import type * as chokidar from 'chokidar';
import type { Presence } from './presence.ts';
import { errnoError, errorCode } from '../failure.ts';
import { DirectoryWatch, type ListenToDirectory } from './directory-watch.ts';
import { Poll, type Polled } from './poll.ts';

/** How changes are noticed. */
export type WatchMode = 'auto' | 'poll' | 'off';

/** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
export type OnChange = (entry?: string) => void;

/** A file, or a directory with its entries. */
export interface Watched {
  /** Real, and inside. */
  readonly path: string;
  readonly presence: Presence;
  /** Of a directory only that entries come and go is of interest. */
  readonly namesOnly?: boolean;
  readonly onChange: OnChange;
}

/** Watches something that exists. */
export type Watch = (watched: Watched) => Promise<StopWatching>;

/** So many files and directories are watched at once, for all clients together. */
const MAX_WATCHED = 1000;

/** What listens to the events of the system. */
export interface EventSources {
  readonly file: () => Promise<Pick<typeof chokidar, 'watch'>>;
  readonly directory: ListenToDirectory;
}

const SYSTEM: EventSources = { file: () => import('chokidar'), directory: watchDirectory };

/** Makes the watch of a server; undefined when nothing is watched. Bursts are made one by the runtime. */
export const createWatch = (mode: WatchMode, sources: EventSources = SYSTEM): Watch | undefined => {
  if (mode === 'off') return undefined;
  let count = 0;
  return async (watched) => {
    if (count >= MAX_WATCHED)
      throw new ToolError(
        `${MAX_WATCHED} files and directories are watched already. Unsubscribe from some first.`,
      );
    count++;
    const watching = new Watching(watched, mode === 'poll', sources);
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

interface Closable {
  close(): unknown;
}

/** The system's limits on watched files, or on open ones. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
/** How often a deleted path is looked for. */
const RETURN_MS = 250;
/** How often it is made sure that the watched directory is still the one behind the path. */
const CHECK_MS = 1000;

/**
 * One watched path. Events follow a directory that is moved away, and end with one that is deleted: then the path is
 * looked for until there is something again.
 */
class Watching {
  readonly #path: string;
  readonly #presence: Presence;
  readonly #namesOnly: boolean;
  readonly #onChange: OnChange;
  readonly #sources: EventSources;
  readonly #timer: NodeJS.Timeout;
  #watcher: Closable | undefined;
  #identity: string | undefined;
  #isPolling: boolean;
  #isLost = false;
  #isStopped = false;

  constructor(
    { path, presence, namesOnly = false, onChange }: Watched,
    isPolling: boolean,
    sources: EventSources,
  ) {
    this.#isPolling = isPolling;
    this.#sources = sources;
    this.#path = path;
    this.#presence = presence;
    this.#namesOnly = namesOnly;
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Resolves when no change can be missed any more. Polls where the system has no room for more events. */
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
    const identity = this.#presence.identify();
    this.#identity = identity;
    const watcher = await this.#start();
    if (watcher === undefined) throw errnoError('ELOOP');
    this.#watcher = watcher;
    if (this.#isStopped) void watcher.close();
    // What was watched may have been swapped for something else meanwhile.
    if (identity === undefined || this.#presence.identify() !== identity) {
      void this.#watcher?.close();
      throw errnoError('ELOOP');
    }
  }

  #start(): Promise<Closable | undefined> {
    if (this.#isPolling) return Poll.open(this.#looked(this.#namesOnly));
    if (!this.#presence.isDirectory()) return this.#listenToFile();
    const watched = { ...this.#looked(true), path: this.#path, namesOnly: this.#namesOnly };
    return DirectoryWatch.open(watched, this.#sources.directory);
  }

  #looked(namesOnly: boolean): Polled {
    return {
      look: () => (namesOnly ? this.#presence.lookAtNames() : this.#presence.look()),
      onChange: (entry) => this.#onChange(entry),
      onGone: () => this.#gone(),
    };
  }

  // Editors that write a new file and rename it come as one change: chokidar waits 100 ms before it tells a deletion.
  async #listenToFile(): Promise<Closable> {
    const { watch } = await this.#sources.file();
    const watcher = watch(this.#path, { ignoreInitial: true, followSymlinks: false });
    try {
      await new Promise<void>((resolve, reject) => {
        watcher.on('ready', () => resolve()).on('error', reject);
      });
    } catch (error) {
      void watcher.close();
      throw error;
    }
    watcher.on('all', (event) => {
      if (this.#isStopped) return;
      if (event === 'unlink') this.#gone();
      else this.#onChange();
    });
    return watcher;
  }

  #gone(): void {
    this.#onChange();
    void this.#awaitReturn();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    void this.#watcher?.close();
  }

  #check(): void {
    if (this.#identity === undefined || this.#isLost || this.#isStopped) return;
    if (this.#presence.identify() !== this.#identity) this.#gone();
  }

  async #awaitReturn(): Promise<void> {
    // One deletion may be told by many events.
    if (this.#isLost) return;
    this.#isLost = true;
    while (this.#isLost && !this.#isStopped) {
      void this.#watcher?.close();
      await new Promise((resolve) => setTimeout(resolve, RETURN_MS).unref());
      if (this.#presence.isThere()) this.#isLost = !(await this.#reopen());
    }
    if (!this.#isStopped) this.#onChange();
  }

  /** False when it failed, or came too late. */
  async #reopen(): Promise<boolean> {
    try {
      await this.open();
      return this.#presence.isThere();
    } catch {
      return false;
    }
  }
}
