// A tree of files in memory, for tests of the walk.
import type { Entry, WalkSource } from '../../src/search/walk-source.ts';
import { bytesOf } from './plain-source.ts';

export interface MemoryOptions {
  /** Answers with promises, like a source that reads on other threads. */
  readonly isAsync?: boolean;
  /** Directories and files that cannot be read. */
  readonly closed?: readonly string[];
  readonly onList?: (path: string) => void;
}

export const memorySource = (
  files: ReadonlyMap<string, string>,
  { isAsync = false, closed = [], onList }: MemoryOptions = {},
): WalkSource => {
  const list = (path: string): Entry[] => {
    onList?.(path);
    if (closed.includes(path)) throw new Error(`${path} is closed`);
    const prefix = path === '' ? '' : `${path}/`;
    const entries = new Map<string, Entry>();
    for (const file of files.keys()) {
      if (!file.startsWith(prefix)) continue;
      const [name = '', ...below] = file.slice(prefix.length).split('/');
      entries.set(name, { name, type: below.length > 0 ? 'directory' : 'file' });
    }
    return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  return {
    // An error has to come as a rejection then.
    list: isAsync ? async (path) => list(path) : list,
    read: (path, use) => {
      if (closed.includes(path)) throw new Error(`${path} is closed`);
      return use(bytesOf(Buffer.from(files.get(path) ?? '')));
    },
  };
};
