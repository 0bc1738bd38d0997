// Reads the deny globs of the command line.
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UsageError } from '@mcp/command-line';
import { isInside, type AllowedDirectory } from '@mcp/directories';
import { FileError, foldName } from '@mcp/files';
import { GlobSet } from '../glob.ts';
import { expandHomeGlob, isAbsoluteGlob } from './deny.ts';

/**
 * Deny globs as they are meant: `{a,b}` in one piece, though lists are split at commas, and whole paths also in the
 * form without symbolic links.
 *
 * @throws {UsageError} for a glob that cannot be used, and for a brace that is not closed: it would deny nothing.
 */
export const readDenyGlobs = (
  pieces: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] => {
  // There a backslash is between names, and nothing could be escaped by one.
  const isWindows = platform === 'win32';
  const globs = joinBraces(isWindows ? pieces.map((piece) => piece.replaceAll('\\', '/')) : pieces);
  for (const glob of globs) checkGlob(glob);
  for (const glob of globs) checkNames(glob);
  return globs.flatMap((glob) => (isAbsoluteGlob(glob) ? withRealPath(glob) : [glob]));
};

const checkGlob = (glob: string): void => {
  if (glob.trim() === '') throw new UsageError('--deny has an empty glob; name what is to be denied');
  const next = / ([.*]\S*)/.exec(glob)?.[1];
  if (next !== undefined)
    throw new UsageError(`--deny ${glob} has a space before "${next}"; write a comma between names`);
  try {
    // What it begins with does not show in a rule, so it is also looked at by itself.
    for (const form of [glob, foldName(glob)]) void new GlobSet([form]);
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`--deny ${glob}: ${error.message}`);
    throw error;
  }
};

/** A path on the disk has no such names, so the rule would deny nothing. */
const checkNames = (glob: string): void => {
  const path = glob.replace(/^(?:\.\/+)+/, '');
  if (/^\/+$/.test(path))
    throw new UsageError(`--deny ${glob} is the top of the disk; name what is to be denied`);
  const name = path.split('/').find((segment) => segment === '.' || segment === '..');
  if (name !== undefined)
    throw new UsageError(
      `--deny ${glob} has the name ${name}; write the path without it, or a name like .env`,
    );
};

/**
 * Warns of whole paths that are outside of all directories: `/.env` is the one at the top of the disk, as it is not in
 * a .gitignore file.
 */
export const warnOfOutside = (
  globs: readonly string[],
  directories: readonly AllowedDirectory[],
  warn: (message: string) => void,
): void => {
  if (directories.length === 0) return;
  for (const glob of globs.filter(isAbsoluteGlob)) {
    const path = expandHomeGlob(glob).split('/').join(sep);
    const first = path.search(/[*?[{\\]/);
    const top = first < 0 || sep === '\\' ? path : path.slice(0, path.lastIndexOf(sep, first)) || sep;
    const isNear = directories.some(({ path: base }) => isInside(base, top) || isInside(top, base));
    if (!isNear)
      warn(
        `--deny ${glob} denies nothing: it is outside of the directories. A name like .env has no / before it.`,
      );
  }
};

const joinBraces = (pieces: readonly string[]): string[] => {
  const globs: string[] = [];
  let open = '';
  for (const piece of pieces) {
    const glob = open === '' ? piece : `${open},${piece}`;
    open = countOf(glob, '{') > countOf(glob, '}') ? glob : '';
    if (open === '') globs.push(glob);
  }
  if (open !== '')
    throw new UsageError(`--deny ${open} has a brace that is not closed; write \\{ for a brace`);
  return globs;
};

const countOf = (glob: string, brace: string): number => glob.replaceAll(/\\./g, '').split(brace).length - 1;

/** The glob, and the same with the links resolved in the part of it that is no pattern. */
const withRealPath = (given: string): string[] => {
  const glob = expandHomeGlob(given);
  const segments = glob.split('/');
  const first = segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
  for (let end = first < 0 ? segments.length : first; end > 1; end--) {
    const real = realPath(segments.slice(0, end).join('/'));
    if (real === undefined) continue;
    const escaped = real.split(sep).map((segment) => segment.replaceAll(/[*?[\]{}\\]/g, '\\$&'));
    const other = [...escaped, ...segments.slice(end)].join('/');
    return other === glob ? [glob] : [glob, other];
  }
  return [glob];
};

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(join(path));
  } catch {
    return undefined;
  }
};
