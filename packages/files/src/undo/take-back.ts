// Taking back: undoes the steps of a change, after it was made or when it failed on its way.
import { closeSync, constants, fstatSync, ftruncateSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { errnoError } from '../file-error.ts';
import { changeEntry, TimeSlice } from '../files/turns.ts';
import { move } from '../files/move.ts';
import { restoreFromTrash } from '../files/trash.ts';
import { writeFiles } from '../files/write.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { temporaryName } from '../sandbox/names.ts';
import { stampOf } from '../files/state.ts';
import type { Recorder, Step, UndoStore } from './store.ts';

/** Every path that a step concerns. */
export const pathsOf = (step: Step): readonly string[] =>
  step.kind === 'moved' ? [step.path, step.from] : [step.path];

/**
 * Returns the paths that are not as the change left them: taking it back would lose what others have done. Of steps
 * that concern the same path only the last one can tell.
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

/** The stamp of what has a name; undefined when that cannot be found out. */
const stampAt = (scope: Scope, path: string): string | undefined => {
  try {
    using target = find(scope, path);
    return stampOf(target.stat());
  } catch {
    return undefined;
  }
};

const find = (scope: Scope, path: string): Target => {
  const target = resolveTarget(scope, path, 'hold');
  if (target.path === path) return target;
  target[Symbol.dispose]();
  throw errnoError('ELOOP');
};

/** Changes something that is still as a step left it, while its directory is locked. */
const change = async (scope: Scope, { path, left }: Step, work: (target: Target) => void): Promise<void> => {
  using target = find(scope, path);
  scope.checkChange(path, path);
  await changeEntry(path, target, {}, (now, lock) => {
    if (stampOf(now) !== left) throw errnoError('ELOOP');
    lock.check();
    work(target);
  });
};

/** Removes the directories that steps made. One that is not empty, or is gone, stays as it is. */
export const removeMade = async (scope: Scope, steps: readonly Step[]): Promise<void> => {
  for (const step of steps.toReversed()) {
    if (step.kind !== 'made') continue;
    await change(scope, step, ({ directory, name }) =>
      directory.within((prefix) => rmdirSync(prefix + name)),
    ).catch(() => {});
  }
};

/**
 * Takes back what a failed change has done, by renames alone. Returns the paths that stay, as others have changed
 * them.
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
            if (step.kept === undefined) unlinkSync(prefix + name);
            else renameSync(prefix + step.kept.name, prefix + name);
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
 * Takes back the steps of a change that was made, and records that in `undoing`, which takes it back in turn when it
 * fails.
 *
 * @throws {Error} of the file system.
 */
export const takeBack = async (
  { scope, store, undoing }: { readonly scope: Scope; readonly store: UndoStore; readonly undoing: Recorder },
  steps: readonly Step[],
): Promise<void> => {
  const reversed = steps.toReversed();
  const slice = new TimeSlice();
  for (const step of reversed)
    if (step.kind === 'moved') await move(scope, step.path, step.from, { change: undoing });
  const originals = steps.flatMap(({ path, left, ...step }) =>
    step.kind === 'content' && step.kept !== undefined ? [{ path, ifStamp: left, kept: step.kept }] : [],
  );
  const files = originals.map(({ kept, ...file }) => ({ ...file, after: { from: store.at(kept.name) } }));
  await writeFiles(scope, files, { change: undoing });
  for (const { path, kept } of originals) store.restamp(kept.stamp, stampAt(scope, path) ?? '');
  for (const step of reversed) {
    await slice.end();
    if (step.kind === 'content' && step.kept === undefined)
      await change(scope, step, ({ directory, name }) => {
        const kept = { name: temporaryName(), stamp: step.left };
        directory.within((prefix) => renameSync(prefix + name, prefix + kept.name));
        undoing.made({ kind: 'content', path: step.path, left: '', kept });
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
