// Change: what one call changes, step by step, and the originals of what it replaces.
import { lstatSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import type { Context } from '@mcp/runtime';
import { FileError } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/target.ts';
import { oneLine } from '../text/one-line.ts';
import { setAside, transfer } from './aside.ts';
import { stampOf, type Kept, type Step, type UndoStore } from './store.ts';
import { changedSince, takeBack } from './take-back.ts';

/** What is to be changed, and what happens when it fails on the way. */
export interface ChangePlan {
  readonly tool: string;
  /** Several files, all or none: what is done is taken back when the rest cannot be. */
  readonly allOrNone?: boolean;
}

/** Counts for each step beside its content, so that the number of changes is bounded too. */
const STEP_BYTES = 4096;

/** Records the steps of one change. */
export class Change {
  readonly #store: UndoStore;
  readonly #plan: ChangePlan;
  readonly #steps: Step[] = [];
  #bytes = 0;
  #loss: string | undefined;

  constructor(store: UndoStore, plan: ChangePlan) {
    this.#store = store;
    this.#plan = plan;
    if (store.maxBytes === 0) this.lose('this server keeps nothing (--max-undo 0)');
  }

  /**
   * Keeps what has a name and is replaced in a moment. Call `release` when it is not replaced.
   *
   * @throws {Error} of the file system, when the change is all or none.
   */
  async keep(target: Target, stats: BigIntStats | undefined): Promise<Kept | undefined> {
    if (stats === undefined) return undefined;
    const size = stats.isFile() ? Number(stats.size) : 0;
    this.#count(size);
    const isWhole = this.#plan.allOrNone === true;
    if (this.#loss !== undefined && !isWhole) return undefined;
    try {
      const name = await setAside(target, stats, 'keep');
      return { name, size, stamp: stampOf(stats), isStored: false };
    } catch (error) {
      if (isWhole) throw error;
      this.lose(`${oneLine(target.path)} cannot be kept: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Removes an original beside a file that was not replaced; one that lost its name gets it again. */
  release({ directory, name }: Target, kept: Kept | undefined): void {
    if (kept === undefined) return;
    directory.within((prefix) => {
      const isThere = lstatSync(prefix + name, { throwIfNoEntry: false }) !== undefined;
      if (isThere) rmSync(prefix + kept.name, { recursive: true, force: true });
      else renameSync(prefix + kept.name, prefix + name);
    });
  }

  /** Records a step that was made. */
  made(step: Step): void {
    this.#count(STEP_BYTES);
    this.#steps.push(step);
  }

  /** Gives up undo for this change, for this reason. */
  lose(reason: string): void {
    this.#loss ??= reason;
  }

  /** Ends a change that was made. Returns the reason it cannot be undone, or undefined if it can. */
  async end(scope: Scope, ctx: Context): Promise<string | undefined> {
    if (this.#steps.length === 0) return this.#loss;
    for (const step of this.#steps) {
      if (step.kind !== 'content' || step.kept === undefined) continue;
      await this.#settle(scope, step.path, step.kept);
    }
    const made = {
      id: crypto.randomUUID(),
      tool: this.#plan.tool,
      at: Date.now(),
      steps: this.#steps,
      bytes: this.#bytes,
    };
    if (this.#loss === undefined) this.#store.add(made, ctx);
    else this.#store.drop({ ...made, client: undefined });
    return this.#loss;
  }

  /** Ends a change that failed on its way. Returns the error that says what became of it. */
  async fail(error: unknown, scope: Scope, ctx: Context): Promise<unknown> {
    if (this.#plan.allOrNone !== true) {
      await this.end(scope, ctx);
      return error;
    }
    const changed = new Set(changedSince(scope, this.#steps));
    const ours = this.#steps.filter(({ path }) => !changed.has(path));
    try {
      await takeBack({ scope, store: this.#store }, ours);
    } catch (failure) {
      for (const { path } of ours) changed.add(path);
      this.lose(messageOf(failure));
    }
    if (!(error instanceof FileError)) return error;
    if (changed.size === 0) return error.adding('Nothing was changed.');
    return error.adding(`These stay changed: ${[...changed].map(oneLine).join(', ')}.`);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#store.maxBytes) return;
    this.lose(
      `what it replaces is larger than ${Math.floor(this.#store.maxBytes / 2 ** 20)} MB (--max-undo)`,
    );
  }

  /** Moves an original from beside its place into the store, or removes it where nothing is kept. */
  async #settle(scope: Scope, path: string, kept: Kept): Promise<void> {
    try {
      using target = resolveTarget(scope, path, 'hold');
      const at = target.directory.at(kept.name);
      if (this.#loss === undefined) {
        await transfer(at, this.#store.at(kept.name), 'move');
        kept.isStored = true;
      } else rmSync(at, { recursive: true, force: true });
    } catch (error) {
      if (this.#loss !== undefined) return;
      this.lose(`${oneLine(path)} cannot be kept: ${messageOf(error)}`);
      await this.#settle(scope, path, kept);
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
