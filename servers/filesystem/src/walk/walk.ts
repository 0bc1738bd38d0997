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
  /** What was not left out, by name. */
  readonly entries: readonly VisitedEntry[];
}

/** An entry that was not left out. */
export interface VisitedEntry extends Entry {
  /** Whether it is wanted. */
  readonly isMatch: boolean;
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
  #position: Position;
  readonly #errors: WalkError[] = [];

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#maxEntries = options.maxEntries ?? Infinity;
    this.#position = options.from ?? START;
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
    return this.#position;
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
      if (entries.length > 0) yield await this.#visit(next, entries);
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

  async #visit(directory: Waiting, all: readonly Entry[]): Promise<Visit> {
    const ignoring = await this.#ignoring(directory, all);
    const entries: VisitedEntry[] = [];
    const below: Waiting[] = [];
    for (const entry of all) {
      const rest = this.#options.pace.step();
      if (rest !== undefined) await rest;
      if (this.#scanned >= this.#maxEntries || this.#options.pace.isOver) {
        this.#isCut = true;
        break;
      }
      const isNew = this.#isNew(directory, entry.name);
      if (isNew) {
        this.#scanned++;
        this.#position = { path: joinPath(directory.path, entry.name) };
      }
      this.#look({ directory, entry, ignoring, isNew }, entries, below);
    }
    // The last one in is the first one out.
    if (this.#options.order !== 'breadth') below.reverse();
    for (const next of below) this.#waiting.push(next);
    return { path: directory.path, depth: directory.depth, entries };
  }

  /** Whether the entry itself comes after the position to go on from. */
  #isNew({ from }: Waiting, name: string): boolean {
    const [first = '', ...others] = from ?? [];
    if (from === undefined || name > first) return from === undefined || others.length === 0;
    return name === first && others.length === 0 && this.#options.from?.isIncluded === true;
  }

  #look(looked: Looked, entries: VisitedEntry[], below: Waiting[]): void {
    const { directory, entry, ignoring, isNew } = looked;
    const { wanted, unwanted } = this.#options;
    const isDirectory = entry.type === 'directory';
    const unwantedState = directory.unwanted && unwanted?.advance(directory.unwanted, entry.name);
    if (unwantedState?.isMatch === true) return;
    if (this.#isIgnored(entry, ignoring)) return;
    const wantedState = directory.wanted && wanted?.advance(directory.wanted, entry.name);
    if (isNew) entries.push({ ...entry, isMatch: wantedState?.isMatch ?? true });
    if (!isDirectory || directory.depth >= (this.#options.maxDepth ?? Infinity)) return;
    const [first = '', ...others] = directory.from ?? [];
    if (others.length > 0 && entry.name < first) return;
    const below1 = wantedState && wanted?.advance(wantedState, '/');
    const below2 = unwantedState && unwanted?.advance(unwantedState, '/');
    if (below1?.isDead === true || below2?.isCertain === true) return;
    below.push({
      path: joinPath(directory.path, entry.name),
      depth: directory.depth + 1,
      wanted: below1,
      unwanted: below2,
      ignoring: ignoring.map(({ file, state }) => ({ file, state: file.advance(state, `${entry.name}/`) })),
      from: others.length > 0 && entry.name === first ? others : undefined,
    });
  }

  #isIgnored({ name, type }: Entry, ignoring: readonly Ignoring[]): boolean {
    if (this.#options.gitignore === true && name === '.git') return true;
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

interface Looked {
  readonly directory: Waiting;
  readonly entry: Entry;
  readonly ignoring: readonly Ignoring[];
  readonly isNew: boolean;
}
