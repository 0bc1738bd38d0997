// Tells when files and directories change (feature: subscriptions). What watches is loaded for the first one.
import { ErrorCode, RpcError, ToolError, type StopWatching } from '@mcp/runtime';
import { errnoError, errorCode } from '../failure.ts';
import { holdReal } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';
import { loadWatchers, openSource, type Close, type Watchers } from './watch-source.ts';

/** How changes are noticed. */
export type WatchMode = 'auto' | 'off';

/** Called without a name when what is watched changed itself, with a name when that entry of a directory did. */
export type OnChange = (entry?: string) => void;

/** A file, or a directory with its entries. */
export interface WatchRequest {
  /** Hidden entries do not count. */
  readonly scope: Scope;
  /** Real, and inside. */
  readonly path: string;
  /** Only entries that come or go count, not their content. */
  readonly namesOnly?: boolean;
  readonly onChange: OnChange;
}

/** Watches something that exists. */
export type Watch = (request: WatchRequest) => Promise<StopWatching>;

/** So many files and directories are watched at once, for all clients together. */
const MAX_WATCHED = 1000;

/** How a server watches. */
export interface WatchOptions {
  /** Loads the watchers. Default: those of this machine. */
  readonly load?: () => Promise<Watchers>;
  /** Milliseconds between two looks of a poll, and between two checks that a watch still follows its path. Default 1000. */
  readonly lookMs?: number;
}

/** Makes the watch of a server; undefined when nothing is watched. The runtime makes bursts one notification. */
export const createWatch = (
  mode: WatchMode,
  { load = loadWatchers, lookMs = 1000 }: WatchOptions = {},
): Watch | undefined => {
  if (mode === 'off') return undefined;
  let count = 0;
  return async (request) => {
    if (count >= MAX_WATCHED)
      throw new RpcError(
        ErrorCode.InvalidParams,
        `${MAX_WATCHED} files and directories are watched already. Unsubscribe from some first.`,
      );
    count++;
    const watching = new Watching(request, { load, lookMs });
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

/** The system's limits on watched files, or on open ones. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
/** A lost path is looked for so many times as often. */
const RETURNS = 4;

/**
 * One watched path. Events of the system follow what is moved away, end with what is deleted, and would follow a link: when
 * anything else is at the path, even for a moment, the watch is lost. Then the path is looked for until there is a file or
 * directory again, and watched anew.
 */
class Watching {
  readonly #request: WatchRequest;
  readonly #options: Required<WatchOptions>;
  readonly #timer: NodeJS.Timeout;
  #close: Close | undefined;
  /** Of what is watched; undefined while it is lost, and before the watch is open. */
  #id: string | undefined;
  #isPolling = false;
  #isStopped = false;

  constructor(request: WatchRequest, options: Required<WatchOptions>) {
    this.#request = request;
    this.#options = options;
    this.#timer = setInterval(() => this.#check(), options.lookMs).unref();
  }

  /** Resolves when changes are noticed. Polls where the system has no room for more events. */
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
    const { path, scope, namesOnly = false, onChange } = this.#request;
    const found = identify(scope, path);
    if (found === undefined) throw errnoError('ELOOP');
    const { load, lookMs } = this.#options;
    const watchers = await load();
    const isHidden = scope.hiddenIn(path);
    const onNews = (entry?: string): void => {
      if (this.#check()) onChange(entry === '' ? undefined : entry);
    };
    const { isDirectory } = found;
    const request = { path, isDirectory, isPolling: this.#isPolling, lookMs, namesOnly, isHidden, onNews };
    const close = await openSource(request, watchers);
    // Something else may have taken the place of this one meanwhile.
    const isSame = identify(scope, path)?.id === found.id;
    if (!isSame || this.#isStopped) close();
    if (!isSame) throw errnoError('ELOOP');
    this.#close = close;
    this.#id = found.id;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#close?.();
  }

  /** False when something else is at the path now. */
  #check(): boolean {
    if (this.#isStopped || this.#id === undefined) return false;
    const { scope, path, onChange } = this.#request;
    if (identify(scope, path)?.id === this.#id) return true;
    this.#id = undefined;
    this.#close?.();
    onChange();
    void this.#awaitReturn();
    return false;
  }

  async #awaitReturn(): Promise<void> {
    const { scope, path, onChange } = this.#request;
    const open = (): Promise<boolean> =>
      this.open().then(
        () => true,
        () => false,
      );
    while (!this.#isStopped && (identify(scope, path) === undefined || !(await open())))
      await new Promise((resolve) => setTimeout(resolve, this.#options.lookMs / RETURNS).unref());
    // What came before the watch was open would be missed.
    if (!this.#isStopped) onChange();
  }
}

/** Which file or directory is at a path; undefined when there is none, or a link. */
const identify = (
  { rules }: Scope,
  path: string,
): { readonly id: string; readonly isDirectory: boolean } | undefined => {
  try {
    using anchor = holdReal(rules.anchoring, path);
    const { stats } = anchor;
    const isDirectory = stats.isDirectory();
    return isDirectory || stats.isFile() ? { id: `${stats.dev} ${stats.ino}`, isDirectory } : undefined;
  } catch {
    return undefined;
  }
};
