// Change: what one call changes, step by step, and the originals of what it replaces.
import { rmSync, type BigIntStats } from 'node:fs';
import { FileError } from '../file-error.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { temporaryName, oneLine } from '../sandbox/names.ts';
import { transfer } from '../files/content.ts';
import { stampOf } from '../files/state.ts';
import type { Client, Kept, Recorder, Step, UndoStore } from './store.ts';
import { rollBack } from './take-back.ts';

/** What is to be changed, and what happens when it fails on the way. */
export interface ChangePlan {
  readonly tool: string;
  /** Several files, all or none: what is done is taken back when the rest cannot be. */
  readonly allOrNone?: boolean;
}

/** Counts for each step beside its content, so that the number of changes is bounded too. */
const STEP_BYTES = 4096;

/** Records the steps of one change. */
export class Change implements Recorder {
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

  async keep({ directory, name, path }: Target, stats: BigIntStats | undefined): Promise<Kept | undefined> {
    if (stats === undefined) return undefined;
    if (!stats.isFile()) this.lose(`${oneLine(path)} was not a regular file`);
    this.#count(Number(stats.size));
    const isWhole = this.#plan.allOrNone === true;
    if (!stats.isFile() || (this.#loss !== undefined && !isWhole)) return undefined;
    try {
      const kept = { name: temporaryName(), stamp: stampOf(stats) };
      // A file that has another name already may still be written to by that.
      await transfer(directory.at(name), directory.at(kept.name), stats.nlink === 1n ? 'link' : 'copy');
      return kept;
    } catch (error) {
      if (isWhole) throw error;
      this.lose(`${oneLine(path)} cannot be kept: ${messageOf(error)}`);
      return undefined;
    }
  }

  release({ directory }: Target, kept: Kept | undefined): void {
    if (kept !== undefined) directory.within((prefix) => rmSync(prefix + kept.name, { force: true }));
  }

  made(step: Step): void {
    this.#count(STEP_BYTES);
    this.#steps.push(step);
  }

  lose(reason: string): void {
    this.#loss ??= reason;
  }

  /** Ends a change that was made. Returns the reason it cannot be undone, or undefined if it can. */
  async end(scope: Scope, client: Client): Promise<string | undefined> {
    await this.#eachKept(scope, (at, { name }) =>
      this.#loss === undefined ? transfer(at, this.#store.at(name), 'move') : undefined,
    );
    const [id, steps, bytes] = [crypto.randomUUID(), this.#steps, this.#bytes];
    const made = { id, client: client.id, tool: this.#plan.tool, steps, bytes };
    if (this.#loss === undefined) {
      if (steps.length > 0) this.#store.add(made, client);
      return undefined;
    }
    await this.#eachKept(scope, (at) => rmSync(at, { force: true }));
    this.#store.drop(made);
    return this.#loss;
  }

  /** Ends a change that failed on its way. Returns the error that says what became of it. */
  async fail(error: unknown, scope: Scope, client: Client): Promise<unknown> {
    if (this.#plan.allOrNone !== true) {
      await this.end(scope, client);
      return error;
    }
    const stay = await rollBack(scope, this.#steps);
    if (!(error instanceof FileError)) return error;
    if (stay.length === 0) return error.adding('Nothing was changed.');
    const names = stay.map(oneLine).join(', ');
    return error.adding(`These stay changed, as others have changed them too: ${names}.`);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    const { maxBytes } = this.#store;
    if (this.#bytes <= maxBytes) return;
    this.lose(`what it replaces is larger than ${Math.floor(maxBytes / 2 ** 20)} MB (--max-undo)`);
  }

  /** Does something with each original that is still beside its place. */
  async #eachKept(scope: Scope, work: (at: string, kept: Kept) => Promise<void> | void): Promise<void> {
    for (const step of this.#steps) {
      if (step.kind !== 'content' || step.kept === undefined) continue;
      try {
        using target = resolveTarget(scope, step.path, 'hold');
        await work(target.directory.at(step.kept.name), step.kept);
      } catch (error) {
        this.lose(`${oneLine(step.path)} cannot be kept: ${messageOf(error)}`);
      }
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
