// Allowed directories, and whether a path is inside one.
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { foldCase } from './windows-paths.ts';

/** A directory that may be used with everything below it. */
export interface AllowedDirectory {
  /** With every symbolic link resolved. */
  readonly path: string;
  /** As given, absolute. Paths may also be written in this form. */
  readonly given: string;
  /** Who allows it: the command line or the client. */
  readonly source: 'cli' | 'root';
}

/**
 * Resolves the links of a directory once. Later changes of these links have no effect.
 *
 * @throws if it does not exist.
 */
export const pinDirectory = (given: string, source: AllowedDirectory['source']): AllowedDirectory => ({
  path: realpathSync.native(given),
  given,
  source,
});

/**
 * Whether `path` is `directory` or below it, by whole segments: /root_evil is not inside /root. Both must be absolute,
 * without `..` or double slashes.
 */
export const isInside = (directory: string, path: string): boolean => {
  if (path === directory) return true;
  if (path.startsWith(directory) && (directory.endsWith(sep) || path[directory.length] === sep)) return true;
  return sep === '\\' && isInsideIgnoringCase(directory, path);
};

// Windows ignores case.
const isInsideIgnoringCase = (directory: string, path: string): boolean => {
  const [above, below] = [foldCase(directory), foldCase(path)];
  return below === above || below.startsWith(above.endsWith('\\') ? above : `${above}\\`);
};
