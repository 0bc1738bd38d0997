// Named files: a file for import or export, below a directory that the operator names. No link is followed, not even
// one that stays inside.
import { isAbsolute, join, relative, sep } from 'node:path';
import { nameProblem } from '@mcp/directories/windows-paths';
import { FileError, toFailure } from '../file-error.ts';
import { detectAnchoring } from '../sandbox/anchoring.ts';
import { Scope } from '../sandbox/scope.ts';
import { resolveTarget } from '../sandbox/resolve.ts';
import { readFile } from './content.ts';
import { writeFile } from './write.ts';

interface NamedFile {
  /** The operator's directory, without links. */
  readonly directory: string;
  /** The client's path: relative to the directory, or absolute and inside it. */
  readonly path: string;
}

/**
 * Reads a file.
 *
 * @throws {FileError} if it is not a file inside the directory, or is larger than `maxBytes`.
 */
export const readNamedFile = (file: NamedFile, maxBytes: number): Promise<Buffer> =>
  inScope(file, (scope, path) =>
    readFile(scope, path, async (opened) => {
      if (opened.path !== path) throw isLink(file);
      const bytes = await opened.readWhole(maxBytes);
      if (bytes !== undefined) return bytes;
      throw refuse(file, `has ${opened.size} bytes, and ${maxBytes} may be read`, 'Split it.');
    }),
  );

/**
 * Writes a whole file or nothing. Returns its path.
 *
 * @throws {FileError} if it is outside the directory, or exists and may not be overwritten.
 */
export const writeNamedFile = (
  file: NamedFile,
  content: string | Uint8Array,
  mayOverwrite: boolean,
): Promise<string> =>
  inScope(file, async (scope, path) => {
    using target = resolveTarget(scope, path, 'nofollow');
    if (target.path !== path) throw isLink(file);
    // Replaces a link that appears here, not its target.
    const options = { mode: mayOverwrite ? 'overwrite' : 'create', last: 'nofollow' } as const;
    await writeFile(scope, path, content, options);
    return path;
  });

const refuse = (
  { path }: NamedFile,
  problem: string,
  hint = 'Give a path below the directory that the user has named.',
): FileError => new FileError('file', `${JSON.stringify(path)} ${problem}.`, { hint });

const isLink = (file: NamedFile): FileError =>
  refuse(file, 'is a link, or leads through one, and links are not followed');

const pathOf = (file: NamedFile): string => {
  const { directory, path } = file;
  const names = (isAbsolute(path) ? relative(directory, path) : path).split(sep === '\\' ? /[\\/]/ : sep);
  const isOdd = (name: string): boolean =>
    ['', '.', '..'].includes(name) || name.includes('\0') || nameProblem(name) !== undefined;
  if (names.some(isOdd)) throw refuse(file, 'is not a file below the directory');
  return join(directory, ...names);
};

const inScope = async <T>(file: NamedFile, work: (scope: Scope, path: string) => Promise<T>): Promise<T> => {
  const path = pathOf(file);
  const scope = new Scope({
    directories: [{ path: file.directory, given: file.directory, source: 'cli' }],
    ...{ deny: [], denyBases: [], readOnlyDirectories: [], isReadOnly: false, allowsGitWrites: true },
    anchoring: detectAnchoring(),
  });
  try {
    return await work(scope, path);
  } catch (error) {
    throw toRefusal(file, toFailure(path, error));
  }
};

const PROBLEMS: { readonly [code: string]: readonly [problem: string, hint?: string] } = {
  not_found: ['does not exist'],
  exists: ['already exists; nothing was written', 'Choose another name, or set overwrite.'],
  not_a_directory: ['leads through a link or a file'],
  is_a_directory: ['is not a file'],
  not_regular: ['is not a file'],
};
/** Errors that a link causes. */
const LINKS: ReadonlySet<string> = new Set(['access_denied', 'changed', 'too_many_links']);

/** Rewords an error for the path as it was given. */
const toRefusal = (file: NamedFile, error: unknown): unknown => {
  if (!(error instanceof FileError) || error.code === 'file') return error;
  const { code, problem } = error;
  if (LINKS.has(code)) return isLink(file);
  const known = PROBLEMS[code];
  if (known !== undefined) return refuse(file, ...known);
  const about = problem.replace(pathOf(file), '').trim().replace(/\.$/, '');
  return code === 'no_space'
    ? refuse(file, `${about}; nothing was written`, 'Free some space, or ask the user to.')
    : refuse(file, about);
};
