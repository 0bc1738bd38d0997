// Searches the files of a tree for text. Every result is bounded; a position says where to go on.
import { documentKind } from '@mcp/documents';
import type { TreeFile } from '@mcp/files';
import { toGlobSet } from '../glob.ts';
import type { LineMatch } from './excerpt.ts';
import { scanFile, type Scanned } from './file-scan.ts';
import { toMatcher, type Matcher, type TextQuery } from './query.ts';
import { joinPath, toShown, Walk, type Position, type SearchPlace, type WalkReport } from './walk.ts';

/** What to search for. Plain data, so that it can be sent to another thread. */
export interface ContentQuery extends TextQuery {
  /** Globs for the files. One without a slash is compared with names, like `*.ts`. Default: all files. */
  readonly globs?: readonly string[] | undefined;
  /** `files`: one match for each file is enough. `count`: one that has the count. Then the limits count files. */
  readonly output?: ContentOutput;
  /** Only the file with this name, in the start itself, which is not listed. */
  readonly file?: string | undefined;
  /** Lines before and after each match. */
  readonly contextLines: number;
  /** Only the last matches of each file, up to this number. */
  readonly tail?: number | undefined;
  readonly maxMatches: number;
  /** Maximum length of all matches together. A line that several matches show counts once. */
  readonly maxBytes: number;
  /** Whether earlier calls for the same answer found something. */
  readonly isContinued?: boolean;
  /** Where an earlier search stopped. */
  readonly from?: Position | undefined;
  /** Paths of files in which the expression takes too long. */
  readonly skip?: readonly string[];
  /** Ends before each document, whose text another process makes. */
  readonly stopsAtDocuments?: boolean;
  /** The document before which the last call ended. */
  readonly document?: DocumentToSearch | undefined;
}

/** What an answer lists. */
export type ContentOutput = 'lines' | 'files' | 'count';

/** A document with its text, or the reason that it has none. Without both, its bytes are searched. */
export interface DocumentToSearch {
  readonly path: string;
  readonly text?: string;
  readonly problem?: string;
}

/** One line that matches. */
export interface ContentMatch extends LineMatch {
  readonly path: string;
  /** How many lines match, when they are counted. */
  readonly count?: number;
}

/** What was found. */
export interface ContentsFound extends Omit<WalkReport, 'scanned'> {
  readonly filesScanned: number;
  readonly matches: readonly ContentMatch[];
  /** Number of files that were not searched because they are not text. */
  readonly binaryFiles: number;
  /** Where to go on; absent when everything was searched. */
  readonly next?: Position;
  /** The document that is next, below the start. */
  readonly document?: string;
}

/**
 * Searches the files of a tree, in the order of the walk.
 *
 * @throws {FileError} `invalid_query` or `invalid_glob` for what cannot be used.
 */
export const searchContents = (query: ContentQuery, place: SearchPlace): Promise<ContentsFound> =>
  new ContentSearch(query, place).run();

class ContentSearch {
  readonly #query: ContentQuery;
  readonly #place: SearchPlace;
  readonly #matcher: Matcher;
  readonly #walk: Walk;
  readonly #matches: ContentMatch[] = [];
  #bytes = 0;
  #filesScanned = 0;
  #binaryFiles = 0;
  /** After what was searched. */
  #position: Position;
  #document: string | undefined;
  /** The file and line up to which lines count already. */
  #shown = { path: '', line: 0 };

  constructor(query: ContentQuery, place: SearchPlace) {
    const { globs, from } = query;
    this.#query = query;
    this.#place = place;
    this.#matcher = toMatcher(query);
    this.#position = from ?? { path: '' };
    const wanted = globs === undefined || globs.length === 0 ? undefined : toGlobSet(globs);
    this.#walk = new Walk({ ...place, wanted, from, isContinued: query.document !== undefined });
  }

  async run(): Promise<ContentsFound> {
    const { file } = this.#query;
    // Its directory need not be one that can be listed.
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

  /** Returns false when the answer is full or the time is over. The search can then continue at the position. */
  async #searchFile(path: string): Promise<boolean> {
    const { from, maxMatches, contextLines, tail, output = 'lines', skip = [], document } = this.#query;
    const { source, progress } = this.#place;
    if (progress.isOver) return false;
    if (this.#isNextDocument(path)) {
      this.#document = path;
      return false;
    }
    const afterLine = from?.path === path ? (from.line ?? 0) : 0;
    // One more than there is room for shows whether there are more.
    const room = ROOM[output] ?? (tail === undefined ? maxMatches - this.#matches.length + 1 : Infinity);
    const options = {
      matcher: this.#matcher,
      contextLines,
      tail,
      maxMatches: room,
      afterLine,
      progress,
      isCounting: output === 'count',
    };
    progress.reading(path);
    try {
      if (skip.includes(path)) throw new Error('the expression takes too long in it, use a simpler one');
      using file = document?.path === path ? openDocument(document, source) : source.open(path);
      const scanned = scanFile(file, options);
      return this.#keep(path, scanned instanceof Promise ? await scanned : scanned);
    } catch (error) {
      this.#walk.fail(path, error);
      return true;
    } finally {
      progress.count(this.#filesScanned, this.#matches.length);
    }
  }

  #keep(path: string, { matches, end }: Scanned): boolean {
    // Another call has more time for this file, unless this one began with it.
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
    const shown = { path: toShown(this.#place.start, path) };
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

  /** What a match adds to an answer in which each line comes once. */
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

/** What a line has around its text. */
const LINE_BYTES = 30;
/** Lines of one file that are wanted; more are not counted. */
const ROOM: { readonly [output: string]: number } = { files: 1, count: 1_000_000 };

const openDocument = ({ path, text, problem }: DocumentToSearch, source: SearchPlace['source']): TreeFile => {
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
