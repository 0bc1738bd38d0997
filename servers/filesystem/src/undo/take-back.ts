// Takes a change back, the last step first: each only while things are as the step left them.
import { open } from 'node:fs/promises';
import { FileError, unlessRefused } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { Change, ChangePlan } from './change.ts';
import type { Recorded, Step } from './journal.ts';
import type { Entry, UndoStore } from './store.ts';

/** Where a change is, and with which files it is taken back. */
export interface Place {
  readonly files: FileSystem;
  readonly store: UndoStore;
  readonly entry: Entry;
}

/** Every path that a step concerns. */
export const pathsOf = (step: Step): readonly string[] =>
  step.kind === 'moved' ? [step.path, step.to] : [step.path];

/**
 * Paths that are not as the change left them: taking it back would lose what others have done. Of steps that concern the
 * same path only the last one can tell.
 */
export const changedSince = async (files: FileSystem, steps: readonly Recorded[]): Promise<string[]> => {
  const later = new Set<string>();
  const changed: string[] = [];
  for (const recorded of steps.toReversed()) {
    const paths = pathsOf(recorded.step);
    const isLast = !paths.some((path) => later.has(path));
    for (const path of paths) later.add(path);
    if (isLast && recorded.isDone && !(await isAsLeft(files, recorded))) changed.push(paths.at(-1) ?? '');
  }
  return changed;
};

/**
 * Takes back what is as the steps left it; the rest stays.
 *
 * @returns the paths of done steps that stay.
 */
export const takeBack = async (place: Place, steps: readonly Recorded[]): Promise<string[]> => {
  const kept: string[] = [];
  for (const recorded of steps.toReversed()) {
    const { step, isDone } = recorded;
    const etag = await asLeft(place.files, recorded);
    const isBack =
      etag !== undefined && (await unlessRefused(() => putBack(place, step, etag).then(() => true)));
    if (isBack !== true && isDone && step.kind !== 'made') kept.push(pathsOf(step).at(-1) ?? '');
  }
  // At the end, the deepest first: what is made in a directory changes its time, and may need its permission.
  for (const { step } of steps)
    if (step.kind === 'removed' && step.kept === undefined && !kept.includes(step.path))
      await unlessRefused(() => place.files.setState(step.path, step.state));
  return kept;
};

const isAsLeft = async (files: FileSystem, recorded: Recorded): Promise<boolean> =>
  (await asLeft(files, recorded)) !== undefined;

/** The etag of what the step left, or an empty text where it left nothing; undefined when things are otherwise. */
const asLeft = async (files: FileSystem, { step, print, isDone }: Recorded): Promise<string | undefined> => {
  switch (step.kind) {
    case 'wrote':
      return matching(files, step.path, print);
    case 'added':
      return matching(files, step.path, print, step.size);
    case 'moved': {
      if (!(await isThere(files, step.to))) return undefined;
      // A file has both names for a moment, and keeps them when the server is killed then.
      if (await isThere(files, step.path)) return isDone ? undefined : bothNames(files, step);
      return print === undefined ? '' : matching(files, step.to, print);
    }
    case 'removed':
    case 'unlinked':
      return (await isThere(files, step.path)) ? undefined : '';
    case 'made':
      return '';
  }
};

const matching = async (
  files: FileSystem,
  path: string,
  print: string | undefined,
  from = 0,
): Promise<string | undefined> => {
  if (print === undefined) return undefined;
  return unlessRefused(() =>
    files.read(path, async (file) =>
      file.path === path && (await file.fingerprint(from)) === print ? file.state.etag : undefined,
    ),
  );
};

/** The etag of a file that has both names of a move; undefined when these are two. */
const bothNames = async (
  files: FileSystem,
  { path, to }: { readonly path: string; readonly to: string },
): Promise<string | undefined> => {
  const [a, b] = await Promise.all(
    [path, to].map((one) =>
      unlessRefused(async () => ((await files.linkState(one)) ?? (await files.stat(one)).state).etag),
    ),
  );
  return a === b ? b : undefined;
};

const isThere = async (files: FileSystem, path: string): Promise<boolean> =>
  (await unlessRefused(() => files.linkState(path))) !== undefined ||
  (await unlessRefused(() => files.stat(path))) !== undefined;

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    yield* file.createReadStream({ autoClose: false });
  } finally {
    await file.close();
  }
}

const putBack = async ({ files, store, entry }: Place, step: Step, etag: string): Promise<void> => {
  const content = (kept: string): AsyncIterable<Uint8Array> => contentOf(store.at(entry, kept));
  switch (step.kind) {
    case 'wrote':
      if (step.kept === undefined) await files.remove(step.path, { ifMatch: etag });
      else await files.write(step.path, content(step.kept), { ifMatch: etag });
      return;
    case 'added':
      return files.cutEnd(step.path, step.size, etag);
    case 'removed': {
      const { path, kept, state } = step;
      if (kept === undefined) {
        await files.makeDirectory(path);
        return;
      }
      await files.write(path, content(kept), { mode: 'create', permissions: state.mode, times: state });
      return;
    }
    case 'unlinked':
      return files.makeLink(step.path, step.link);
    case 'moved':
      if (await isThere(files, step.path)) await files.remove(step.to, { ifMatch: etag });
      else await files.move(step.to, step.path);
      return;
    case 'made':
      await files.remove(step.path);
  }
};

interface Failed {
  readonly change: Change;
  readonly files: FileSystem;
  readonly store: UndoStore;
  readonly plan: ChangePlan;
}

/** The error of a change that failed on its way, when what was done is taken back or kept. */
export const takeBackFailed = async (
  { change, files, store, plan }: Failed,
  error: unknown,
): Promise<unknown> => {
  const { entry } = change;
  const done = change.steps.filter(({ isDone }) => isDone);
  if (entry !== undefined && !store.has(entry)) return error;
  if (plan.allOrNone !== true || entry === undefined || done.length === 0) {
    change.end();
    return error;
  }
  const kept = await takeBack({ files, store, entry }, done);
  if (kept.length === 0) change.forget();
  else change.end();
  if (!(error instanceof FileError)) return error;
  return error.adding(
    kept.length === 0
      ? 'Nothing was changed.'
      : `These could not be taken back, because others have changed them: ${kept.join(', ')}.`,
  );
};
