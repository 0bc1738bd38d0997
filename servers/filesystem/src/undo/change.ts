// One change on its way: each step is written down before it is made, and what it replaces or deletes is kept.
import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { errorCode, FileError } from '../failure.ts';
import { ContentWriter } from '../files/bytes.ts';
import { OpenFile } from '../files/read.ts';
import { toState } from '../files/state.ts';
import { readLink } from '../sandbox/resolve.ts';
import type { Target } from '../sandbox/target.ts';
import { fingerprint } from './fingerprint.ts';
import { writeLine, type Recorded, type Step } from './journal.ts';
import type { Entry, UndoStore } from './store.ts';

/** What is to be changed, and what happens when it cannot be kept. */
export interface ChangePlan {
  readonly tool: string;
  /** Several files, all or none: what is done is taken back when the rest cannot be. */
  readonly allOrNone?: boolean;
  /** Change nothing whose old content cannot be kept. Always so with `allOrNone`. */
  readonly mustKeep?: boolean;
}

/** A file that is to get new content. */
export interface Writing {
  /** At the last moment: `now` is what has the name, `print` the fingerprint of what will have it. */
  ready(now: BigIntStats | undefined, print: string): Promise<void>;
  done(): void;
}

/** More steps are not kept. */
const MAX_STEPS = 20_000;
/** What a change of several files may need while it is made, whatever is kept of it later. */
const MAX_WHOLE_BYTES = 268_435_456;

/** Records the steps of one change. */
export class Change {
  readonly #store: UndoStore;
  readonly #plan: ChangePlan;
  readonly #steps: { step: Step; print?: string; isDone: boolean }[] = [];
  #entry: Entry | undefined;
  #journal: number | undefined;
  #bytes = 0;
  /** Contents so far, for their names. */
  #contents = 0;
  #isPartlyDone = false;
  /** Why it cannot be taken back. */
  #loss: string | undefined;

  constructor(store: UndoStore, plan: ChangePlan) {
    this.#store = store;
    this.#plan = plan;
    if (store.maxBytes === 0 && !this.#isWhole) this.cannotKeep(KEEPS_NOTHING);
  }

  /** Where it is kept. */
  get entry(): Entry | undefined {
    return this.#entry;
  }

  /** The steps so far. */
  get steps(): readonly Recorded[] {
    return this.#steps;
  }

  get #isWhole(): boolean {
    return this.#plan.allOrNone === true;
  }

  /** New content for a file, or a new file. `old` is what has the name. */
  async writing(target: Target, old: BigIntStats | undefined): Promise<Writing> {
    // A second name is given at the last moment: it changes the etag.
    let kept = old === undefined || this.#canLink(old) ? undefined : await this.#keep(target, old);
    return {
      ready: async (now, print) => {
        if (now === undefined) kept = undefined;
        else if (kept === undefined || etagOf(now) !== etagOf(old)) kept = await this.#keep(target, now);
        const step: Step = { kind: 'wrote', path: target.path };
        this.#begin(kept === undefined ? step : { ...step, kept: kept.name }, print);
      },
      done: () => this.done(),
    };
  }

  /** Bytes are to be added to the end of a file that has `size` bytes. */
  adding(path: string, size: number): void {
    this.#begin({ kind: 'added', path, size });
  }

  /** Bytes were added; `descriptor` can read the file. */
  async added(descriptor: number, size: number): Promise<void> {
    if (this.#loss !== undefined) return;
    if (!this.#print(await fingerprint(descriptor, size))) this.#lose(NO_JOURNAL);
    this.done();
  }

  /**
   * What has the name, if not a directory with something in it, is to be deleted.
   *
   * @returns what has the name then, unless another process has changed it: a second name changes the etag.
   */
  async removing(target: Target, stats: BigIntStats): Promise<BigIntStats> {
    const { path } = target;
    const { mode, atimeMs, mtimeMs } = toState(stats);
    const state = { mode: mode & 0o777, atimeMs, mtimeMs };
    if (stats.isSymbolicLink()) this.#begin({ kind: 'unlinked', path, link: readLink(target.at) });
    else if (stats.isDirectory()) this.#begin({ kind: 'removed', path, state });
    else if (!stats.isFile()) this.cannotKeep(`${path} is neither a file, a directory nor a link`);
    else {
      const kept = await this.#keep(target, stats);
      if (kept !== undefined) this.#begin({ kind: 'removed', path, state, kept: kept.name });
      return kept?.stats ?? stats;
    }
    return stats;
  }

  /**
   * Something cannot be kept, for this reason.
   *
   * @throws {FileError} `not_kept`, when the change must not be made then.
   */
  cannotKeep(reason: string): void {
    if (this.#isWhole || this.#plan.mustKeep === true)
      throw new FileError('not_kept', `Nothing was changed: it could not be undone, because ${reason}.`, {
        hint: this.#isWhole ? 'Change fewer or smaller files.' : DELETE_HINT,
      });
    this.#lose(reason);
  }

  /** Something is to get another name. */
  async moving(target: Target, stats: BigIntStats, to: string): Promise<void> {
    this.#begin({ kind: 'moved', path: target.path, to });
    if (this.#loss !== undefined || !stats.isFile()) return;
    try {
      using file = target.directory.child(target.name);
      this.#print(await withDescriptor(file.open(constants.O_RDONLY), (at) => fingerprint(at)));
    } catch {
      // One that cannot be read can be moved, and back.
    }
  }

  /** A directory was made. */
  made(path: string): void {
    this.#begin({ kind: 'made', path });
    this.done();
  }

  /** The last step happened, or all from `first` on. Where that cannot be written down, the files tell it. */
  done(first: number = this.#steps.length - 1): void {
    if (this.#loss !== undefined) return;
    for (const step of this.#steps.slice(first)) step.isDone = true;
    this.#write({ done: first, to: this.#steps.length });
  }

  /** Some of the last steps happened: the files tell which. */
  partlyDone(): void {
    this.#isPartlyDone = true;
  }

  /** Nothing is left of it: it did not happen, or was taken back. */
  forget(): void {
    this.#close();
    if (this.#entry !== undefined) this.#store.drop(this.#entry);
    this.#entry = undefined;
  }

  /** It is made. Returns why it cannot be taken back; undefined when it can. */
  end(): string | undefined {
    const isMade = this.#isPartlyDone || this.#steps.some(({ isDone }) => isDone);
    if (!isMade && this.#loss === undefined) this.forget();
    if (this.#store.maxBytes === 0) this.#lose(KEEPS_NOTHING);
    if (this.#bytes > this.#store.maxBytes) this.#lose(this.#tooLarge());
    this.#close();
    if (this.#entry !== undefined) this.#store.keep(this.#entry, this.#bytes);
    return this.#loss;
  }

  /** Keeps the content of a file: by a second name, or as a copy. */
  async #keep(target: Target, stats: BigIntStats): Promise<Kept | undefined> {
    if (this.#loss !== undefined) return undefined;
    using file = target.directory.child(target.name);
    const size = Number(file.stats.size);
    if (this.#bytes + size > (this.#isWhole ? MAX_WHOLE_BYTES : this.#store.maxBytes)) {
      this.cannotKeep(this.#tooLarge());
      return undefined;
    }
    const entry = this.#open();
    if (entry === undefined) return undefined;
    const name = `${this.#steps.length}-${(this.#contents++).toString(36)}`;
    const at = this.#store.at(entry, name);
    this.#bytes += size;
    try {
      // One that cannot be read could not be brought back.
      return await withDescriptor(file.open(constants.O_RDONLY), async (source) => {
        const linked = this.#link(target, stats, at);
        if (linked !== undefined) return { name, stats: linked };
        await withDescriptor(openSync(at, 'wx', 0o600), async (copy) => {
          // At once: in a pause the watchers of others would see the change in two parts.
          if (size <= QUICK_BYTES) writeFileSync(copy, readFileSync(source));
          else await new ContentWriter(copy).write(new OpenFile(source, file).parts());
        });
        return { name, stats };
      });
    } catch (error) {
      this.cannotKeep(`${target.path} cannot be copied: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** A file that has another name already may still be written to by that: it is copied. */
  #canLink(stats: BigIntStats): boolean {
    return this.#store.isOnSameDisk && stats.isFile() && stats.nlink === 1n;
  }

  /** Gives the file that is replaced or deleted in a moment a second name; undefined when that cannot be. */
  #link(target: Target, stats: BigIntStats, at: string): BigIntStats | undefined {
    if (!this.#canLink(stats)) return undefined;
    try {
      target.directory.within((prefix) => linkSync(prefix + target.name, at));
    } catch (error) {
      this.#store.isOnSameDisk = errorCode(error) !== 'EXDEV';
      return undefined;
    }
    const linked = lstatSync(at, { bigint: true });
    if (linked.ino === stats.ino && linked.size === stats.size && linked.mtimeNs === stats.mtimeNs)
      return linked;
    rmSync(at);
    return undefined;
  }

  #tooLarge(): string {
    return `what it replaces is larger than ${Math.floor(this.#store.maxBytes / 2 ** 20)} MB (--max-undo)`;
  }

  #begin(step: Step, print?: string): void {
    if (this.#loss !== undefined) return;
    if (this.#steps.length >= MAX_STEPS) {
      this.cannotKeep(`it has more than ${MAX_STEPS} steps`);
      return;
    }
    const entry = this.#open();
    if (entry === undefined) return;
    const index = this.#steps.length;
    const known = print === undefined ? [] : [{ print: index, is: print }];
    if (this.#write({ step: index, is: step }, ...known))
      this.#steps.push({ step, isDone: false, ...(print === undefined ? {} : { print }) });
    else this.cannotKeep(NO_JOURNAL);
  }

  #print(print: string): boolean {
    const last = this.#steps.at(-1);
    if (last === undefined || this.#loss !== undefined) return true;
    last.print = print;
    return this.#write({ print: this.#steps.length - 1, is: print });
  }

  #open(): Entry | undefined {
    if (this.#loss !== undefined) return undefined;
    if (this.#entry !== undefined) {
      // Another server has taken it for one of a server that has ended, and takes it back.
      if (this.#store.has(this.#entry)) return this.#entry;
      throw new FileError('changed', 'Another server is taking this change back; it was stopped.');
    }
    try {
      this.#entry = this.#store.create();
      this.#journal = openSync(this.#store.at(this.#entry), 'a');
      const { tool } = this.#plan;
      this.#write({ change: { tool, allOrNone: this.#isWhole, at: Date.now() } });
    } catch (error) {
      this.cannotKeep(`nothing can be kept in ${this.#store.directory} (--undo-dir): ${messageOf(error)}`);
    }
    return this.#entry;
  }

  /** False where the disk has no room. */
  #write(...lines: readonly Parameters<typeof writeLine>[1][]): boolean {
    try {
      if (this.#journal !== undefined) writeLine(this.#journal, ...lines);
      return true;
    } catch {
      return false;
    }
  }

  #close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
  }

  #lose(reason: string): void {
    this.#loss ??= reason;
    this.forget();
  }
}

/** A content in the store. */
interface Kept {
  readonly name: string;
  /** Of the file now: a second name changes the etag. */
  readonly stats: BigIntStats;
}

const QUICK_BYTES = 262_144;
const NO_JOURNAL = 'its journal cannot be written, the disk may be full';

const KEEPS_NOTHING = 'this server keeps nothing (--max-undo 0)';

const DELETE_HINT =
  'Delete parts of it, or ask the user: with --allow-permanent-delete this server deletes it for good.';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const etagOf = (stats: BigIntStats | undefined): string | undefined =>
  stats === undefined ? undefined : toState(stats).etag;

const withDescriptor = async <T>(descriptor: number, use: (descriptor: number) => Promise<T>): Promise<T> => {
  try {
    return await use(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
