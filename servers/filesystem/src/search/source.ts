// What a search needs of the file system. The tree of an allowed directory gives it, and checks every path.
import type { Tree } from '../files/tree.ts';

/** A directory tree. Paths are relative to its start, with `/` between names; the empty path is the start itself. */
export type SearchSource = Pick<Tree, 'list' | 'open'>;

/** The path of an entry. */
export const joinPath = (directory: string, name: string): string =>
  directory === '' ? name : `${directory}/${name}`;
