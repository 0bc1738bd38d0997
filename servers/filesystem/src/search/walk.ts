// Walks a directory tree: bounded, and able to go on later where it stopped.
//
// The order is fixed, so that a position in it means the same in the next call: the entries of a directory by name,
// then what is in its directories, one after the other. Only what is in the tree twice can come twice.
import { isAbsolute, sep } from 'node:path';
import { type Entry, type Tree, oneLine } from '@mcp/files';
import type { GlobSet, GlobState } from '../glob.ts';
import { IgnoreRules, MAX_IGNORE_BYTES } from './ignore-rules.ts';
import type { Progress } from './progress.ts';

/** A directory tree. Paths are relative to its start, with `/` between names; the empty path is the start itself. */
export type SearchSource = Pick<Tree, 'list' | 'open' | 'state'>;

/** Where a search takes place. */
export interface SearchPlace {
  /** The path of the start, with which each path is shown. */
  readonly start: string;
  readonly source: SearchSource;
  readonly progress: Progress;
  /** Skips `.git` and the names in .gitignore files. */
  readonly gitignore?: StartRules | undefined;
}

/** What to walk and what to skip. */
export interface WalkOptions extends SearchPlace {
  /** Compared with the path below the start. Directories in which nothing can match are not entered. */
  readonly wanted?: GlobSet | undefined;
  /** Matches are skipped, with everything below them. */
  readonly unwanted?: GlobSet | undefined;
  /** 1: only the start itself. Default: no limit. */
  readonly maxDepth?: number | undefined;
  /** Breadth first shows the upper levels whole before anything below. It cannot go on later. */
  readonly order?: 'depth' | 'breadth' | undefined;
  /** Where to go on. */
  readonly from?: Position | undefined;
  /** Whether an earlier walk counted the directories on the path to `from`. */
  readonly isContinued?: boolean | undefined;
}

/** The rules of the .gitignore files above the start of a walk. */
export interface StartRules {
  readonly rules: IgnoreRules;
  /** The path of the start from the directory where the rules begin. */
  readonly start: string;
}

/** The position in a walk where a search stopped. */
export interface Position {
  /** The path of an entry below the start. */
  readonly path: string;
  /** Go on in this file, after this line. Default: after the entry. */
  readonly line?: number | undefined;
}

/** One directory on the way. */
export interface Visit {
  readonly path: string;
  /** The wanted entries that were not skipped, by name. */
  readonly entries: readonly Entry[];
}

/** A directory to be visited. */
interface Waiting {
  readonly path: string;
  /** 1 for the start. */
  readonly depth: number;
  readonly wanted: GlobState;
  readonly unwanted: GlobState;
  readonly rules: IgnoreRules | undefined;
  /** The names that remain of the position to go on from. */
  readonly from: readonly string[] | undefined;
}

/** What a walk reports in addition to what it finds. */
export interface WalkReport {
  /** The start. */
  readonly path: string;
  /** How many entries, or files, were visited. */
  readonly scanned: number;
  /** How many entries were skipped because of .gitignore files, and `.git`. */
  readonly ignored: number;
  /** One line for each of the first things that could not be read, and one for the others. */
  readonly errors: readonly string[];
}

/** Maximum number of errors in a report. */
export const MAX_ERRORS = 20;

/** One walk. */
export class Walk {
  readonly #options: WalkOptions;
  readonly #waiting: Waiting[];
  readonly #errors: string[] = [];
  #next = 0;
  #scanned = 0;
  #ignored = 0;
  #errorCount = 0;
  #last: Position;
  #isCut = false;

  constructor(options: WalkOptions) {
    const { wanted, unwanted, gitignore, from } = options;
    this.#options = options;
    this.#last = from ?? { path: '' };
    this.#waiting = [
      {
        path: '',
        depth: 1,
        wanted: wanted?.start ?? [],
        unwanted: unwanted?.start ?? [],
        rules: gitignore?.rules,
        from: from?.path.split('/'),
      },
    ];
  }

  /** So far. */
  get report(): WalkReport {
    const others = this.#errorCount - this.#errors.length;
    return {
      path: this.#options.start,
      scanned: this.#scanned,
      ignored: this.#ignored,
      errors: others === 0 ? this.#errors : [...this.#errors, `${others} more could not be read.`],
    };
  }

  /** Where to go on when the time was over; undefined otherwise. */
  get next(): Position | undefined {
    return this.#isCut ? this.#last : undefined;
  }

  /** Records an error, because one closed directory must not hide the contents of the others. */
  fail(path: string, error: unknown): void {
    this.#errorCount++;
    if (this.#errors.length >= MAX_ERRORS) return;
    const message = oneLine(error instanceof Error ? error.message : String(error));
    this.#errors.push(
      isAbsolute(message) ? message : `${oneLine(toShown(this.#options.start, path))}: ${message}`,
    );
  }

  /**
   * One directory after the other.
   *
   * @throws what the source throws for the start.
   */
  *visits(): Generator<Visit> {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.#isCut = this.#options.progress.isOver;
      if (this.#isCut) return;
      const all = this.#list(next);
      this.#options.progress.matching();
      yield this.#visit(next, all);
    }
  }

  #take(): Waiting | undefined {
    return this.#options.order === 'breadth' ? this.#waiting[this.#next++] : this.#waiting.pop();
  }

  #list({ path }: Waiting): readonly Entry[] {
    this.#options.progress.reading(path);
    try {
      return this.#options.source.list(path);
    } catch (error) {
      if (path === '') throw error;
      this.fail(path, error);
      return [];
    }
  }

  #visit(directory: Waiting, all: readonly Entry[]): Visit {
    const { wanted, unwanted, order, isContinued } = this.#options;
    const rules = this.#rulesIn(directory, all);
    const entries: Entry[] = [];
    const below: Waiting[] = [];
    let last: string | undefined;
    for (const entry of all) {
      const { name } = entry;
      const isNew = directory.from === undefined || this.#isNew(directory.from, name);
      if (isNew) {
        last = name;
        this.#scanned++;
      }
      if (unwanted?.matches(directory.unwanted, name) === true) continue;
      if (rules !== undefined && this.#isIgnored(rules, directory, entry)) {
        if (isNew && !(isContinued === true && directory.from !== undefined)) this.#ignored++;
        continue;
      }
      if (isNew && wanted?.matches(directory.wanted, name) !== false) entries.push(entry);
      if (entry.type !== 'directory') continue;
      const next = this.#enter(directory, name, rules);
      if (next !== undefined) below.push(next);
    }
    if (last !== undefined) this.#last = { path: joinPath(directory.path, last) };
    // The last one in is the first one out.
    this.#waiting.push(...(order === 'breadth' ? below : below.toReversed()));
    return { path: directory.path, entries };
  }

  /** Whether the entry itself comes after the position to go on from. */
  #isNew([first = '', ...others]: readonly string[], name: string): boolean {
    if (name > first) return others.length === 0;
    return name === first && others.length === 0 && this.#options.from?.line !== undefined;
  }

  /** A directory in a directory, unless nothing below it can be wanted or everything was there before. */
  #enter(directory: Waiting, name: string, rules: IgnoreRules | undefined): Waiting | undefined {
    const { wanted, unwanted, maxDepth = Infinity } = this.#options;
    if (directory.depth >= maxDepth) return undefined;
    const [first = '', ...others] = directory.from ?? [];
    if (others.length > 0 && name < first) return undefined;
    const wantedBelow = wanted?.enter(directory.wanted, name) ?? [];
    const unwantedBelow = unwanted?.enter(directory.unwanted, name) ?? [];
    if (wanted !== undefined && wantedBelow.length === 0) return undefined;
    if (unwanted?.isEverything(unwantedBelow) === true) return undefined;
    return {
      path: joinPath(directory.path, name),
      depth: directory.depth + 1,
      wanted: wantedBelow,
      unwanted: unwantedBelow,
      rules,
      from: others.length > 0 && name === first ? others : undefined,
    };
  }

  #isIgnored(rules: IgnoreRules, directory: Waiting, { name, type }: Entry): boolean {
    if (name === '.git') return true;
    return (
      !rules.isEmpty && rules.ignores(this.#fromTop(joinPath(directory.path, name)), type === 'directory')
    );
  }

  #fromTop(path: string): string {
    const start = this.#options.gitignore?.start ?? '';
    return start === '' || path === '' ? start + path : `${start}/${path}`;
  }

  /** The rules for the entries of a directory. Those of a repository end where another one begins. */
  #rulesIn({ path, rules: outer }: Waiting, all: readonly Entry[]): IgnoreRules | undefined {
    if (outer === undefined) return undefined;
    const isRepository = path !== '' && all.some(({ name }) => name === '.git');
    const rules = isRepository ? new IgnoreRules() : outer;
    if (!all.some(({ name, type }) => name === '.gitignore' && type === 'file')) return rules;
    try {
      return rules.with(this.#fromTop(path), readIgnoreFile(this.#options.source, path));
    } catch (error) {
      this.fail(joinPath(path, '.gitignore'), error);
      return rules;
    }
  }
}

/**
 * The text of the .gitignore file of a directory.
 *
 * @throws what the source throws.
 */
export const readIgnoreFile = (source: SearchSource, directory: string): string => {
  using file = source.open(joinPath(directory, '.gitignore'));
  return file.read(0).bytes.subarray(0, MAX_IGNORE_BYTES).toString('utf8');
};

/** The path of an entry. */
export const joinPath = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;

/** The whole path of an entry, as this system writes it. */
export const toShown = (start: string, path: string): string => joinPath(start, path).replaceAll('/', sep);
