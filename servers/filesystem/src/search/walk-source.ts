// What the walk and the searches need of the file system. Whoever gives it checks every path.

/** What an entry is. */
export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** Bytes of an open file. `size` is that at opening; 0 also for files that know no size, like those in /proc. */
export interface ReadableBytes {
  readonly size: number;
  /** Up to `maxBytes` from an offset on. `isEnd`: the file ends with them. They may be overwritten by the next read. */
  read(offset: number, maxBytes: number): Chunk | Promise<Chunk>;
}

/** What one read gave. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly isEnd: boolean;
}

/**
 * A directory tree. Paths are relative to its start, with `/` between segments; the empty path is the start itself.
 * Links are never followed. What cannot be read throws. Synchronous sources are walked without a promise per step.
 */
export interface WalkSource {
  /** The entries of a directory by name, in the order of code units. */
  list(path: string): readonly Entry[] | Promise<readonly Entry[]>;
  /** Opens a regular file, gives it to `use`, closes it. */
  read<T>(path: string, use: (file: ReadableBytes) => T | Promise<T>): T | Promise<T>;
}

/** The path of an entry. */
export const joinPath = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;
