// Walks a directory tree: bounded, stoppable, and able to go on later where it stopped.
//
// The order is fixed, so that a position in it means the same in the next call: the entries of a directory by name, then
// what is in its directories, one after the other. Only what is in the tree twice can come twice.
import type { GlobSet, GlobState } from '../glob.ts';
import { IgnoreFile } from './ignore-file.ts';
import type { Pace } from './pace.ts';
import { joinPath, type Entry, type WalkSource } from './walk-source.ts';

/** What to walk and what to leave out. */
export interface WalkOptions {
  readonly source: WalkSource;
  readonly pace: Pace;
  /** Compared with the path below the start. Directories in which nothing can match are not entered. */
  readonly wanted?: GlobSet | undefined;
  /** What matches is left out, with everything below it. */
  readonly unwanted?: GlobSet | undefined;
  /** Leaves out what the .gitignore files of the tree say, and `.git`. */
  readonly gitignore?: boolean | undefined;
  /** 1: only the start itself. Default: no limit. */
  readonly maxDepth?: number | undefined;
  /** As many entries are looked at. Default: no limit. */
  readonly maxEntries?: number | undefined;
  /** Breadth first shows the upper levels whole before anything below. It cannot go on later. */
  readonly order?: 'depth' | 'breadth' | undefined;
  /** Where to go on. */
  readonly from?: Position | undefined;
}

/** A place in the order of a walk. */
export interface Position {
  /** The path of an entry below the start. */
  readonly path: string;
  /** Whether that entry itself comes again. Default: no. */
  readonly isIncluded?: boolean | undefined;
}

/** Before everything. */
const START: Position = { path: '' };

/** One directory on the way. */
export interface Visit {
  readonly path: string;
  /** 1 for the start. */
  readonly depth: number;
  /** What is wanted and was not left out, by name. */
  readonly entries: readonly Entry[];
}

/** A directory or ignore file that could not be read. */
export interface WalkError {
  readonly path: string;
  readonly message: string;
}

/** One ignore file on the way, and how far the path has come in it. */
interface Ignoring {
  readonly file: IgnoreFile;
  readonly state: GlobState;
}

interface Waiting {
  readonly path: string;
  readonly depth: number;
  readonly wanted: GlobState | undefined;
  readonly unwanted: GlobState | undefined;
  /** The outermost first. */
  readonly ignoring: readonly Ignoring[];
  /** What is left of the position to go on from. */
  readonly from: readonly string[] | undefined;
  listing?: Promise<readonly Entry[]> | readonly Entry[];
}

/** As many entries are looked at before others may have their turn. */
const AT_ONCE = 10_000;
const MAX_ERRORS = 100;
const MAX_IGNORE_BYTES = 65_536;
/** Listings that are under way at once, when they take place elsewhere. */
const AHEAD = 4;

/** One walk. */
export class Walk {
  readonly #options: WalkOptions;
  readonly #waiting: Waiting[];
  readonly #maxEntries: number;
  #next = 0;
  #scanned = 0;
  #errorCount = 0;
  #isCut = false;
  readonly #start: Position;
  /** The entry that was looked at last, where there is one. Its path is put together when it is asked for. */
  #lastDirectory = '';
  #lastName: string | undefined;
  readonly #errors: WalkError[] = [];

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#maxEntries = options.maxEntries ?? Infinity;
    this.#start = options.from ?? START;
    this.#waiting = [
      {
        path: '',
        depth: 1,
        wanted: options.wanted?.start,
        unwanted: options.unwanted?.start,
        ignoring: [],
        from: options.from?.path.split('/'),
      },
    ];
  }

  /** How many entries were looked at. */
  get scanned(): number {
    return this.#scanned;
  }

  /** The first hundred. */
  get errors(): readonly WalkError[] {
    return this.#errors;
  }

  /** How many there were. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** The entry that was looked at last. */
  get position(): Position {
    const name = this.#lastName;
    return name === undefined ? this.#start : { path: joinPath(this.#lastDirectory, name) };
  }

  /** Ended by a limit: there may be more. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * One directory after the other.
   *
   * @throws what the source throws for the start, and the reason of a cancellation.
   */
  async *visits(): AsyncGenerator<Visit> {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const rest = this.#options.pace.look();
      if (rest !== undefined) await rest;
      if (this.#options.pace.isOver) this.#isCut = true;
      if (this.#isCut) return;
      const listing = this.#list(next);
      const entries = listing instanceof Promise ? await this.#settle(next, listing) : listing;
      if (entries.length === 0) continue;
      const visit = this.#visit(next, entries);
      yield visit instanceof Promise ? await visit : visit;
    }
  }

  #take(): Waiting | undefined {
    if (this.#options.order !== 'breadth') return this.#waiting.pop();
    return this.#waiting[this.#next++];
  }

  #list(directory: Waiting): readonly Entry[] | Promise<readonly Entry[]> {
    const listing = this.#startListing(directory);
    // Whoever lists elsewhere can do so while this thread works.
    if (listing instanceof Promise && this.#options.order !== 'breadth')
      for (const ahead of this.#waiting.slice(-AHEAD)) void this.#startListing(ahead);
    return listing;
  }

  #startListing(directory: Waiting): readonly Entry[] | Promise<readonly Entry[]> {
    if (directory.listing !== undefined) return directory.listing;
    try {
      directory.listing = this.#options.source.list(directory.path);
    } catch (error) {
      directory.listing = this.#failed(directory.path, error);
    }
    // A walk that ends early does not wait for it.
    if (directory.listing instanceof Promise) directory.listing.catch(() => {});
    return directory.listing;
  }

  async #settle(directory: Waiting, listing: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
    try {
      return await listing;
    } catch (error) {
      return this.#failed(directory.path, error);
    }
  }

  /** One closed directory must not hide what is in the others. */
  #failed(path: string, error: unknown): readonly Entry[] {
    if (path === '') throw error;
    this.#errorCount++;
    const message = error instanceof Error ? error.message : String(error);
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ path, message });
    return [];
  }

  #visit(directory: Waiting, all: readonly Entry[]): Visit | Promise<Visit> {
    if (this.#options.gitignore === true || all.length > AT_ONCE) return this.#visitInParts(directory, all);
    const looked: Looked = { directory, ignoring: directory.ignoring, entries: [], below: [] };
    this.#look(looked, all);
    return this.#visited(looked);
  }

  async #visitInParts(directory: Waiting, all: readonly Entry[]): Promise<Visit> {
    const ignoring = await this.#ignoring(directory, all);
    const looked: Looked = { directory, ignoring, entries: [], below: [] };
    for (let from = 0; from < all.length && !this.#isCut; from += AT_ONCE) {
      this.#look(looked, all.slice(from, from + AT_ONCE));
      const rest = this.#options.pace.look();
      if (rest !== undefined) await rest;
      if (this.#options.pace.isOver) this.#isCut = true;
    }
    return this.#visited(looked);
  }

  #visited({ directory: { path, depth }, entries, below }: Looked): Visit {
    // The last one in is the first one out.
    if (this.#options.order !== 'breadth') below.reverse();
    for (const next of below) this.#waiting.push(next);
    return { path, depth, entries };
  }

  #look({ directory, ignoring, entries, below }: Looked, some: readonly Entry[]): void {
    for (const entry of some) {
      if (this.#scanned >= this.#maxEntries) {
        this.#isCut = true;
        return;
      }
      const isNew = directory.from === undefined || this.#isNew(directory.from, entry.name);
      if (isNew) {
        this.#scanned++;
        this.#lastDirectory = directory.path;
        this.#lastName = entry.name;
      }
      if (this.#isLeftOut(directory, entry, ignoring)) continue;
      if (isNew && this.#isWanted(directory, entry.name)) entries.push(entry);
      if (entry.type !== 'directory') continue;
      const next = this.#enter(directory, entry.name, ignoring);
      if (next !== undefined) below.push(next);
    }
  }

  /** Whether the entry itself comes after the position to go on from. */
  #isNew([first = '', ...others]: readonly string[], name: string): boolean {
    if (name > first) return others.length === 0;
    return name === first && others.length === 0 && this.#options.from?.isIncluded === true;
  }

  #isLeftOut({ unwanted }: Waiting, entry: Entry, ignoring: readonly Ignoring[]): boolean {
    if (unwanted !== undefined && this.#options.unwanted?.matchesName(unwanted, entry.name) === true)
      return true;
    return this.#options.gitignore === true && this.#isIgnored(entry, ignoring);
  }

  #isWanted({ wanted }: Waiting, name: string): boolean {
    return wanted === undefined || this.#options.wanted?.matchesName(wanted, name) !== false;
  }

  /** A directory in a directory, unless nothing below it can be wanted or everything was there before. */
  #enter(directory: Waiting, name: string, ignoring: readonly Ignoring[]): Waiting | undefined {
    const { wanted, unwanted, maxDepth = Infinity } = this.#options;
    if (directory.depth >= maxDepth) return undefined;
    const [first = '', ...others] = directory.from ?? [];
    if (others.length > 0 && name < first) return undefined;
    const segment = `${name}/`;
    const wantedBelow = directory.wanted && wanted?.advance(directory.wanted, segment);
    const unwantedBelow = directory.unwanted && unwanted?.advance(directory.unwanted, segment);
    if (wantedBelow?.isDead === true || unwantedBelow?.isCertain === true) return undefined;
    return {
      path: joinPath(directory.path, name),
      depth: directory.depth + 1,
      wanted: wantedBelow,
      unwanted: unwantedBelow,
      ignoring: ignoring.map(({ file, state }) => ({ file, state: file.advance(state, segment) })),
      from: others.length > 0 && name === first ? others : undefined,
    };
  }

  #isIgnored({ name, type }: Entry, ignoring: readonly Ignoring[]): boolean {
    if (name === '.git') return true;
    // The innermost file that says something decides.
    for (let i = ignoring.length - 1; i >= 0; i--) {
      const inner = ignoring[i];
      if (inner === undefined) continue;
      const isIgnored = inner.file.isIgnored(inner.file.advance(inner.state, name), type === 'directory');
      if (isIgnored !== undefined) return isIgnored;
    }
    return false;
  }

  /** The ignore files of the directories above, and the one that is in the directory itself. */
  async #ignoring({ path, ignoring }: Waiting, entries: readonly Entry[]): Promise<readonly Ignoring[]> {
    if (this.#options.gitignore !== true) return [];
    if (!entries.some(({ name, type }) => name === '.gitignore' && type === 'file')) return ignoring;
    const ignorePath = joinPath(path, '.gitignore');
    try {
      const text = await this.#options.source.read(ignorePath, async (opened) => {
        const { bytes } = await opened.read(0, MAX_IGNORE_BYTES);
        return bytes.toString('utf8');
      });
      const file = new IgnoreFile(text);
      return [...ignoring, { file, state: file.start }];
    } catch (error) {
      this.#failed(ignorePath, error);
      return ignoring;
    }
  }
}

/** What was found in one directory so far. */
interface Looked {
  readonly directory: Waiting;
  readonly ignoring: readonly Ignoring[];
  readonly entries: Entry[];
  readonly below: Waiting[];
}
