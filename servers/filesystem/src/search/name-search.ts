// Searches a directory tree for names.
import { GlobSet } from '../glob.ts';
import type { Pace } from './pace.ts';
import { joinPath, type EntryType, type WalkSource } from './walk-source.ts';
import { Walk, type Position, type WalkError } from './walk.ts';

/** What to search for. */
export interface NameSearch {
  readonly source: WalkSource;
  readonly pace: Pace;
  /** A glob, compared with the path below the start. */
  readonly pattern: string;
  /** Globs; what matches is left out, with everything below it. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** Only entries of this type. */
  readonly type?: EntryType | undefined;
  readonly gitignore?: boolean | undefined;
  readonly maxDepth?: number | undefined;
  /** As many entries are looked at. */
  readonly maxEntries?: number | undefined;
  readonly maxResults: number;
  /** Of all paths together, in UTF-8. */
  readonly maxBytes: number;
  /** What each path will be longer by when it is shown. Default 0. */
  readonly startBytes?: number | undefined;
  /** Where an earlier search stopped. */
  readonly from?: Position | undefined;
  readonly onProgress?: ((progress: NameProgress) => void) | undefined;
}

/** How far a search has come. */
export interface NameProgress {
  readonly scanned: number;
  readonly found: number;
}

/** One entry whose path matches. */
export interface NameMatch {
  /** Below the start. */
  readonly path: string;
  readonly type: EntryType;
}

/** What was found. */
export interface NamesFound {
  readonly matches: readonly NameMatch[];
  readonly scanned: number;
  /** The first of the directories that could not be read, and how many there were. */
  readonly errors: readonly WalkError[];
  readonly errorCount: number;
  /** Where to go on; absent when the whole tree was searched. */
  readonly next?: Position;
}

/**
 * Searches a tree by name, with a limit on everything that grows with it.
 *
 * @throws {GlobError} when a glob uses a form that is not supported.
 */
export const searchNames = async (search: NameSearch): Promise<NamesFound> => {
  const { pattern, excludePatterns = [], startBytes = 0, ...walkOptions } = search;
  const walk = new Walk({
    ...walkOptions,
    wanted: new GlobSet([pattern]),
    unwanted: excludePatterns.length > 0 ? new GlobSet(excludePatterns) : undefined,
  });
  const matches: NameMatch[] = [];
  const done = (next: Position | undefined): NamesFound => ({
    matches,
    scanned: walk.scanned,
    errors: walk.errors,
    errorCount: walk.errorCount,
    ...(next === undefined ? {} : { next }),
  });
  let last: Position = search.from ?? { path: '' };
  let bytes = 0;
  for await (const { path: directory, entries } of walk.visits()) {
    for (const { name, type } of entries) {
      if (search.type !== undefined && search.type !== type) continue;
      const path = joinPath(directory, name);
      bytes += Buffer.byteLength(path) + startBytes + 1;
      if (matches.length >= search.maxResults || (bytes > search.maxBytes && matches.length > 0))
        return done(last);
      matches.push({ path, type });
      last = { path };
    }
    search.onProgress?.({ scanned: walk.scanned, found: matches.length });
  }
  return done(walk.isCut ? walk.position : undefined);
};
