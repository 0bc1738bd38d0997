// Undo: finds the last change that a request may undo, shows what that would do, and does it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Context } from '@mcp/runtime';
import { clientOf, isInside } from '@mcp/workspace';
import { unifiedDiff } from '../edit/unified-diff.ts';
import { FileError, unlessRefused } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import { detectCharset } from '../text/charset.ts';
import { oneLine } from '../text/one-line.ts';
import type { Made, Step } from './store.ts';
import { changedSince, pathsOf, takeBack, type Place } from './take-back.ts';

/**
 * Returns the last change of the client in the scope; with `path`, which is real, the last that concerns it.
 *
 * @throws {FileError} `nothing_to_undo`, or `changed` when what the change left is not there any more.
 */
export const findLast = ({ scope, store }: Place, ctx: Context, path?: string): Made => {
  const mayUndo = ({ steps }: Made): boolean =>
    steps.every((step) => pathsOf(step).every((at) => scope.mayChange(at)));
  const concerns = ({ steps }: Made): boolean =>
    path === undefined || steps.some((step) => pathsOf(step).some((at) => isInside(path, at)));
  const made = store.of(clientOf(ctx)).find((one) => mayUndo(one) && concerns(one));
  if (made === undefined)
    throw new FileError('nothing_to_undo', 'There is no change that can be undone.', {
      hint: 'Only changes of this session can be, as far as they fit (--max-undo). Deleted files are in the trash.',
    });
  const changed = changedSince(scope, made.steps);
  if (changed.length === 0) return made;
  throw new FileError(
    'changed',
    `Nothing was undone: ${listed(changed)} changed after ${made.tool} (${since(made)}).`,
    { hint: 'Look at what it is now, and change it with edit_file or write_file.' },
  );
};

const MAX_LISTED = 20;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_LISTED).map(oneLine).join(', ')}${paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : ''}`;

/** Like `3 minutes ago`. */
const since = ({ at }: Made): string => {
  const minutes = Math.round((Date.now() - at) / 60_000);
  if (minutes < 120) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  return `${Math.round(minutes / 60)} hours ago`;
};

/** Returns what undoing a change does, a line per step. */
export const describeUndo = (made: Made): string => {
  const { steps, tool } = made;
  const more = steps.length > MAX_LISTED ? [`and ${steps.length - MAX_LISTED} more`] : [];
  return [`${tool} (${since(made)}):`, ...steps.slice(0, MAX_LISTED).map(describe), ...more].join('\n');
};

const describe = (step: Step): string => {
  const path = oneLine(step.path);
  switch (step.kind) {
    case 'content':
      if (step.kept === undefined) return `${path}: deleted, as it was new`;
      return step.left === '' ? `${path}: there again` : `${path}: old content`;
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

/** Returns what comes back in text files, as a diff of at most `maxChars`. */
export const diffOf = async (
  { steps }: Made,
  { store }: Place,
  { files, maxChars }: { readonly files: FileSystem; readonly maxChars: number },
): Promise<string> => {
  let diff = '';
  for (const step of steps) {
    if (step.kind !== 'content' || step.kept === undefined || diff.length >= maxChars) continue;
    const now = await unlessRefused(() => files.read(step.path, (file) => file.readWhole(MAX_DIFF_BYTES)));
    const [old, text] = [await toText(readKept(store.at(step.kept.name))), await toText(now)];
    if (old !== undefined && text !== undefined)
      diff += unifiedDiff(oneLine(step.path), text, old, maxChars - diff.length).text;
  }
  return diff;
};

const readKept = (path: string): Buffer | undefined => {
  const descriptor = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= MAX_DIFF_BYTES ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
};

const toText = async (bytes: Buffer | undefined): Promise<string | undefined> =>
  bytes === undefined ? undefined : (await detectCharset(bytes))?.decode(bytes);

/**
 * Undoes a change, all of it or nothing. When it fails it can be tried again.
 *
 * @throws {FileError} with the path and the reason.
 */
export const undo = async (made: Made, place: Place): Promise<void> => {
  const putBack = place.store.claim(made);
  if (putBack === undefined) throw new FileError('changed', 'This change has just been undone.');
  try {
    await takeBack(place, made.steps);
  } catch (error) {
    putBack();
    throw error instanceof FileError ? error.adding('Nothing was undone.') : error;
  }
};
