// The option --deny: reads and checks its globs.
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UsageError } from '@mcp/command-line';
import { isInside, type AllowedDirectory } from '@mcp/directories';
import { FileError, foldName } from '@mcp/files';
import { GlobSet } from '../glob.ts';
import { expandHomeGlob, isAbsoluteGlob } from './deny.ts';

/**
 * Returns the deny globs: rejoins `{a,b}` that the list split at its comma, and adds the form without symbolic links to
 * absolute paths.
 *
 * @throws {UsageError} for an invalid glob, and for an unclosed brace, which would deny nothing.
 */
export const readDenyGlobs = (
  pieces: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] => {
  // On Windows a backslash separates names and escapes nothing.
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
    // A prefix like "!" disappears in a rule, so each form is also checked alone.
    for (const form of [glob, foldName(glob)]) void new GlobSet([form]);
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`--deny ${glob}: ${error.message}`);
    throw error;
  }
};

/** Paths on disk have no such names, so the rule would deny nothing. */
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

/** Warns of absolute paths outside all directories: unlike in a .gitignore file, `/.env` is at the top of the disk. */
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

/** Returns the glob, and the same glob with the links in its literal part resolved. */
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
