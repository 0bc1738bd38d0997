// Lists directories. Links are listed and never followed, so nothing outside is read.
import { lstatSync, readdir, readdirSync, type Dirent, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { errorCode, FileError } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { toEntryType, type Entry, type EntryWithState } from './state.ts';
import { TimeSlice } from './locks.ts';

export interface Listing<E extends Entry = Entry> {
  /** With links resolved. */
  readonly path: string;
  readonly entries: readonly E[];
}

/** Lists a directory, without denied entries and temporary files. */
export const listDirectory = async (scope: Scope, given: string): Promise<Listing> => {
  using directory = resolvePath(scope, given);
  return { path: directory.path, entries: await readEntries(scope, directory, given) };
};

/** Selects entries, because reading the state of each takes time. */
export type Choose = (entries: readonly Entry[]) => readonly Entry[];

/** As `listDirectory`, with the state of each selected entry. Skips entries that have disappeared. */
export const listWithStates = async (
  scope: Scope,
  given: string,
  choose: Choose = (all) => all,
): Promise<Listing<EntryWithState>> => {
  using directory = resolvePath(scope, given);
  const chosen = choose(await readEntries(scope, directory, given));
  const entries: EntryWithState[] = [];
  const slice = new TimeSlice();
  for (const { name, type } of chosen) {
    // Without big integers, which take as long as the call itself.
    const stats = statsIn(directory, name);
    if (stats === 'unreadable') entries.push({ name, type });
    else if (stats !== undefined)
      entries.push({ name, type, state: { size: stats.size, mtimeMs: stats.mtimeMs } });
    await slice.end();
  }
  directory.checkSame();
  return { path: directory.path, entries };
};

const statsIn = (directory: Anchor, name: string): Stats | 'unreadable' | undefined => {
  try {
    return lstatSync(directory.at(name), { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'EACCES') return 'unreadable';
    throw error;
  }
};

/** Returns the visible entries of an open directory, by name. */
export const entriesOf = (scope: Scope, directory: Anchor, given: string): Entry[] => {
  checkDirectory(directory, given);
  return toEntries(scope, directory, readdirSync(directory.self, { withFileTypes: true }));
};

const toEntries = (scope: Scope, directory: Anchor, found: readonly Dirent[]): Entry[] => {
  directory.checkSame();
  const isHidden = scope.hiddenIn(directory.path);
  const entries: Entry[] = [];
  for (const entry of found)
    if (!isHidden(entry.name)) entries.push({ name: entry.name, type: toEntryType(entry) });
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

/** A directory of this size has some thousand names; larger ones are read on another thread. */
const QUICK_BYTES = 131_072n;

const readAsync = promisify(readdir);

const readEntries = async (scope: Scope, directory: Anchor, given: string): Promise<Entry[]> => {
  if (directory.stats.size <= QUICK_BYTES) return entriesOf(scope, directory, given);
  checkDirectory(directory, given);
  const found = await readAsync(directory.self, { withFileTypes: true });
  return toEntries(scope, directory, found);
};

const checkDirectory = ({ stats }: Anchor, given: string): void => {
  if (stats.isDirectory()) return;
  const hint = 'Give the path of a directory, or read the file.';
  throw new FileError('not_a_directory', `${given} is not a directory.`, { hint });
};
