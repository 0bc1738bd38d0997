// Searches the files of a tree for text. Every result is bounded; a position says where to go on.
import { checkGlobLength, GlobSet } from '../glob.ts';
import type { LineMatch } from './excerpt.ts';
import { scanFile, type Scanned } from './file-scan.ts';
import { toMatcher, type Matcher, type TextQuery } from './query.ts';
import { joinPath, Walk, type SearchPlace, type WalkReport } from './walk.ts';

/** What to search for. Plain data, so that it can be sent to another thread. */
export interface ContentQuery extends TextQuery {
  /** A glob for the files. One without a slash is compared with names, like `*.ts`. Default: all files. */
  readonly glob?: string | undefined;
  /** Only the file with this name, in the start itself. */
  readonly file?: string | undefined;
  /** Lines before and after each match. */
  readonly contextLines: number;
  readonly maxMatches: number;
  /** Of all matches together, as JSON. */
  readonly maxChars: number;
  /** Where an earlier search stopped. */
  readonly from?: ContentPosition | undefined;
}

/** Where a search stopped. */
export interface ContentPosition {
  /** A path below the start. */
  readonly path: string;
  /** Go on in this file after this line; absent: after the file. */
  readonly line?: number | undefined;
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
  readonly next?: ContentPosition;
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
  #next: ContentPosition | undefined;
  #last: ContentPosition;

  constructor(query: ContentQuery, place: SearchPlace) {
    const { glob, file, from } = query;
    if (glob !== undefined) checkGlobLength([glob]);
    this.#query = query;
    this.#place = place;
    this.#matcher = toMatcher(query);
    this.#last = from ?? { path: '' };
    this.#walk = new Walk({
      ...place,
      wanted: glob === undefined ? undefined : new GlobSet([anywhere(glob)]),
      maxDepth: file === undefined ? undefined : 1,
      from: from && { path: from.path, isIncluded: from.line !== undefined },
    });
  }

  async run(): Promise<ContentsFound> {
    const { file } = this.#query;
    for (const { path: directory, entries } of this.#walk.visits()) {
      for (const { name, type } of entries) {
        const path = joinPath(directory, name);
        if (type === 'file' && (file === undefined || file === name)) {
          if (this.#place.progress.isOver) return this.#done(this.#last);
          await this.#searchFile(path);
          if (this.#next !== undefined) return this.#done(this.#next);
        }
        this.#last = { path };
      }
    }
    return this.#done(this.#walk.next);
  }

  #done(next: ContentPosition | undefined): ContentsFound {
    const { scanned: _, ...report } = this.#walk.report;
    return {
      ...report,
      matches: this.#matches,
      filesScanned: this.#filesScanned,
      binaryFiles: this.#binaryFiles,
      ...(next === undefined ? {} : { next }),
    };
  }

  async #searchFile(path: string): Promise<void> {
    const { from, maxMatches, contextLines } = this.#query;
    const { source, progress } = this.#place;
    const afterLine = from?.path === path ? (from.line ?? 0) : 0;
    // One more than there is room for shows whether there are more.
    const room = maxMatches - this.#matches.length + 1;
    const options = { matcher: this.#matcher, contextLines, maxMatches: room, afterLine, progress };
    progress.reading(path);
    try {
      using file = source.open(path);
      const scanned = scanFile(file, options);
      this.#keep(path, scanned instanceof Promise ? await scanned : scanned, afterLine);
    } catch (error) {
      this.#walk.fail(path, error);
    }
    progress.count(this.#filesScanned, this.#matches.length);
  }

  #keep(path: string, { matches, end }: Scanned, afterLine: number): void {
    // Another call has more time for this file, unless this one began with it.
    if (end === 'time' && this.#filesScanned > 0) {
      this.#next = this.#last;
      return;
    }
    if (end === 'time') this.#walk.fail(path, new Error('it is too large to be searched to its end'));
    this.#filesScanned++;
    if (end === 'binary') this.#binaryFiles++;
    let line = afterLine;
    const shown = joinPath(this.#place.start, path);
    for (const found of matches) {
      const match = { path: shown, ...found };
      this.#chars += JSON.stringify(match).length + 1;
      const isFull = this.#matches.length >= this.#query.maxMatches || this.#chars > this.#query.maxChars;
      if (isFull && this.#matches.length > 0) {
        // Nothing of this file yet: go on before it.
        this.#next = line === 0 ? this.#last : { path, line };
        return;
      }
      this.#matches.push(match);
      line = match.line;
    }
  }
}
