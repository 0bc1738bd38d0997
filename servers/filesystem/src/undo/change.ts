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
    let etag: string | undefined;
    let kept: string | undefined;
    const keep = async (stats: BigIntStats | undefined): Promise<void> => {
      etag = etagOf(stats);
      kept = stats === undefined ? undefined : await this.#keep(target);
    };
    if (old !== undefined && !this.#store.canLink(old)) await keep(old);
    return {
      ready: async (now, print) => {
        // Not before: a link changes the etag.
        const link = now === undefined ? undefined : this.#link(target, now);
        if (link !== undefined) kept = link.name;
        else if (etagOf(now) !== etag) await keep(now);
        const step: Step = { kind: 'wrote', path: target.path, ...(kept === undefined ? {} : { kept }) };
        this.#begin(step, print);
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
      const link = this.#link(target, stats);
      const kept = link?.name ?? (await this.#keep(target));
      if (kept !== undefined) this.#begin({ kind: 'removed', path, state, kept });
      return link?.stats ?? stats;
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

  /**
   * Gives the file that is replaced in a moment a second name in the store. Undefined where it has to be copied: one with other
   * names may still be written to.
   */
  #link(
    target: Target,
    stats: BigIntStats,
  ): { readonly name: string; readonly stats: BigIntStats } | undefined {
    if (!this.#store.canLink(stats)) return undefined;
    const place = this.#placeFor(Number(stats.size));
    if (place === undefined) return undefined;
    const at = this.#store.at(place.entry, place.name);
    try {
      using file = target.directory.child(target.name);
      // One that cannot be read could not be brought back.
      closeSync(file.open(constants.O_RDONLY));
      target.directory.within((prefix) => linkSync(prefix + target.name, at));
    } catch (error) {
      if (errorCode(error) === 'EXDEV') this.#store.cannotLink();
      return undefined;
    }
    const linked = lstatSync(at, { bigint: true });
    if (linked.ino === stats.ino && linked.size === stats.size && linked.mtimeNs === stats.mtimeNs)
      return { name: this.#keptAs(place.name, stats), stats: linked };
    rmSync(at);
    return undefined;
  }

  #keptAs(name: string, { size }: BigIntStats): string {
    this.#bytes += Number(size);
    return name;
  }

  /** Where a content can be kept; undefined when it cannot. */
  #placeFor(size: number): { readonly entry: Entry; readonly name: string } | undefined {
    if (this.#loss !== undefined) return undefined;
    const most = this.#isWhole ? MAX_WHOLE_BYTES : this.#store.maxBytes;
    if (this.#bytes + size > most) {
      this.cannotKeep(this.#tooLarge());
      return undefined;
    }
    const entry = this.#open();
    if (entry === undefined) return undefined;
    return { entry, name: `${this.#steps.length}-${(this.#contents++).toString(36)}` };
  }

  /** Copies what has a name into the store; returns the name of the copy. */
  async #keep(target: Target): Promise<string | undefined> {
    using file = target.directory.child(target.name);
    const size = Number(file.stats.size);
    const place = this.#placeFor(size);
    if (place === undefined) return undefined;
    const { entry, name } = place;
    try {
      await withDescriptor(file.open(constants.O_RDONLY), (source) =>
        withDescriptor(openSync(this.#store.at(entry, name), 'wx', 0o600), async (copy) => {
          // At once: in a pause the watchers of others would see the change in two parts.
          if (size <= QUICK_BYTES) writeFileSync(copy, readFileSync(source));
          else await new ContentWriter(copy).write(new OpenFile(source, file).parts());
        }),
      );
    } catch (error) {
      this.cannotKeep(`${target.path} cannot be copied: ${messageOf(error)}`);
      return undefined;
    }
    return this.#keptAs(name, file.stats);
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
