// Searches a directory tree for names, and for files with equal content.
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
  type SearchTarget,
  type WalkReport,
} from './walk.ts';

/** A search for names, as plain data for a thread. */
export interface NameQuery {
  /** A glob, matched against the path below the start. */
  readonly pattern: string;
  /** Globs of entries to skip, with everything below them. */
  readonly excludePatterns?: readonly string[] | undefined;
  readonly type?: Entry['type'] | undefined;
  /** Only entries modified at this time or later, in milliseconds since 1970. */
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
  readonly maxResults: number;
  readonly maxBytes: number;
  readonly from?: Position | undefined;
  /** Sort by size, time (both descending) or name, without further pages. Default: walk order. */
  readonly sort?: SortKey | undefined;
  /** Add size and time. */
  readonly hasState?: boolean;
  /** Only files with equal content, the largest first, without further pages. */
  readonly duplicates?: boolean | undefined;
}

export type SortKey = 'size' | 'time' | 'name';

export interface NameMatch {
  readonly path: string;
  readonly type: Entry['type'];
  readonly size?: number;
  /** In ISO 8601. */
  readonly mtime?: string;
  /** The first file with the same content. */
  readonly sameAs?: string;
}

export interface NamesFound extends WalkReport {
  readonly matches: readonly NameMatch[];
  readonly next?: Position;
  /** Number of all matches, if they were sorted. */
  readonly total?: number;
}

/** Maximum number of matches to sort or compare. */
const MAX_SORTED = 100_000;

/**
 * Searches a tree by name. Everything that grows with the tree is limited.
 *
 * @throws {FileError} `invalid_glob` for an invalid glob.
 */
export const searchNames = (query: NameQuery, target: SearchTarget): NamesFound => {
  const { sort: key = 'size', duplicates = false } = query;
  if (query.sort === undefined && !duplicates) return searchInOrder(query, target);
  const all = { maxResults: MAX_SORTED, maxBytes: Infinity };
  const needs = duplicates ? ({ type: 'file', hasState: true } as const) : {};
  const hasState = key !== 'name' || query.hasState === true;
  const { matches, next, ...report } = searchInOrder({ ...query, hasState, ...all, ...needs }, target);
  const errors = [...report.errors];
  if (next !== undefined) errors.push('There are more: search a part of the tree.');
  const sorted = matches.toSorted(ORDERS[duplicates ? 'size' : key]);
  const wanted = duplicates ? findDuplicates(sorted, target, errors) : sorted;
  const isFull = toLimit(query);
  const end = wanted.findIndex(isFull);
  return { ...report, errors, matches: end < 0 ? wanted : wanted.slice(0, end), total: wanted.length };
};

const searchInOrder = (query: NameQuery, target: SearchTarget): NamesFound => {
  const { pattern, excludePatterns = [], from, type: wanted, hasState = false } = query;
  const { modifiedAfter = -Infinity, modifiedBefore = Infinity } = query;
  const isTimed = modifiedAfter > -Infinity || modifiedBefore < Infinity;
  const walk = new Walk({
    ...target,
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
  const isFull = toLimit(query);
  let last: Position = from ?? { path: '' };
  for (const { path: directory, entries } of walk.visits()) {
    for (const { name, type } of entries) {
      if (wanted !== undefined && wanted !== type) continue;
      const path = joinPath(directory, name);
      const state = hasState || isTimed ? readState(path, target) : undefined;
      const time = state?.mtimeMs ?? Number.NaN;
      if (isTimed && !(time >= modifiedAfter && time < modifiedBefore)) continue;
      const shown = { path: toShown(target.start, path), type };
      const match = hasState && state !== undefined ? { ...shown, ...toDetails(state) } : shown;
      if (isFull(match, matches.length)) return done(last);
      matches.push(match);
      last = { path };
    }
    target.progress.count(walk.report.scanned, matches.length);
  }
  return done(walk.next);
};

/** Whether a pattern is plain text, which matches any part of a name. */
const isWord = (pattern: string): boolean => pattern !== '' && !/^!|[/*?[{\\]/.test(pattern);

/** Returns a check whether a further match exceeds the limits. The first match never does. */
const toLimit = ({ maxResults, maxBytes }: NameQuery): ((match: NameMatch, index: number) => boolean) => {
  let bytes = 0;
  return (match, index) => {
    bytes += Buffer.byteLength(JSON.stringify(match)) + 1;
    return index >= maxResults || (bytes > maxBytes && index > 0);
  };
};

type State = ReturnType<SearchTarget['source']['state']>;

// Reading the disk may take longer than comparing names.
const readState = (path: string, { source, progress }: SearchTarget): State => {
  progress.reading(path);
  return source.state(path);
};

const toDetails = ({ size, mtimeMs }: NonNullable<State>): Pick<NameMatch, 'size' | 'mtime'> => ({
  size,
  mtime: new Date(mtimeMs).toISOString(),
});

/** Groups files by content. Reads only files of equal size. */
const findDuplicates = (
  matches: readonly NameMatch[],
  target: SearchTarget,
  errors: string[],
): readonly NameMatch[] => {
  const found = groupBy(matches, ({ size = 0 }) => (size > 0 ? size : undefined)).flatMap((group) =>
    groupBy(group, (match) => digestOf(match, target, errors)).flatMap(([first, ...copies]) =>
      first === undefined ? [] : [first, ...copies.map((copy) => ({ ...copy, sameAs: first.path }))],
    ),
  );
  if (target.progress.isOver) errors.push('Not all files were compared: search a part of the tree.');
  return found;
};

/** Groups matches by key, and drops groups of one and matches without a key. */
const groupBy = (all: readonly NameMatch[], keyOf: (match: NameMatch) => unknown): NameMatch[][] => {
  const groups = new Map<unknown, NameMatch[]>();
  for (const match of all) {
    const key = keyOf(match);
    const group = groups.get(key) ?? [];
    group.push(match);
    if (key !== undefined) groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.length > 1);
};

/**
 * Returns the digest of a file; undefined if it cannot be read, which is reported as an error, and when the time is up.
 */
const digestOf = (
  { path: shown }: NameMatch,
  { start, source, progress }: SearchTarget,
  errors: string[],
) => {
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
