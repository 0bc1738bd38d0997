// Searches the files of a tree for text. Every result is bounded, and a position says where to continue.
import { documentKind } from '@mcp/documents';
import type { TreeFile } from '@mcp/files';
import { toGlobSet } from '../glob.ts';
import type { LineMatch } from './excerpt.ts';
import { scanFile, type Scanned } from './file-scan.ts';
import { toMatcher, type Matcher, type TextQuery } from './query.ts';
import { joinPath, toShown, Walk, type Position, type SearchTarget, type WalkReport } from './walk.ts';

/** A content search, as plain data for a thread. */
export interface ContentQuery extends TextQuery {
  /** Globs for the files; one without a slash matches names. Default: all files. */
  readonly globs?: readonly string[] | undefined;
  /** `files`: one match per file. `count`: one match per file, with the count. The limits then count files. */
  readonly output?: ContentOutput;
  /** Only the file of this name in the start, which is not listed. */
  readonly file?: string | undefined;
  readonly contextLines: number;
  /** Only the last `tail` matches of each file. */
  readonly tail?: number | undefined;
  readonly maxMatches: number;
  /** Limit for all matches together. A line that several matches share counts once. */
  readonly maxBytes: number;
  /** Whether earlier searches for the same answer found something. */
  readonly isContinued?: boolean;
  /** The position where an earlier search stopped. */
  readonly from?: Position | undefined;
  /** Files to skip, because the expression takes too long in them. */
  readonly skip?: readonly string[];
  /** Stop before each document, whose text comes from another process. */
  readonly stopsAtDocuments?: boolean;
  /** The document at which the previous search stopped. */
  readonly document?: DocumentToSearch | undefined;
}

export type ContentOutput = 'lines' | 'files' | 'count';

/** A document with its text, or with the reason that it has none. Without either, its bytes are searched. */
export interface DocumentToSearch {
  readonly path: string;
  readonly text?: string;
  readonly problem?: string;
}

export interface ContentMatch extends LineMatch {
  readonly path: string;
  /** Number of matching lines, if they are counted. */
  readonly count?: number;
}

export interface ContentsFound extends Omit<WalkReport, 'scanned'> {
  readonly filesScanned: number;
  readonly matches: readonly ContentMatch[];
  /** Number of files that are not text, and so were not searched. */
  readonly binaryFiles: number;
  readonly next?: Position;
  /** The document at which the search stopped, relative to the start. */
  readonly document?: string;
}

/**
 * Searches the files of a tree in walk order.
 *
 * @throws {FileError} `invalid_query` or `invalid_glob`.
 */
export const searchContents = (query: ContentQuery, target: SearchTarget): Promise<ContentsFound> =>
  new ContentSearch(query, target).run();

class ContentSearch {
  readonly #query: ContentQuery;
  readonly #target: SearchTarget;
  readonly #matcher: Matcher;
  readonly #walk: Walk;
  readonly #matches: ContentMatch[] = [];
  #bytes = 0;
  #filesScanned = 0;
  #binaryFiles = 0;
  /** The position after what was searched. */
  #position: Position;
  #document: string | undefined;
  /** The last file and line that were counted. */
  #shown = { path: '', line: 0 };

  constructor(query: ContentQuery, target: SearchTarget) {
    const { globs, from } = query;
    this.#query = query;
    this.#target = target;
    this.#matcher = toMatcher(query);
    this.#position = from ?? { path: '' };
    const wanted = globs === undefined || globs.length === 0 ? undefined : toGlobSet(globs);
    this.#walk = new Walk({ ...target, wanted, from, isContinued: query.document !== undefined });
  }

  async run(): Promise<ContentsFound> {
    const { file } = this.#query;
    // The directory of a single file need not be readable.
    if (file !== undefined) return this.#done((await this.#searchFile(file)) ? undefined : this.#position);
    for (const { path: directory, entries } of this.#walk.visits()) {
      for (const { name, type } of entries) {
        const path = joinPath(directory, name);
        if (type === 'file' && !(await this.#searchFile(path))) return this.#done(this.#position);
        this.#position = { path };
      }
    }
    return this.#done(this.#walk.next);
  }

  #done(next: Position | undefined): ContentsFound {
    const { scanned: _, ...report } = this.#walk.report;
    return {
      ...report,
      matches: this.#matches,
      filesScanned: this.#filesScanned,
      binaryFiles: this.#binaryFiles,
      ...(next === undefined ? {} : { next }),
      ...(this.#document === undefined ? {} : { document: this.#document }),
    };
  }

  /**
   * Searches one file. Returns false if the answer is full or the time is up; the search can then continue at the
   * position.
   */
  async #searchFile(path: string): Promise<boolean> {
    const { from, maxMatches, contextLines, tail, output = 'lines', skip = [], document } = this.#query;
    const { source, progress } = this.#target;
    if (progress.isOver) return false;
    if (this.#isNextDocument(path)) {
      this.#document = path;
      return false;
    }
    const afterLine = from?.path === path ? (from.line ?? 0) : 0;
    // One more match than fits shows that there are more.
    const most = MOST[output] ?? (tail === undefined ? maxMatches - this.#matches.length + 1 : Infinity);
    const options = {
      matcher: this.#matcher,
      contextLines,
      tail,
      maxMatches: most,
      afterLine,
      progress,
      isCounting: output === 'count',
    };
    progress.reading(path);
    try {
      if (skip.includes(path)) throw new Error('the expression takes too long in it, use a simpler one');
      using file = document?.path === path ? openDocument(document, source) : source.open(path);
      const scanned = scanFile(file, options);
      return this.#addMatches(path, scanned instanceof Promise ? await scanned : scanned);
    } catch (error) {
      this.#walk.fail(path, error);
      return true;
    } finally {
      progress.count(this.#filesScanned, this.#matches.length);
    }
  }

  #addMatches(path: string, { matches, end }: Scanned): boolean {
    // The next call has more time for this file, unless this call started with it.
    if (end === 'time' && this.#filesScanned > 0) return false;
    if (end === 'time') this.#walk.fail(path, new Error('it is too large to be searched to its end'));
    this.#filesScanned++;
    if (end === 'binary') this.#binaryFiles++;
    if (typeof end === 'object')
      this.#walk.fail(
        path,
        new Error(`searched up to a NUL in line ${end.nulInLine}; what follows is not text`),
      );
    const { maxMatches, maxBytes, output = 'lines', isContinued = false } = this.#query;
    if (matches.length === 0) return true;
    const shown = { path: toShown(this.#target.start, path) };
    const count = output === 'count' ? { count: matches.length } : undefined;
    for (const found of count === undefined ? matches : matches.slice(0, 1)) {
      const match = { ...shown, ...found, ...count };
      this.#bytes += this.#newBytes(match);
      const isFull = this.#matches.length >= maxMatches || this.#bytes > maxBytes;
      if (isFull && (isContinued || this.#matches.length > 0)) return false;
      this.#matches.push(match);
      this.#position = output === 'lines' ? { path, line: match.line } : { path };
    }
    return true;
  }

  #isNextDocument(path: string): boolean {
    const { stopsAtDocuments = false, document } = this.#query;
    return stopsAtDocuments && document?.path !== path && documentKind(path) !== undefined;
  }

  /** Returns what a match adds to the answer, where each line appears once. */
  #newBytes({ path, line, text, before = [], after = [] }: ContentMatch): number {
    const isNew = path !== this.#shown.path;
    const known = isNew ? 0 : this.#shown.line;
    const around = [...before, text, ...after].map((one, i) => ({ one, at: line - before.length + i }));
    this.#shown = { path, line: line + after.length };
    return around
      .filter(({ at }) => at > known)
      .reduce(
        (sum, { one }) => sum + Buffer.byteLength(JSON.stringify(one)) + LINE_BYTES,
        isNew ? Buffer.byteLength(path) : 0,
      );
  }
}

/** Estimated frame of a line. */
const LINE_BYTES = 30;
/** Maximum number of matches per file. */
const MOST: { readonly [output: string]: number } = { files: 1, count: 1_000_000 };

const openDocument = (
  { path, text, problem }: DocumentToSearch,
  source: SearchTarget['source'],
): TreeFile => {
  if (problem !== undefined) throw new Error(problem);
  if (text === undefined) return source.open(path);
  const bytes = Buffer.from(text);
  return {
    read: (offset) => {
      const part = bytes.subarray(offset, offset + PIECE_BYTES);
      return { bytes: part, isEnd: offset + part.length >= bytes.length };
    },
    [Symbol.dispose]: () => {},
  };
};

const PIECE_BYTES = 1_048_576;
