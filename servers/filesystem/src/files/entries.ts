// What is in a directory. Links are named and never followed, so nothing outside is looked at.
import { lstatSync, readdir, readdirSync, type Dirent } from 'node:fs';
import { promisify } from 'node:util';
import { FileError } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { locate } from '../sandbox/locate.ts';
import type { EntryType, FileState } from './state.ts';
import { Turn } from './turn.ts';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** An entry with what a list tells of it. */
export interface EntryWithState extends Entry {
  readonly state: Pick<FileState, 'size' | 'mtimeMs'>;
}

/** A directory with its entries, by name. */
export interface Listing<E extends Entry = Entry> {
  /** With links resolved. */
  readonly path: string;
  readonly entries: readonly E[];
}

/** Lists a directory, without what is denied and what is being written. */
export const listDirectory = async (scope: Scope, given: string): Promise<Listing> => {
  using directory = locate(scope, given);
  return { path: directory.path, entries: await readEntries(scope, directory, given) };
};

/** Some of the entries of a directory: to look at each takes time. */
export type Choose = (entries: readonly Entry[]) => readonly Entry[];

/** As `listDirectory`, with the state of each chosen entry. Entries that are gone meanwhile are left out. */
export const listWithStates = async (
  scope: Scope,
  given: string,
  choose: Choose = (all) => all,
): Promise<Listing<EntryWithState>> => {
  using directory = locate(scope, given);
  const entries = choose(await readEntries(scope, directory, given));
  return { path: directory.path, entries: await addStates(directory, entries) };
};

/** The entries of a held directory, by name. */
export const readEntries = async (scope: Scope, directory: Anchor, given: string): Promise<Entry[]> => {
  if (!directory.stats.isDirectory()) {
    const hint = 'Give the path of a directory, or read the file.';
    throw new FileError('not_a_directory', `${given} is not a directory.`, { hint });
  }
  const isHidden = scope.hiddenIn(directory.path);
  return toEntries(await readNames(directory), isHidden);
};

/** What is not hidden, by name. */
export const toEntries = (found: readonly Dirent[], isHidden: (name: string) => boolean): Entry[] => {
  const entries: Entry[] = [];
  for (const entry of found) {
    if (!isHidden(entry.name)) entries.push({ name: entry.name, type: toType(entry) });
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

/** Adds the state of each entry of a held directory. */
export const addStates = async (directory: Anchor, entries: readonly Entry[]): Promise<EntryWithState[]> => {
  const found: EntryWithState[] = [];
  const turn = new Turn();
  for (let at = 0; at < entries.length; at += BATCH) {
    await turn.pass();
    directory.among((prefix) => {
      for (const { name, type } of entries.slice(at, at + BATCH)) {
        // Without big integers, which take as long as the look itself.
        const stats = lstatSync(prefix + name, { throwIfNoEntry: false });
        if (stats !== undefined)
          found.push({ name, type, state: { size: stats.size, mtimeMs: stats.mtimeMs } });
      }
    });
  }
  return found;
};

/** Entries that are looked at before others have their turn: some milliseconds. */
const BATCH = 500;

/** A directory file of this size has some thousand names; reading more than that is done on another thread. */
const QUICK_BYTES = 131_072n;

const readAside = promisify(readdir);

const readNames = async (directory: Anchor): Promise<Dirent[]> => {
  const isLarge = directory.stats.size > QUICK_BYTES;
  const names = isLarge
    ? await readAside(directory.self, { withFileTypes: true })
    : readdirSync(directory.self, { withFileTypes: true });
  directory.confirm();
  return names;
};

const toType = (entry: Dirent): EntryType => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
};
