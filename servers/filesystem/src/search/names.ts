// Searches a directory tree for names, and for files with the same content.
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Entry } from '@mcp/files';
import { toGlobSet } from '../glob.ts';
import {
  joinPath,
  MAX_ERRORS,
  toShown,
  Walk,
  type Position,
  type SearchPlace,
  type WalkReport,
} from './walk.ts';

/** What to search for. Plain data, so that it can be sent to another thread. */
export interface NameQuery {
  /** A glob, compared with the path below the start. */
  readonly pattern: string;
  /** Globs; matches are skipped, with everything below them. */
  readonly excludePatterns?: readonly string[] | undefined;
  /** Only entries of this type. */
  readonly type?: Entry['type'] | undefined;
  /** Only what was modified at this time or later, in milliseconds since 1970. */
  readonly modifiedAfter?: number | undefined;
  /** Only what was modified before this time. */
  readonly modifiedBefore?: number | undefined;
  readonly maxResults: number;
  /** Of all matches together, as JSON. */
  readonly maxChars: number;
  /** Where an earlier search stopped. */
  readonly from?: Position | undefined;
  /** The largest, newest or first by name come first, and there is no next page. Default: the order of the walk. */
  readonly sort?: SortKey | undefined;
  /** Add size and time to each match. */
  readonly hasState?: boolean;
  /** Only files with the same content as others, the largest first, without a next page. */
  readonly duplicates?: boolean | undefined;
}

/** How matches are sorted. */
export type SortKey = 'size' | 'time' | 'name';

/** One entry whose path matches. */
export interface NameMatch {
  readonly path: string;
  readonly type: Entry['type'];
  /** In bytes. */
  readonly size?: number;
  /** In ISO 8601. */
  readonly mtime?: string;
  /** The path of the first file with the same content. */
  readonly sameAs?: string;
}

/** What was found. */
export interface NamesFound extends WalkReport {
  readonly matches: readonly NameMatch[];
  /** Where to go on; absent when the whole tree was searched. */
  readonly next?: Position;
  /** How many match in all, when they were sorted. */
  readonly total?: number;
}

/** Maximum number of matches to sort or compare. */
const MAX_SORTED = 100_000;

/**
 * Searches a tree by name, with a limit on everything that grows with it.
 *
 * @throws {FileError} `invalid_glob` when a glob cannot be used.
 */
export const searchNames = (query: NameQuery, place: SearchPlace): NamesFound => {
  const { pattern, excludePatterns = [], from } = query;
  if (query.duplicates === true) return searchDuplicates(query, place);
  if (query.sort !== undefined) return searchSorted(query, query.sort, place);
  const walk = new Walk({
    ...place,
    from,
    wanted: toGlobSet([isWord(pattern) ? `*${pattern}*` : pattern]),
    unwanted: excludePatterns.length > 0 ? toGlobSet(excludePatterns) : undefined,
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
      const state = needsState(query) ? readState(path, place) : undefined;
      if (!isInTime(query, state)) continue;
      const match = {
        path: toShown(place.start, path),
        type,
        ...(query.hasState ? toShownState(state) : {}),
      };
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

/** Whether a pattern is plain text, which matches part of a name. */
const isWord = (pattern: string): boolean => pattern !== '' && !/^!|[/*?[{\\]/.test(pattern);

type State = ReturnType<SearchPlace['source']['state']>;

const needsState = ({ hasState = false, modifiedAfter, modifiedBefore }: NameQuery): boolean =>
  hasState || (modifiedAfter ?? modifiedBefore) !== undefined;

// The disk has longer than comparing names.
const readState = (path: string, { source, progress }: SearchPlace): State => {
  progress.reading(path);
  return source.state(path);
};

const isInTime = (
  { modifiedAfter = -Infinity, modifiedBefore = Infinity }: NameQuery,
  state: State,
): boolean => {
  if (modifiedAfter === -Infinity && modifiedBefore === Infinity) return true;
  return state !== undefined && state.mtimeMs >= modifiedAfter && state.mtimeMs < modifiedBefore;
};

const toShownState = (state: State): Pick<NameMatch, 'size' | 'mtime'> =>
  state === undefined ? {} : { size: state.size, mtime: new Date(state.mtimeMs).toISOString() };

const searchSorted = (query: NameQuery, key: SortKey, place: SearchPlace): NamesFound => {
  const hasState = key !== 'name' || query.hasState === true;
  const found = searchAll({ ...query, hasState }, place);
  return firstOf(query, { ...found, matches: found.matches.toSorted(ORDERS[key]) });
};

const searchAll = (query: NameQuery, place: SearchPlace): NamesFound =>
  searchNames(
    { ...query, sort: undefined, duplicates: false, maxResults: MAX_SORTED, maxChars: Infinity },
    place,
  );

/** The matches that an answer has room for, with the number of all. */
const firstOf = (query: NameQuery, { matches, next, ...report }: NamesFound): NamesFound => {
  const all: NameMatch[] = [];
  let chars = 0;
  for (const match of matches) {
    chars += JSON.stringify(match).length + 1;
    if (all.length >= query.maxResults || (chars > query.maxChars && all.length > 0)) break;
    all.push(match);
  }
  const errors =
    next === undefined ? report.errors : [...report.errors, 'There are more: search a part of the tree.'];
  return { ...report, errors, matches: all, total: matches.length };
};

/** Reads only files that have the size of another one. */
const searchDuplicates = (query: NameQuery, place: SearchPlace): NamesFound => {
  const found = searchAll({ ...query, type: 'file', hasState: true }, place);
  const bySize = groupBy(
    found.matches.filter(({ size = 0 }) => size > 0).toSorted(ORDERS.size),
    ({ size }) => size,
  );
  const errors = [...found.errors];
  const matches = bySize.flatMap((group) =>
    groupBy(group, (match) => digestOf(match, place, errors)).flatMap(([first, ...copies]) =>
      first === undefined ? [] : [first, ...copies.map((copy) => ({ ...copy, sameAs: first.path }))],
    ),
  );
  if (place.progress.isOver) errors.push('Not all files were compared: search a part of the tree.');
  return firstOf(query, { ...found, matches, errors });
};

/** Returns the groups of two or more matches with the same key. Matches without a key are left out. */
const groupBy = (all: readonly NameMatch[], keyOf: (match: NameMatch) => unknown): NameMatch[][] => {
  const groups = new Map<unknown, NameMatch[]>();
  for (const match of all) {
    const key = keyOf(match);
    const group = groups.get(key);
    if (group !== undefined) group.push(match);
    else if (key !== undefined) groups.set(key, [match]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
};

/** Returns undefined for a file that cannot be read, which is an error of the search, and when the time is over. */
const digestOf = ({ path: shown }: NameMatch, { start, source, progress }: SearchPlace, errors: string[]) => {
  const digest = createHash('sha256');
  const path = shown.slice(joinPath(start, '').length).replaceAll(sep, '/');
  try {
    using file = source.open(path);
    for (let [offset, isEnd] = [0, false]; !isEnd;) {
      progress.reading(path);
      if (progress.isOver) return undefined;
      const piece = file.read(offset);
      digest.update(piece.bytes);
      offset += piece.bytes.length;
      isEnd = piece.isEnd;
    }
    return digest.digest('hex');
  } catch (error) {
    if (errors.length < MAX_ERRORS) errors.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
};

const ORDERS: { readonly [K in SortKey]: (a: NameMatch, b: NameMatch) => number } = {
  size: (a, b) => (b.size ?? 0) - (a.size ?? 0),
  time: (a, b) => (b.mtime ?? '').localeCompare(a.mtime ?? ''),
  name: (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1),
};

const nameOf = ({ path }: NameMatch): string => path.slice(path.lastIndexOf('/') + 1);
