// Change: records the changes of one call, step by step, with the originals of replaced files.
import { rmSync, type BigIntStats } from 'node:fs';
import { FileError } from '../file-error.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { temporaryName, oneLine } from '../sandbox/names.ts';
import { transfer } from '../files/content.ts';
import { stampOf } from '../files/state.ts';
import type { Client, Original, Recorder, Step, UndoStore } from './store.ts';
import { rollBack } from './steps.ts';

export interface ChangePlan {
  readonly tool: string;
  /** Whether the change is rolled back if a part of it fails. */
  readonly allOrNone?: boolean;
}

/** Counted for each step, so that the number of steps is limited, too. */
const STEP_BYTES = 4096;

export class Change implements Recorder {
  readonly #store: UndoStore;
  readonly #plan: ChangePlan;
  readonly #steps: Step[] = [];
  #bytes = 0;
  #loss: string | undefined;

  constructor(store: UndoStore, plan: ChangePlan) {
    this.#store = store;
    this.#plan = plan;
    if (store.maxBytes === 0) this.forbidUndo('this server stores no originals (--max-undo 0)');
  }

  async store(
    { directory, name, path }: Target,
    stats: BigIntStats | undefined,
  ): Promise<Original | undefined> {
    if (stats === undefined) return undefined;
    if (!stats.isFile()) this.forbidUndo(`${oneLine(path)} was not a regular file`);
    this.#count(Number(stats.size));
    const isWhole = this.#plan.allOrNone === true;
    if (!stats.isFile() || (this.#loss !== undefined && !isWhole)) return undefined;
    try {
      const original = { name: temporaryName(), stamp: stampOf(stats) };
      // A file with another name is copied, because a process may write to it through that name.
      await transfer(directory.at(name), directory.at(original.name), stats.nlink === 1n ? 'link' : 'copy');
      return original;
    } catch (error) {
      if (isWhole) throw error;
      this.forbidUndo(`${oneLine(path)} cannot be stored: ${messageOf(error)}`);
      return undefined;
    }
  }

  release({ directory }: Target, original: Original | undefined): void {
    if (original !== undefined) directory.within((prefix) => rmSync(prefix + original.name, { force: true }));
  }

  record(step: Step): void {
    this.#count(STEP_BYTES);
    this.#steps.push(step);
  }

  forbidUndo(reason: string): void {
    this.#loss ??= reason;
  }

  /** Ends a successful change. Returns the reason it cannot be undone, or undefined if it can. */
  async end(scope: Scope, client: Client): Promise<string | undefined> {
    await this.#eachOriginal(scope, (at, { name }) =>
      this.#loss === undefined ? transfer(at, this.#store.at(name), 'move') : undefined,
    );
    const [id, steps, bytes] = [crypto.randomUUID(), this.#steps, this.#bytes];
    const made = { id, client: client.id, tool: this.#plan.tool, steps, bytes };
    if (this.#loss === undefined) {
      if (steps.length > 0) this.#store.add(made, client);
      return undefined;
    }
    await this.#eachOriginal(scope, (at) => rmSync(at, { force: true }));
    this.#store.drop(made);
    return this.#loss;
  }

  /** Ends a failed change. Returns an error that states the outcome. */
  async fail(error: unknown, scope: Scope, client: Client): Promise<unknown> {
    if (this.#plan.allOrNone !== true) {
      await this.end(scope, client);
      return error;
    }
    const stay = await rollBack(scope, this.#steps);
    if (!(error instanceof FileError)) return error;
    if (stay.length === 0) return error.adding('Nothing was changed.');
    const names = stay.map(oneLine).join(', ');
    return error.adding(`These files stay changed, because they have changed since: ${names}.`);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    const { maxBytes } = this.#store;
    if (this.#bytes <= maxBytes) return;
    this.forbidUndo(`what it replaces is larger than ${Math.floor(maxBytes / 2 ** 20)} MB (--max-undo)`);
  }

  /** Calls `work` for each original that is still next to its file. */
  async #eachOriginal(
    scope: Scope,
    work: (at: string, original: Original) => Promise<void> | void,
  ): Promise<void> {
    for (const step of this.#steps) {
      if (step.kind !== 'content' || step.original === undefined) continue;
      try {
        using target = resolveTarget(scope, step.path, 'nofollow');
        await work(target.directory.at(step.original.name), step.original);
      } catch (error) {
        this.forbidUndo(`${oneLine(step.path)} cannot be stored: ${messageOf(error)}`);
      }
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
