// What is in a directory. Links are named and never followed, so nothing outside is looked at.
import type { Dirent } from 'node:fs';
import { explain } from './failure.ts';
import { fileSystem } from './file-system.ts';

/** What an entry is. */
export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** The entries of a resolved directory, by name. `given` is the path in messages. */
export const readEntries = async (path: string, given: string): Promise<Entry[]> => {
  const entries = await explain(given, fileSystem.readdir(path, { withFileTypes: true }));
  return entries
    .map((entry) => ({ name: entry.name, type: entryType(entry) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

const entryType = (entry: Dirent): EntryType => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
};
