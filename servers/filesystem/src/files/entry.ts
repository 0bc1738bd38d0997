// Entry: what a directory says of one name in it.

/** What an entry is. */
export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** An entry with its size in bytes and its time. */
export interface EntryWithState extends Entry {
  readonly state: { readonly size: number; readonly mtimeMs: number };
}

/** Stats and directory entries of Node. */
interface Typed {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export const toEntryType = (entry: Typed): EntryType => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
};
