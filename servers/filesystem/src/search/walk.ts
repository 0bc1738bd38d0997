// Walk: visits a directory tree, within limits, and can continue from a position.
//
// The order is fixed, so that a position means the same in the next call: the entries of a directory by name, then the
// contents of its directories, one after the other.
import { isAbsolute, sep } from 'node:path';
import { type Entry, type Tree, oneLine } from '@mcp/files';
import type { GlobSet, GlobState } from '../glob.ts';
import { IgnoreRules, MAX_IGNORE_BYTES } from './ignore-rules.ts';
import type { Progress } from './progress.ts';

/** A directory tree. Paths are relative to the start, with `/` between names; '' is the start itself. */
export type SearchSource = Pick<Tree, 'list' | 'open' | 'state'>;

export interface SearchTarget {
  /** The path of the start, which shown paths begin with. */
  readonly start: string;
  readonly source: SearchSource;
  readonly progress: Progress;
  /** If set, `.git` and ignored entries are skipped. */
  readonly gitignore?: StartRules | undefined;
}

export interface WalkOptions extends SearchTarget {
  /** Matched against the path below the start. Directories that cannot contain a match are not entered. */
  readonly wanted?: GlobSet | undefined;
  /** Matches are skipped with everything below them. */
  readonly unwanted?: GlobSet | undefined;
  /** 1 visits only the start. Default: no limit. */
  readonly maxDepth?: number | undefined;
  /** Breadth first visits upper levels first, and cannot be continued. */
  readonly order?: 'depth' | 'breadth' | undefined;
  readonly from?: Position | undefined;
  /** Whether an earlier walk has counted the directories on the path to `from`. */
  readonly isContinued?: boolean | undefined;
}

/** The .gitignore rules above the start of a walk. */
export interface StartRules {
  readonly rules: IgnoreRules;
  /** The path of the start, relative to the top directory of the rules. */
  readonly start: string;
}

export interface Position {
  /** An entry, relative to the start. */
  readonly path: string;
  /** Continue in this file after this line. Default: after the entry. */
  readonly line?: number | undefined;
}

export interface Visit {
  readonly path: string;
  /** Its wanted entries, by name. */
  readonly entries: readonly Entry[];
}

interface QueuedDirectory {
  readonly path: string;
  readonly depth: number;
  readonly wanted: GlobState;
  readonly unwanted: GlobState;
  readonly rules: IgnoreRules | undefined;
  /** The remaining names of the position to continue from. */
  readonly from: readonly string[] | undefined;
}

/** What a walk reports besides its findings. */
export interface WalkReport {
  readonly path: string;
  readonly scanned: number;
  /** Number of entries skipped because of .gitignore files, and `.git`. */
  readonly ignored: number;
  /** One line for each of the first errors, and one for the rest. */
  readonly errors: readonly string[];
}

export const MAX_ERRORS = 20;

export class Walk {
  readonly #options: WalkOptions;
  readonly #queue: QueuedDirectory[];
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
    this.#queue = [
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

  get report(): WalkReport {
    const others = this.#errorCount - this.#errors.length;
    return {
      path: this.#options.start,
      scanned: this.#scanned,
      ignored: this.#ignored,
      errors: others === 0 ? this.#errors : [...this.#errors, `${others} more could not be read.`],
    };
  }

  /** Where to continue if the time was up; undefined otherwise. */
  get next(): Position | undefined {
    return this.#isCut ? this.#last : undefined;
  }

  /** Records an error. The walk continues, because one unreadable directory must not hide the others. */
  fail(path: string, error: unknown): void {
    this.#errorCount++;
    if (this.#errors.length >= MAX_ERRORS) return;
    const message = oneLine(error instanceof Error ? error.message : String(error));
    this.#errors.push(
      isAbsolute(message) ? message : `${oneLine(toShown(this.#options.start, path))}: ${message}`,
    );
  }

  /**
   * Visits one directory after the other.
   *
   * @throws what the source throws for the start.
   */
  *visits(): Generator<Visit> {
    for (let next = this.#nextDirectory(); next !== undefined; next = this.#nextDirectory()) {
      this.#isCut = this.#options.progress.isOver;
      if (this.#isCut) return;
      const all = this.#list(next);
      this.#options.progress.matching();
      yield this.#visit(next, all);
    }
  }

  #nextDirectory(): QueuedDirectory | undefined {
    return this.#options.order === 'breadth' ? this.#queue[this.#next++] : this.#queue.pop();
  }

  #list({ path }: QueuedDirectory): readonly Entry[] {
    this.#options.progress.reading(path);
    try {
      return this.#options.source.list(path);
    } catch (error) {
      if (path === '') throw error;
      this.fail(path, error);
      return [];
    }
  }

  #visit(directory: QueuedDirectory, all: readonly Entry[]): Visit {
    const { wanted, unwanted, order, isContinued } = this.#options;
    const rules = this.#rulesIn(directory, all);
    const entries: Entry[] = [];
    const below: QueuedDirectory[] = [];
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
    // A stack: the last one pushed is visited first.
    this.#queue.push(...(order === 'breadth' ? below : below.toReversed()));
    return { path: directory.path, entries };
  }

  /** Whether the entry comes after the position to continue from. */
  #isNew([first = '', ...others]: readonly string[], name: string): boolean {
    if (name > first) return others.length === 0;
    return name === first && others.length === 0 && this.#options.from?.line !== undefined;
  }

  /** Returns a subdirectory to visit, unless nothing below it is wanted or an earlier walk visited it. */
  #enter(
    directory: QueuedDirectory,
    name: string,
    rules: IgnoreRules | undefined,
  ): QueuedDirectory | undefined {
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

  #isIgnored(rules: IgnoreRules, directory: QueuedDirectory, { name, type }: Entry): boolean {
    if (name === '.git') return true;
    return (
      !rules.isEmpty && rules.ignores(this.#fromTop(joinPath(directory.path, name)), type === 'directory')
    );
  }

  #fromTop(path: string): string {
    const start = this.#options.gitignore?.start ?? '';
    return start === '' || path === '' ? start + path : `${start}/${path}`;
  }

  /** Returns the rules for the entries of a directory. A nested repository starts with no rules. */
  #rulesIn({ path, rules: outer }: QueuedDirectory, all: readonly Entry[]): IgnoreRules | undefined {
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
 * Returns the text of a directory's .gitignore file.
 *
 * @throws what the source throws.
 */
export const readIgnoreFile = (source: SearchSource, directory: string): string => {
  using file = source.open(joinPath(directory, '.gitignore'));
  return file.read(0).bytes.subarray(0, MAX_IGNORE_BYTES).toString('utf8');
};

export const joinPath = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;

/** Returns the full path of an entry, with the separators of the system. */
export const toShown = (start: string, path: string): string => joinPath(start, path).replaceAll('/', sep);
