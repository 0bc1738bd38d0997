// Reads the deny globs of the command line.
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UsageError } from '@mcp/command-line';
import { FileError } from '../failure.ts';
import { GlobSet } from '../glob.ts';
import { expandHomeGlob, foldName, isAbsoluteGlob } from './deny.ts';

/**
 * Deny globs as they are meant: `{a,b}` in one piece, though lists are split at commas, and whole paths also in the form
 * without symbolic links.
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
  return globs.flatMap((glob) => (isAbsoluteGlob(glob) ? withRealPath(glob) : [glob]));
};

const checkGlob = (glob: string): void => {
  if (glob.trim() === '') throw new UsageError('--deny has an empty glob; name what is to be denied');
  try {
    // What it begins with does not show in a rule, so it is also looked at by itself.
    for (const form of [glob, foldName(glob)]) void new GlobSet([form]);
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`--deny ${glob}: ${error.message}`);
    throw error;
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
