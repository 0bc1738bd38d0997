// Undo: finds the last change that a request may undo, shows what that would do, and does it.
import type { Context } from '@mcp/runtime';
import { clientOf, isInside } from '@mcp/workspace';
import { unifiedDiff } from '../edit/unified-diff.ts';
import { FileError, toFailure, unlessRefused } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { Scope } from '../sandbox/scope.ts';
import { realOf } from '../sandbox/target.ts';
import { detectCharset } from '../text/charset.ts';
import { oneLine } from '../text/one-line.ts';
import { Change } from './change.ts';
import { openOriginal } from './original.ts';
import type { Made, Step, UndoStore } from './store.ts';
import { changedSince, pathsOf, removeMade, takeBack } from './take-back.ts';

/**
 * Finds the last change of the client in the scope; with `path` the last that concerns it.
 *
 * @throws {FileError} `nothing_to_undo`, or `changed` when what the change left is not there any more.
 */
export const findLast = async (
  scope: Scope,
  store: UndoStore,
  ctx: Context,
  path?: string,
): Promise<Undo> => {
  const real = path === undefined ? undefined : realOf(scope, path);
  const made = store.of(clientOf(ctx)).find(({ steps }) => {
    const paths = steps.flatMap(pathsOf);
    const isMeant = real === undefined || paths.some((at) => isInside(real, at));
    return isMeant && paths.every((at) => scope.mayChange(at));
  });
  if (made === undefined)
    throw new FileError('nothing_to_undo', 'There is no change that can be undone.', {
      hint: 'Only changes of this session can be, as far as they fit (--max-undo). Deleted files are in the trash.',
    });
  const changed = await changedSince(scope, made.steps);
  if (changed.length === 0) return new Undo(made, scope, store);
  const names = listed(changed.map(oneLine)).join(', ');
  throw new FileError('changed', `Nothing was undone: ${names} changed after ${made.tool}.`, {
    hint: 'Look at what it is now, and change it with edit_file or write_file.',
  });
};

/** A change that can be undone. */
export class Undo {
  /** The change. */
  readonly made: Made;
  readonly #scope: Scope;
  readonly #store: UndoStore;

  constructor(made: Made, scope: Scope, store: UndoStore) {
    this.made = made;
    this.#scope = scope;
    this.#store = store;
  }

  /** Returns what undoing does, a line per step. */
  describe(): string {
    const { tool, steps } = this.made;
    return [`${tool}:`, ...listed(steps.map(describe))].join('\n');
  }

  /** Returns what comes back in text files, as a diff of at most `maxChars`. */
  async diff(files: FileSystem, maxChars: number): Promise<string> {
    let diff = '';
    for (const { path, ...step } of this.made.steps) {
      if (step.kind !== 'content' || step.kept === undefined || diff.length >= maxChars) continue;
      const now = await unlessRefused(() => files.read(path, (file) => file.readWhole(MAX_DIFF_BYTES)));
      const [old, text] = [await toText(await readKept(this.#store.at(step.kept.name))), await toText(now)];
      if (old !== undefined && text !== undefined)
        diff += unifiedDiff(oneLine(path), text, old, maxChars - diff.length).text;
    }
    return diff;
  }

  /**
   * Undoes the change, all of it or nothing. When it fails it can be tried again.
   *
   * @throws {FileError} with the path and the reason.
   */
  async run(ctx: Context): Promise<void> {
    const [made, scope, store] = [this.made, this.#scope, this.#store];
    const putBack = store.claim(made);
    if (putBack === undefined) throw new FileError('changed', 'This change has just been undone.');
    const undoing = new Change(store, { tool: 'undo_last_change', allOrNone: true });
    try {
      await takeBack({ scope, store, undoing }, made.steps);
    } catch (error) {
      putBack();
      const failure = toFailure(oneLine(made.steps[0]?.path ?? ''), error);
      throw await undoing.fail(failure, scope, ctx);
    }
    undoing.lose('it undid another');
    await undoing.end(scope, ctx);
    await removeMade(scope, made.steps);
    store.drop(made);
  }
}

const MAX_LISTED = 20;

const listed = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_LISTED
    ? lines
    : [...lines.slice(0, MAX_LISTED), `and ${lines.length - MAX_LISTED} more`];

const describe = (step: Step): string => {
  const path = oneLine(step.path);
  switch (step.kind) {
    case 'content':
      return `${path}: ${step.kept === undefined ? 'deleted, as it was new' : 'old content'}`;
    case 'added':
      return `${path}: without what was appended`;
    case 'trashed':
      return `${path}: back from the trash`;
    case 'moved':
      return `${path}: moved back to ${oneLine(step.from)}`;
    case 'made':
      return `${path}: deleted if it is empty`;
  }
};

const MAX_DIFF_BYTES = 1_048_576;

const readKept = async (path: string): Promise<Buffer | undefined> => {
  using file = openOriginal(path);
  return await file.readWhole(MAX_DIFF_BYTES);
};

const toText = async (bytes: Buffer | undefined): Promise<string | undefined> =>
  bytes === undefined ? undefined : (await detectCharset(bytes))?.decode(bytes);
