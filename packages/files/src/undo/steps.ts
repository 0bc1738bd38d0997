// Steps: undoes the steps of a change, after it was made or when a part of it failed.
import { closeSync, constants, fstatSync, ftruncateSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { errnoError } from '../file-error.ts';
import { changeEntry, TimeSlice } from '../files/locks.ts';
import { move } from '../files/move.ts';
import { restoreFromTrash } from '../files/trash.ts';
import { writeFiles } from '../files/write.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { temporaryName } from '../sandbox/names.ts';
import { stampOf } from '../files/state.ts';
import type { Recorder, Step, UndoStore } from './store.ts';

export const pathsOf = (step: Step): readonly string[] =>
  step.kind === 'moved' ? [step.path, step.from] : [step.path];

/**
 * Returns the paths that have changed since, because undoing would lose the work of others. Of several steps at one
 * path only the last one counts.
 */
export const changedSince = async (scope: Scope, steps: readonly Step[]): Promise<string[]> => {
  const slice = new TimeSlice();
  const later = new Set<string>();
  const changed: string[] = [];
  for (const step of steps.toReversed()) {
    const isLast = !pathsOf(step).some((path) => later.has(path));
    for (const path of pathsOf(step)) later.add(path);
    if (!isLast || step.kind === 'made') continue;
    if (stampAt(scope, step.path) !== step.left) changed.push(step.path);
    else if (step.kind === 'moved' && stampAt(scope, step.from) !== '') changed.push(step.from);
    await slice.end();
  }
  return changed;
};

/** Returns the stamp of the entry at a path, or undefined if it cannot be read. */
const stampAt = (scope: Scope, path: string): string | undefined => {
  try {
    using target = find(scope, path);
    return stampOf(target.stat());
  } catch {
    return undefined;
  }
};

const find = (scope: Scope, path: string): Target => {
  const target = resolveTarget(scope, path, 'nofollow');
  if (target.path === path) return target;
  target[Symbol.dispose]();
  throw errnoError('ELOOP');
};

/** Locks the directory of a step and calls `work` if its entry has not changed since the step. */
const change = async (scope: Scope, { path, left }: Step, work: (target: Target) => void): Promise<void> => {
  using target = find(scope, path);
  scope.checkChange(path, path);
  await changeEntry(path, target, {}, (now, lock) => {
    if (stampOf(now) !== left) throw errnoError('ELOOP');
    lock.check();
    work(target);
  });
};

/** Removes the directories that steps made, unless they are not empty or already gone. */
export const removeMade = async (scope: Scope, steps: readonly Step[]): Promise<void> => {
  for (const step of steps.toReversed()) {
    if (step.kind !== 'made') continue;
    await change(scope, step, ({ directory, name }) =>
      directory.within((prefix) => rmdirSync(prefix + name)),
    ).catch(() => {});
  }
};

/**
 * Rolls back a failed change, only by renaming. Returns the paths that stay changed because others have changed them.
 */
export const rollBack = async (scope: Scope, steps: readonly Step[]): Promise<string[]> => {
  const stay: string[] = [];
  for (const step of steps.toReversed()) {
    try {
      if (step.kind === 'moved' && stampAt(scope, step.path) !== step.left) stay.push(step.path);
      else if (step.kind === 'moved') await move(scope, step.path, step.from);
      else if (step.kind === 'content')
        await change(scope, step, ({ directory, name }) =>
          directory.within((prefix) => {
            if (step.original === undefined) unlinkSync(prefix + name);
            else renameSync(prefix + step.original.name, prefix + name);
          }),
        );
    } catch {
      stay.push(step.path);
    }
  }
  await removeMade(scope, steps);
  return stay;
};

/**
 * Undoes the steps of a completed change, and records that in `undoing`, which rolls it back if it fails.
 *
 * @throws {Error} of the file system.
 */
export const undoSteps = async (
  { scope, store, undoing }: { readonly scope: Scope; readonly store: UndoStore; readonly undoing: Recorder },
  steps: readonly Step[],
): Promise<void> => {
  const reversed = steps.toReversed();
  const slice = new TimeSlice();
  for (const step of reversed)
    if (step.kind === 'moved') await move(scope, step.path, step.from, { change: undoing });
  const originals = steps.flatMap(({ path, left, ...step }) =>
    step.kind === 'content' && step.original !== undefined
      ? [{ path, ifStamp: left, original: step.original }]
      : [],
  );
  const files = originals.map(({ original, ...file }) => ({
    ...file,
    after: { from: store.at(original.name) },
  }));
  await writeFiles(scope, files, { change: undoing });
  for (const { path, original } of originals) store.restamp(original.stamp, stampAt(scope, path) ?? '');
  for (const step of reversed) {
    await slice.end();
    if (step.kind === 'content' && step.original === undefined)
      await change(scope, step, ({ directory, name }) => {
        const original = { name: temporaryName(), stamp: step.left };
        directory.within((prefix) => renameSync(prefix + name, prefix + original.name));
        undoing.record({ kind: 'content', path: step.path, left: '', original });
      });
    else if (step.kind === 'added') await change(scope, step, (target) => cutEnd(target, step, store));
    else if (step.kind === 'trashed')
      await change(scope, step, (target) => restoreFromTrash(scope.rules.anchoring, step.trashed, target));
  }
};

const cutEnd = (target: Target, step: Step & { readonly kind: 'added' }, store: UndoStore): void => {
  using file = target.directory.child(target.name);
  const descriptor = file.open(constants.O_WRONLY);
  try {
    ftruncateSync(descriptor, step.size);
    store.restamp(step.before, stampOf(fstatSync(descriptor, { bigint: true })));
  } finally {
    closeSync(descriptor);
  }
};
