// Taking back: undoes the steps of a change, all or none. Whatever it replaces keeps a second name until the end.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { errnoError, FileError, toFailure } from '../failure.ts';
import { linkOrRename, renameDirectory } from '../files/exclusive.ts';
import { unlessHeld } from '../files/held-open.ts';
import { lockDirectory } from '../files/lock.ts';
import { move } from '../files/move.ts';
import { TimeSlice } from '../files/time-slice.ts';
import { restoreFromTrash } from '../files/trash.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/target.ts';
import { temporaryName } from '../sandbox/temporary-name.ts';
import { oneLine } from '../text/one-line.ts';
import { setAside, transfer } from './aside.ts';
import { stampOf, type Step, type UndoStore } from './store.ts';

/** Where steps are taken back. */
export interface Place {
  readonly scope: Scope;
  readonly store: UndoStore;
}

/** Every path that a step concerns. */
export const pathsOf = (step: Step): readonly string[] =>
  step.kind === 'moved' ? [step.path, step.from] : [step.path];

/**
 * Returns the paths that are not as the change left them: taking it back would lose what others have done. Of steps that
 * concern the same path only the last one can tell.
 */
export const changedSince = (scope: Scope, steps: readonly Step[]): string[] => {
  const later = new Set<string>();
  const changed: string[] = [];
  for (const step of steps.toReversed()) {
    const isLast = !pathsOf(step).some((path) => later.has(path));
    for (const path of pathsOf(step)) later.add(path);
    if (!isLast || step.kind === 'made') continue;
    if (stampAt(scope, step.path) !== step.left) changed.push(step.path);
    else if (step.kind === 'moved' && stampAt(scope, step.from) !== '') changed.push(step.from);
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

/** A step that is taken back: `redo` makes it again, `finish` removes what `redo` would need. */
interface Taken {
  redo(): Promise<void>;
  finish(): void;
}

/**
 * Takes steps back, the last one first: all, or none when one of them fails.
 *
 * @throws {FileError} when nothing was taken back, with the path and the reason.
 */
export const takeBack = async (place: Place, steps: readonly Step[]): Promise<void> => {
  const slice = new TimeSlice();
  const hidden = new Map<Step, string>();
  const taken: Taken[] = [];
  try {
    // First all that needs room on the disk.
    for (const step of steps) await attempt(step, () => bring(place, step, hidden));
    for (const step of steps.toReversed()) {
      taken.push(await attempt(step, () => takeBackStep(place, step, hidden.get(step))));
      await slice.end();
    }
  } catch (error) {
    for (const { redo } of taken.toReversed()) await redo();
    for (const [step, name] of hidden)
      if (step.kind === 'content' && step.kept?.isStored === true) discard(place.scope, step.path, name);
    throw error;
  }
  for (const { finish } of taken) finish();
  // What is made in a directory may have to go first.
  for (const step of steps.toReversed()) if (step.kind === 'made') removeMade(place.scope, step);
};

const attempt = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toFailure(oneLine(step.path), error);
  }
};

const find = (scope: Scope, path: string): Target => {
  const target = resolveTarget(scope, path, 'hold');
  if (target.path === path) return target;
  target[Symbol.dispose]();
  throw errnoError('ELOOP');
};

/** Gives the original of a step a hidden name beside its place. */
const bring = async ({ scope, store }: Place, step: Step, hidden: Map<Step, string>): Promise<void> => {
  if (step.kind !== 'content' || step.kept === undefined) return;
  const { kept, path } = step;
  if (!kept.isStored) {
    hidden.set(step, kept.name);
    return;
  }
  using target = find(scope, path);
  scope.checkChange(path, path);
  const name = temporaryName();
  const isCopy = await transfer(store.at(kept.name), target.directory.at(name));
  hidden.set(step, name);
  if (!isCopy) return;
  using copy = target.directory.child(name);
  store.restamp(kept.stamp, stampOf(copy.stats));
};

const takeBackStep = async (place: Place, step: Step, hidden: string | undefined): Promise<Taken> => {
  const { scope } = place;
  switch (step.kind) {
    case 'content':
      return exchange(place, step, hidden);
    case 'moved':
      await move(scope, step.path, step.from);
      return { ...NOTHING, redo: async () => void (await move(scope, step.from, step.path)) };
    case 'added':
      await cutEnd(place, step);
      return NOTHING;
    case 'trashed': {
      using target = find(scope, step.path);
      scope.checkChange(step.path, step.path);
      using lock = await lockDirectory(target.directory);
      lock.check();
      restoreFromTrash(scope.rules.anchoring, step.trashed, target);
      return NOTHING;
    }
    case 'made':
      return NOTHING;
  }
};

const NOTHING: Taken = { redo: () => Promise.resolve(), finish: () => {} };

type ContentStep = Step & { readonly kind: 'content' };

/** Puts the original in its place again, or takes a new file away. */
const exchange = async (
  { scope, store }: Place,
  { path, left, kept }: ContentStep,
  hidden: string | undefined,
): Promise<Taken> => {
  using target = find(scope, path);
  scope.checkChange(path, path);
  const aside = await unlessHeld(path, async () => {
    using lock = await lockDirectory(target.directory);
    const now = target.stat();
    if (stampOf(now) !== left) throw changed(path);
    lock.check();
    const name = now === undefined ? undefined : await setAside(target, now, 'spare');
    target.directory.within((prefix) => {
      if (hidden === undefined) rmSync(prefix + target.name, { force: true });
      else if (now !== undefined) renameSync(prefix + hidden, prefix + target.name);
      else renameToNew(prefix + hidden, prefix + target.name);
    });
    return name;
  });
  return {
    finish: () => {
      if (aside !== undefined) discard(scope, path, aside);
      if (kept !== undefined) store.discard(kept);
    },
    redo: async () => {
      using again = find(scope, path);
      again.directory.within((prefix) => {
        if (hidden !== undefined) renameSync(prefix + again.name, prefix + hidden);
        if (aside !== undefined) renameSync(prefix + aside, prefix + again.name);
      });
    },
  };
};

const renameToNew = (from: string, to: string): void =>
  lstatSync(from).isDirectory() ? renameDirectory(from, to) : linkOrRename(from, to);

const cutEnd = async ({ scope, store }: Place, step: Step & { readonly kind: 'added' }): Promise<void> => {
  using target = find(scope, step.path);
  scope.checkChange(step.path, step.path);
  using lock = await lockDirectory(target.directory);
  using file = target.directory.child(target.name);
  const descriptor = file.open(constants.O_WRONLY);
  try {
    if (stampOf(fstatSync(descriptor, { bigint: true })) !== step.left) throw changed(step.path);
    lock.check();
    ftruncateSync(descriptor, step.size);
    store.restamp(step.before, stampOf(fstatSync(descriptor, { bigint: true })));
  } finally {
    closeSync(descriptor);
  }
};

const discard = (scope: Scope, path: string, name: string): void => {
  try {
    using target = find(scope, path);
    target.directory.within((prefix) => rmSync(prefix + name, { recursive: true, force: true }));
  } catch {
    // A hidden file stays, which can be deleted at any time.
  }
};

const removeMade = (scope: Scope, { path, left }: Step): void => {
  try {
    using target = find(scope, path);
    scope.checkChange(path, path);
    if (stampOf(target.stat()) === left) target.directory.within((prefix) => rmdirSync(prefix + target.name));
  } catch {
    // It is not empty, or gone.
  }
};

const changed = (path: string): FileError =>
  new FileError('changed', `${oneLine(path)} changed at the last moment.`);
