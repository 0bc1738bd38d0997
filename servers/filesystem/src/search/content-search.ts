// Searches the files of a tree for text. Every result is bounded; a position says where to go on.
import { GlobSet } from '../glob.ts';
import type { Pace } from './pace.ts';
import { joinPath, type WalkSource } from './walk-source.ts';
import { Walk, type WalkError } from './walk.ts';
import type { LineMatch } from './excerpt.ts';
import { scanFile, type Scanned } from './file-scan.ts';
import { toMatcher, type Matcher, type Query } from './query.ts';

/** What to search for and where. Only plain data, so that it can be sent to another thread. */
export interface ContentQuery extends Query {
  /** A glob for the files. One without a slash is compared with names, like `*.ts`. Default: all files. */
  readonly glob?: string | undefined;
  /** Globs; what matches is left out, with everything below it. */
  readonly excludePatterns?: readonly string[] | undefined;
  readonly gitignore?: boolean | undefined;
  readonly maxDepth?: number | undefined;
  /** As many entries of the tree are looked at. */
  readonly maxEntries?: number | undefined;
  /** Lines before and after each match. */
  readonly contextLines: number;
  readonly maxMatches: number;
  readonly maxMatchesPerFile: number;
  /** Of all text that is returned, in UTF-8. */
  readonly maxBytes: number;
  /** What each path will be longer by when it is shown. Default 0. */
  readonly startBytes?: number | undefined;
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
  /** Below the start. */
  readonly path: string;
}

/** What was found. */
export interface ContentFound {
  readonly matches: readonly ContentMatch[];
  readonly filesScanned: number;
  /** Files that are no text. They are not searched. */
  readonly binaryFiles: number;
  /** Files with more matches than the limit for one file. */
  readonly cutFiles: readonly string[];
  /** The first of the files and directories that could not be read, and how many there were. */
  readonly errors: readonly WalkError[];
  readonly errorCount: number;
  /** Where to go on; absent when everything was searched. */
  readonly next?: ContentPosition;
}

/** How far a search has come. */
export interface ContentProgress {
  readonly filesScanned: number;
  readonly found: number;
}

/** What a search needs besides the query. */
export interface ContentSearchContext {
  readonly source: WalkSource;
  readonly pace: Pace;
  /** Called before each file is read, and before it is searched. */
  readonly onStep?: ((path: string, step: 'read' | 'match') => void) | undefined;
  /** Called after each directory. */
  readonly onProgress?: ((progress: ContentProgress) => void) | undefined;
}

/**
 * Searches the files of a tree, in the order of the walk.
 *
 * @throws {QueryError} when the query cannot be used. @throws {GlobError} when a glob uses a form that is not supported.
 */
export const searchContents = (query: ContentQuery, context: ContentSearchContext): Promise<ContentFound> =>
  new ContentSearch(query, context).run();

// What the glob may not be is told from the glob as it was given.
const anywhere = (glob: string): string => (/^!|\//.test(glob) ? glob : `**/${glob}`);

const MAX_ERRORS = 100;

class ContentSearch {
  readonly #query: ContentQuery;
  readonly #context: ContentSearchContext;
  readonly #matcher: Matcher;
  readonly #walk: Walk;
  readonly #matches: ContentMatch[] = [];
  readonly #cutFiles: string[] = [];
  readonly #errors: WalkError[] = [];
  #errorCount = 0;
  #bytes = 0;
  #filesScanned = 0;
  #binaryFiles = 0;
  #next: ContentPosition | undefined;
  #last: ContentPosition;

  constructor(query: ContentQuery, context: ContentSearchContext) {
    const { glob, excludePatterns = [], from } = query;
    this.#query = query;
    this.#context = context;
    this.#matcher = toMatcher(query);
    this.#last = from ?? { path: '' };
    this.#walk = new Walk({
      source: context.source,
      pace: context.pace,
      wanted: glob === undefined ? undefined : new GlobSet([anywhere(glob)]),
      unwanted: excludePatterns.length > 0 ? new GlobSet(excludePatterns) : undefined,
      gitignore: query.gitignore,
      maxDepth: query.maxDepth,
      maxEntries: query.maxEntries,
      from: from && { path: from.path, isIncluded: from.line !== undefined },
    });
  }

  async run(): Promise<ContentFound> {
    for await (const { path: directory, entries } of this.#walk.visits()) {
      for (const { name, type } of entries) {
        const path = joinPath(directory, name);
        if (type === 'file') {
          const rest = this.#context.pace.step();
          if (rest !== undefined) await rest;
          if (this.#context.pace.isOver) return this.#done(this.#last);
          await this.#searchFile(path);
          if (this.#next !== undefined) return this.#done(this.#next);
        }
        this.#last = { path };
      }
      this.#context.onProgress?.({ filesScanned: this.#filesScanned, found: this.#matches.length });
    }
    return this.#done(this.#walk.isCut ? this.#walk.position : undefined);
  }

  #done(next: ContentPosition | undefined): ContentFound {
    return {
      matches: this.#matches,
      filesScanned: this.#filesScanned,
      binaryFiles: this.#binaryFiles,
      cutFiles: this.#cutFiles,
      errors: [...this.#walk.errors, ...this.#errors].slice(0, MAX_ERRORS),
      errorCount: this.#walk.errorCount + this.#errorCount,
      ...(next === undefined ? {} : { next }),
    };
  }

  async #searchFile(path: string): Promise<void> {
    const { from, maxMatches, maxMatchesPerFile, contextLines } = this.#query;
    const afterLine = from?.path === path ? (from.line ?? 0) : 0;
    // One more than there is room for shows whether there are more.
    const room = maxMatches - this.#matches.length;
    const { onStep } = this.#context;
    const options = {
      matcher: this.#matcher,
      contextLines,
      maxMatches: Math.min(room + 1, maxMatchesPerFile),
      afterLine,
      onStep: onStep && ((step: 'read' | 'match') => onStep(path, step)),
    };
    try {
      const scanned = await this.#context.source.read(path, (file) => scanFile(file, options));
      this.#keep(path, scanned, afterLine);
    } catch (error) {
      this.#errorCount++;
      const message = error instanceof Error ? error.message : String(error);
      if (this.#errors.length < MAX_ERRORS) this.#errors.push({ path, message });
    }
  }

  #keep(path: string, { matches, isBinary, isCut }: Scanned, afterLine: number): void {
    this.#filesScanned++;
    if (isBinary) this.#binaryFiles++;
    let line = afterLine;
    for (const match of matches) {
      this.#bytes += sizeOf(path, match) + (this.#query.startBytes ?? 0);
      const isFull = this.#matches.length >= this.#query.maxMatches || this.#bytes > this.#query.maxBytes;
      if (isFull && this.#matches.length > 0) {
        // Nothing of this file yet: go on before it.
        this.#next = line === 0 ? this.#last : { path, line };
        return;
      }
      this.#matches.push({ path, ...match });
      line = match.line;
    }
    if (isCut) this.#cutFiles.push(path);
  }
}

const sizeOf = (path: string, { text, before, after }: LineMatch): number =>
  [path, text, ...before, ...after].reduce((bytes, part) => bytes + Buffer.byteLength(part) + 1, 0);
