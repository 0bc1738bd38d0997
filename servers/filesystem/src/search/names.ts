// Searches a directory tree for names.
import type { EntryType } from '../files/state.ts';
import { checkGlobs, GlobSet } from '../glob.ts';
import { joinPath, toShown, Walk, type Position, type SearchPlace, type WalkReport } from './walk.ts';

/** What to search for. Plain data, so that it can be sent to another thread. */
export interface NameQuery {
  /** A glob, compared with the path below the start. */
  readonly pattern: string;
  /** Globs; matches are skipped, with everything below them. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** Only entries of this type. */
  readonly type?: EntryType | undefined;
  readonly maxResults: number;
  /** Of all matches together, as JSON. */
  readonly maxChars: number;
  /** Where an earlier search stopped. */
  readonly from?: Position | undefined;
}

/** One entry whose path matches. */
export interface NameMatch {
  readonly path: string;
  readonly type: EntryType;
}

/** What was found. */
export interface NamesFound extends WalkReport {
  readonly matches: readonly NameMatch[];
  /** Where to go on; absent when the whole tree was searched. */
  readonly next?: Position;
}

/**
 * Searches a tree by name, with a limit on everything that grows with it.
 *
 * @throws {FileError} `invalid_glob` when a glob cannot be used.
 */
export const searchNames = (query: NameQuery, place: SearchPlace): NamesFound => {
  const { pattern, excludePatterns = [], from } = query;
  checkGlobs([pattern, ...excludePatterns]);
  const walk = new Walk({
    ...place,
    from,
    wanted: new GlobSet([pattern]),
    unwanted: excludePatterns.length > 0 ? new GlobSet(excludePatterns) : undefined,
  });
  const matches: NameMatch[] = [];
  const done = (next: Position | undefined): NamesFound => ({
    matches,
    ...walk.report,
    ...(next === undefined ? {} : { next }),
  });
  let last: Position = from ?? { path: '' };
  let chars = 0;
  for (const { path: directory, entries } of walk.visits()) {
    for (const { name, type } of entries) {
      if (query.type !== undefined && query.type !== type) continue;
      const path = joinPath(directory, name);
      const match = { path: toShown(place.start, path), type };
      chars += JSON.stringify(match).length + 1;
      if (matches.length >= query.maxResults || (chars > query.maxChars && matches.length > 0))
        return done(last);
      matches.push(match);
      last = { path };
    }
    place.progress.count(walk.report.scanned, matches.length);
  }
  return done(walk.next);
};
