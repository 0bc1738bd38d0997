// Searches the files of a tree for text. Every result is bounded; a position says where to go on.
import { checkGlobs, GlobSet } from '../glob.ts';
import type { LineMatch } from './excerpt.ts';
import { scanFile, type Scanned } from './file-scan.ts';
import { toMatcher, type Matcher, type TextQuery } from './query.ts';
import { joinPath, toShown, Walk, type Position, type SearchPlace, type WalkReport } from './walk.ts';

/** What to search for. Plain data, so that it can be sent to another thread. */
export interface ContentQuery extends TextQuery {
  /** Globs for the files. One without a slash is compared with names, like `*.ts`. Default: all files. */
  readonly globs?: readonly string[] | undefined;
  /** One match for each file is enough; then the limits count files. */
  readonly filesOnly?: boolean;
  /** Only the file with this name, in the start itself, which is not listed. */
  readonly file?: string | undefined;
  /** Lines before and after each match. */
  readonly contextLines: number;
  readonly maxMatches: number;
  /** Of all matches together, as JSON. */
  readonly maxChars: number;
  /** Where an earlier search stopped. */
  readonly from?: Position | undefined;
  /** Paths of files in which the expression takes too long. */
  readonly skip?: readonly string[];
}

/** One line that matches. */
export interface ContentMatch extends LineMatch {
  readonly path: string;
}

/** What was found. */
export interface ContentsFound extends Omit<WalkReport, 'scanned'> {
  readonly filesScanned: number;
  readonly matches: readonly ContentMatch[];
  /** Files that are no text. They are not searched. */
  readonly binaryFiles: number;
  /** Where to go on; absent when everything was searched. */
  readonly next?: Position;
}

/**
 * Searches the files of a tree, in the order of the walk.
 *
 * @throws {FileError} `invalid_query` or `invalid_glob` for what cannot be used.
 */
export const searchContents = (query: ContentQuery, place: SearchPlace): Promise<ContentsFound> =>
  new ContentSearch(query, place).run();

// So that errors show the glob as the caller wrote it.
const anywhere = (glob: string): string => (/^!|\//.test(glob) ? glob : `**/${glob}`);

class ContentSearch {
  readonly #query: ContentQuery;
  readonly #place: SearchPlace;
  readonly #matcher: Matcher;
  readonly #walk: Walk;
  readonly #matches: ContentMatch[] = [];
  #chars = 0;
  #filesScanned = 0;
  #binaryFiles = 0;
  /** After what was searched. */
  #position: Position;

  constructor(query: ContentQuery, place: SearchPlace) {
    const { globs, from } = query;
    if (globs !== undefined) checkGlobs(globs);
    this.#query = query;
    this.#place = place;
    this.#matcher = toMatcher(query);
    this.#position = from ?? { path: '' };
    const wanted = globs === undefined || globs.length === 0 ? undefined : new GlobSet(globs.map(anywhere));
    this.#walk = new Walk({ ...place, wanted, from });
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
    };
  }

  /** False when the answer is full or the time is over: the search can go on from the position. */
  async #searchFile(path: string): Promise<boolean> {
    const { from, maxMatches, contextLines, filesOnly = false, skip = [] } = this.#query;
    const { source, progress } = this.#place;
    if (progress.isOver) return false;
    const afterLine = from?.path === path ? (from.line ?? 0) : 0;
    // One more than there is room for shows whether there are more.
    const room = filesOnly ? 1 : maxMatches - this.#matches.length + 1;
    const options = { matcher: this.#matcher, contextLines, maxMatches: room, afterLine, progress };
    progress.reading(path);
    try {
      if (skip.includes(path)) throw new Error('the expression takes too long in it, use a simpler one');
      using file = source.open(path);
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
    const shown = toShown(this.#place.start, path);
    for (const found of matches) {
      const match = { path: shown, ...found };
      this.#chars += JSON.stringify(match).length + 1;
      const isFull = this.#matches.length >= this.#query.maxMatches || this.#chars > this.#query.maxChars;
      if (isFull && this.#matches.length > 0) return false;
      this.#matches.push(match);
      this.#position = this.#query.filesOnly === true ? { path } : { path, line: match.line };
    }
    return true;
  }
}
