// Undo: finds the last change that a request may undo, and undoes it.
import { isInside } from '@mcp/directories/allowed-directory';
import { FileError, toFailure } from '../file-error.ts';
import type { Scope } from '../sandbox/scope.ts';
import { realOf } from '../sandbox/resolve.ts';
import { oneLine } from '../sandbox/names.ts';
import { Change } from './change.ts';
import type { Client, PastChange, UndoStore } from './store.ts';
import { changedSince, pathsOf, removeMade, undoSteps } from './steps.ts';

export interface UndoContext {
  readonly scope: Scope;
  readonly store: UndoStore;
  readonly client: Client;
}

/**
 * Finds the client's last change in the scope, or with `path` the last one that concerns the path.
 *
 * @throws {FileError} `nothing_to_undo`, or `changed` if its result has changed since.
 */
export const findLast = async ({ scope, store, client }: UndoContext, path?: string): Promise<PastChange> => {
  const real = path === undefined ? undefined : realOf(scope, path);
  const made = store.of(client.id).find(({ steps }) => {
    const paths = steps.flatMap(pathsOf);
    const isMeant = real === undefined || paths.some((at) => isInside(real, at));
    return isMeant && paths.every((at) => scope.mayChange(at));
  });
  if (made === undefined)
    throw new FileError('nothing_to_undo', 'There is no change that can be undone.', {
      hint: 'Only changes of this session within the size limit (--max-undo) can be undone. Deleted files are in the trash.',
    });
  const changed = await changedSince(scope, made.steps);
  if (changed.length === 0) return made;
  const names = changed.slice(0, MAX_NAMES).map(oneLine).join(', ');
  const more = changed.length > MAX_NAMES ? ` and ${changed.length - MAX_NAMES} more` : '';
  throw new FileError('changed', `Nothing was undone: ${names}${more} changed after ${made.tool}.`, {
    hint: 'Read its current state, and change it with edit_file or write_file.',
  });
};

const MAX_NAMES = 20;

/**
 * Undoes a change completely or not at all. After a failure it can be retried.
 *
 * @throws {FileError} with the path and the reason.
 */
export const undo = async ({ scope, store, client }: UndoContext, made: PastChange): Promise<void> => {
  const restore = store.claim(made);
  if (restore === undefined) throw new FileError('changed', 'This change has just been undone.');
  const undoing = new Change(store, { tool: 'undo_last_change', allOrNone: true });
  try {
    await undoSteps({ scope, store, undoing }, made.steps);
  } catch (error) {
    restore();
    throw await undoing.fail(toFailure(oneLine(made.steps[0]?.path ?? ''), error), scope, client);
  }
  undoing.forbidUndo('it undid another');
  await undoing.end(scope, client);
  await removeMade(scope, made.steps);
  store.drop(made);
};
