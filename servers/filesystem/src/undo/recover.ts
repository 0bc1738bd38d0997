// What a server that was killed left half made: a change of several files is taken back, any other is kept as it is.
import type { FileSystem } from '../files/file-system.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Journal } from './journal.ts';
import type { Entry, UndoStore } from './store.ts';
import { pathsOf, takeBack } from './take-back.ts';

/** Where this process has looked, at its first call. */
const looked = new WeakMap<Scope, Promise<void>>();

/**
 * Sets right what was left in this scope: once, or `again` before each change, since another server may have been killed
 * meanwhile. `files` must not record what they do.
 */
export const recover = async (
  store: UndoStore | undefined,
  scope: Scope,
  files: FileSystem,
  when?: 'again',
): Promise<void> => {
  if (store === undefined) return;
  const before = looked.get(scope);
  if (before !== undefined && when === undefined) return before;
  const now = (before ?? Promise.resolve()).then(() => recoverNow(store, scope, files));
  looked.set(scope, now);
  return now;
};

const recoverNow = async (store: UndoStore, scope: Scope, files: FileSystem): Promise<void> => {
  for (const entry of store.abandoned()) {
    try {
      await recoverEntry(store, scope, { files, entry });
    } catch {
      // Another server was faster, or the disk is full: what cannot be set right must not keep this request from its work.
    }
  }
};

const recoverEntry = async (
  store: UndoStore,
  scope: Scope,
  { files, entry }: { readonly files: FileSystem; readonly entry: Entry },
): Promise<void> => {
  const journal = store.read(entry);
  if (journal === undefined || !mayChange(scope, journal)) return;
  if (entry.state === 'open' && !journal.allOrNone) {
    store.keep(entry);
    return;
  }
  const claimed = store.claim(entry);
  if (claimed === undefined) return;
  await takeBack({ files, store, entry: claimed }, journal.steps);
  store.drop(claimed);
};

/** Whether this request may change everything that the journal names. */
export const mayChange = (scope: Scope, { steps }: Journal): boolean =>
  steps.every(({ step }) => pathsOf(step).every((path) => scope.mayChange(path)));
