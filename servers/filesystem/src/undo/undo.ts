// Finds the last change that a request may take back, shows what that would do, and does it.
import { open } from 'node:fs/promises';
import { isInside } from '@mcp/workspace';
import { unifiedDiff } from '../edit/unified-diff.ts';
import { FileError, unlessRefused } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { Scope } from '../sandbox/scope.ts';
import { detectCharset } from '../text/charset.ts';
import type { Journal, Step } from './journal.ts';
import { mayChange } from './recover.ts';
import type { Entry, UndoStore } from './store.ts';
import { changedSince, pathsOf, takeBack } from './take-back.ts';

/** A change that can be taken back. */
export interface LastChange {
  readonly entry: Entry;
  readonly journal: Journal;
}

/**
 * The last change in the scope: of this server, or else of any. `path`, which is real, asks for the last that concerns it.
 *
 * @throws {FileError} `nothing_to_undo`, or `changed` when what it left is not there any more.
 */
export const findLast = async (
  store: UndoStore,
  {
    scope,
    files,
    path,
  }: { readonly scope: Scope; readonly files: FileSystem; readonly path?: string | undefined },
): Promise<LastChange> => {
  for (const entry of store.kept()) {
    const journal = store.read(entry);
    if (journal === undefined || journal.steps.length === 0 || !mayChange(scope, journal)) continue;
    if (path !== undefined && !concerns(journal, path)) continue;
    const changed = await changedSince(files, journal.steps);
    if (changed.length === 0) return { entry, journal };
    throw new FileError(
      'changed',
      `Nothing was undone: ${listed(changed)} changed after ${journal.tool} (${since(journal)}).`,
      { hint: 'Look at what it is now, and change it with edit_file or write_file.' },
    );
  }
  throw new FileError('nothing_to_undo', 'There is no change that can be undone.', {
    hint: 'Changes are kept for 7 days, as far as they fit (--max-undo).',
  });
};

const concerns = ({ steps }: Journal, path: string): boolean =>
  steps.some(({ step }) => pathsOf(step).some((one) => isInside(path, one)));

const MAX_LISTED = 20;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_LISTED).join(', ')}${paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : ''}`;

/** Like `write_file, 3 minutes ago`. */
const since = ({ at }: Journal): string => {
  const minutes = Math.round((Date.now() - at) / 60_000);
  if (minutes < 120) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  return `${Math.round(minutes / 60)} hours ago`;
};

/** What taking a change back does, a line per step. */
export const describeUndo = ({ journal }: LastChange): string => {
  const steps = journal.steps.filter(
    ({ step, isDone, print }) => isDone || step.kind !== 'wrote' || print !== undefined,
  );
  const lines = steps.slice(0, MAX_LISTED).map(({ step }) => describe(step));
  const more = steps.length > MAX_LISTED ? [`and ${steps.length - MAX_LISTED} more`] : [];
  return [`${journal.tool} (${since(journal)}):`, ...lines, ...more].join('\n');
};

const describe = (step: Step): string => {
  switch (step.kind) {
    case 'wrote':
      return step.kept === undefined ? `${step.path}: deleted, as it was new` : `${step.path}: old content`;
    case 'added':
      return `${step.path}: without what was appended`;
    case 'removed':
    case 'unlinked':
      return `${step.path}: there again`;
    case 'moved':
      return `${step.to}: moved back to ${step.path}`;
    case 'made':
      return `${step.path}: deleted if it is empty`;
  }
};

const MAX_DIFF_BYTES = 1_048_576;

/** What comes back in text files, as a diff of at most `maxChars`. */
export const diffOf = async (
  { entry, journal }: LastChange,
  store: UndoStore,
  { files, maxChars }: { readonly files: FileSystem; readonly maxChars: number },
): Promise<string> => {
  let diff = '';
  for (const { step } of journal.steps) {
    if (step.kind !== 'wrote' || step.kept === undefined || diff.length >= maxChars) continue;
    const [now, then] = await Promise.all([
      unlessRefused(() =>
        files.read(step.path, async (file) => toText(await file.readWhole(MAX_DIFF_BYTES))),
      ),
      readKept(store.at(entry, step.kept)),
    ]);
    if (now !== undefined && then !== undefined)
      diff += unifiedDiff(step.path, now, then, maxChars - diff.length).text;
  }
  return diff;
};

const readKept = async (path: string): Promise<string | undefined> => {
  const file = await open(path);
  try {
    return (await file.stat()).size > MAX_DIFF_BYTES ? undefined : await toText(await file.readFile());
  } finally {
    await file.close();
  }
};

const toText = async (bytes: Buffer | undefined): Promise<string | undefined> =>
  bytes === undefined ? undefined : (await detectCharset(bytes))?.decode(bytes);

/**
 * Takes a change back.
 *
 * @throws {FileError} `changed`, when another server was faster, or a file changed at the last moment.
 */
export const undo = async (
  { entry, journal }: LastChange,
  store: UndoStore,
  files: FileSystem,
): Promise<void> => {
  const claimed = store.claim(entry);
  if (claimed === undefined)
    throw new FileError('changed', 'Another server has just undone this change.', {
      hint: 'Look at the files before you undo the change before it.',
    });
  const kept = await takeBack({ files, store, entry: claimed }, journal.steps);
  if (kept.length === 0) return store.drop(claimed);
  store.keep(claimed);
  throw new FileError(
    'changed',
    `These changed meanwhile and stay as they are: ${listed(kept)}. The rest was undone.`,
  );
};
