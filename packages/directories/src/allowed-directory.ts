// An allowed directory, and what it means to be inside one.
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { foldCase } from './windows-paths.ts';

/** A directory that may be used, with everything below it. */
export interface AllowedDirectory {
  /** With every symbolic link resolved. */
  readonly path: string;
  /** As it was given, absolute. Paths may be written in this form too. */
  readonly given: string;
  /** Who allows it: the command line or the client. */
  readonly source: 'cli' | 'root';
}

/**
 * Resolves the links of a directory once and for all: what a link in its path points to later makes no difference.
 *
 * @throws when it does not exist.
 */
export const pinDirectory = (given: string, source: AllowedDirectory['source']): AllowedDirectory => ({
  path: realpathSync.native(given),
  given,
  source,
});

/**
 * Whether `path` is `directory` or below it, by whole segments: /root_evil is not inside /root. Both are absolute and
 * have no `..` or double slashes.
 */
export const isInside = (directory: string, path: string): boolean => {
  if (path === directory) return true;
  if (path.startsWith(directory) && (directory.endsWith(sep) || path[directory.length] === sep)) return true;
  return sep === '\\' && isInsideIgnoringCase(directory, path);
};

// Windows does not tell apart upper and lower case.
const isInsideIgnoringCase = (directory: string, path: string): boolean => {
  const [above, below] = [foldCase(directory), foldCase(path)];
  return below === above || below.startsWith(above.endsWith('\\') ? above : `${above}\\`);
};
