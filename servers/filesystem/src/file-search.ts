// Searches a directory tree for names. Links are not followed, so the search stays inside and ends.
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { Entry } from './anchored/entries.ts';
import type { EntryType } from './anchored/state.ts';
import type { Tree } from './anchored/tree.ts';
import { Glob } from './glob.ts';

/** What to search for. */
export interface Search {
  readonly tree: Tree;
  readonly pattern: string;
  /** What matches is left out, with everything below it. */
  readonly excludePatterns: readonly string[];
  readonly maxResults: number;
  /** Of all paths together. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** How far a search has come. */
export interface Progress {
  readonly scanned: number;
  readonly found: number;
}

/** What was found. */
export interface Found {
  readonly matches: { readonly path: string; readonly type: EntryType }[];
  readonly scanned: number;
  /** Directories that could not be read. */
  readonly unreadable: number;
  /** There may be more matches. */
  readonly truncated: boolean;
}

type State = Glob['start'];

/** A directory that waits to be read. Its globs have seen its path already, so each name is matched only once. */
interface Waiting {
  /** Relative to the top. */
  readonly path: string;
  readonly wanted: State;
  readonly unwanted: readonly State[];
}

/** Searches the tree, one directory at a time, entries by name. */
export const searchFiles = (search: Search): Promise<Found> => new FileSearch(search).run();

class FileSearch {
  readonly #search: Search;
  readonly #wanted: Glob;
  readonly #unwanted: readonly Glob[];
  readonly #waiting: Waiting[];
  readonly #matches: { path: string; type: EntryType }[] = [];
  #bytes = 0;
  #scanned = 0;
  #unreadable = 0;
  #isFull = false;

  constructor(search: Search) {
    this.#search = search;
    this.#wanted = new Glob(search.pattern);
    this.#unwanted = search.excludePatterns.map((pattern) => new Glob(pattern));
    this.#waiting = [
      {
        path: '',
        wanted: this.#wanted.start,
        unwanted: this.#unwanted.map(({ start }) => start),
      },
    ];
  }

  async run(): Promise<Found> {
    for (let next = this.#waiting.pop(); next !== undefined && !this.#isFull; next = this.#waiting.pop()) {
      this.#search.signal.throwIfAborted();
      const entries = await this.#read(next.path);
      // The last one in is the first one out.
      for (const below of this.#scan(next, entries).toReversed()) this.#waiting.push(below);
      this.#search.onProgress({ scanned: this.#scanned, found: this.#matches.length });
    }
    return {
      matches: this.#matches,
      scanned: this.#scanned,
      unreadable: this.#unreadable,
      truncated: this.#isFull,
    };
  }

  async #read(path: string): Promise<readonly Entry[]> {
    try {
      return await this.#search.tree.list(path);
    } catch (error) {
      // One closed directory must not hide what is in the others.
      if (path === '' || !(error instanceof ToolError)) throw error;
      this.#unreadable++;
      return [];
    }
  }

  /** Keeps the matches among the entries; returns the directories in which to go on. */
  #scan(directory: Waiting, entries: readonly Entry[]): Waiting[] {
    const below: Waiting[] = [];
    for (const { name, type } of entries) {
      this.#scanned++;
      const unwanted = this.#unwanted.map((glob, i) =>
        glob.advance(directory.unwanted[i] ?? glob.start, name),
      );
      if (unwanted.some(({ isMatch }) => isMatch)) continue;
      const wanted = this.#wanted.advance(directory.wanted, name);
      if (!wanted.isMatch && type !== 'directory') continue;
      const path = join(directory.path, name);
      if (wanted.isMatch) this.#keep(path, type);
      if (this.#isFull) return [];
      if (type === 'directory') below.push(...this.#enter({ path, wanted, unwanted }));
    }
    return below;
  }

  #keep(below: string, type: EntryType): void {
    const path = join(this.#search.tree.path, below);
    this.#bytes += Buffer.byteLength(path) + 1;
    this.#isFull = this.#matches.length === this.#search.maxResults || this.#bytes > this.#search.maxBytes;
    if (!this.#isFull) this.#matches.push({ path, type });
  }

  /** The directory, unless nothing in it can match or everything in it is left out. */
  #enter({ path, wanted, unwanted }: Waiting): Waiting[] {
    const next = this.#wanted.advance(wanted, '/');
    const excluded = this.#unwanted.map((glob, i) => glob.advance(unwanted[i] ?? glob.start, '/'));
    if (next.isDead || excluded.some(({ isCertain }) => isCertain)) return [];
    return [{ path, wanted: next, unwanted: excluded }];
  }
}
