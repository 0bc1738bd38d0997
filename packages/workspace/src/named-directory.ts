// A directory that the operator names for files which a server takes in or gives out. No link leads out of it: each name of
// a path is opened below the one before, and none of them may be a link.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { nameProblem } from './windows-paths.ts';

/** Where a file is read or written. */
export interface NamedFile {
  /** The directory of the operator, without links. */
  readonly directory: string;
  /** A path from a client: relative to the directory, or absolute and inside it. */
  readonly path: string;
}

// Windows has no O_DIRECTORY, O_NOFOLLOW and O_NONBLOCK: there they are undefined, and no bits.
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
const DESCRIPTORS = '/proc/self/fd';
const areDescriptorsPaths = existsSync(DESCRIPTORS);

/**
 * The content of a file.
 *
 * @throws {ToolError} when it is not a file inside the directory, or larger than `maxBytes`.
 */
export const readNamedFile = (file: NamedFile, maxBytes: number): Buffer =>
  inParent(file, (place) => {
    // A pipe is not waited for.
    const descriptor = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw refuse(file, 'is not a file');
      if (stats.size > maxBytes)
        throw refuse(file, `has ${stats.size} bytes, and ${maxBytes} may be read`, 'Split it.');
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });

/**
 * Writes a whole file or nothing. Returns where it is.
 *
 * @throws {ToolError} when it is not inside the directory, or exists and may not be overwritten.
 */
export const writeNamedFile = (
  file: NamedFile,
  content: string | Uint8Array,
  mayOverwrite: boolean,
): string => {
  const path = join(file.directory, ...namesOf(file));
  inParent(file, (place) => {
    const isNew = mayOverwrite
      ? `${place.slice(0, -basename(place).length)}.${crypto.randomUUID()}.tmp`
      : place;
    const descriptor = openSync(isNew, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
    try {
      writeFileSync(descriptor, content);
      // It takes the place of a link, too, not of what that leads to.
      if (isNew !== place) renameSync(isNew, place);
    } catch (error) {
      unlinkSync(isNew);
      throw error;
    } finally {
      closeSync(descriptor);
    }
  });
  return path;
};

const refuse = (
  { path }: NamedFile,
  problem: string,
  hint = 'Give a path below the directory that the user has named.',
): ToolError => new ToolError(`${JSON.stringify(path)} ${problem}.`, { code: 'file', hint });

const namesOf = (file: NamedFile): string[] => {
  const { directory, path } = file;
  const names = (isAbsolute(path) ? relative(directory, path) : path).split(sep === '\\' ? /[\\/]/ : sep);
  const isOdd = (name: string): boolean =>
    ['', '.', '..'].includes(name) || name.includes('\0') || nameProblem(name) !== undefined;
  if (names.some(isOdd)) throw refuse(file, 'is not a file below the directory');
  return names;
};

/** Calls back with a place that the last name of the path has for now. */
const inParent = <T>(file: NamedFile, use: (place: string) => T): T => {
  const names = namesOf(file);
  const last = names.pop() ?? '';
  try {
    return areDescriptorsPaths
      ? inDescriptors(file.directory, names, (parent) => use(`${parent}/${last}`))
      : use(join(checkedParent(file, names), last));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw refuse(file, ...explain(error));
  }
};

const inDescriptors = <T>(directory: string, names: readonly string[], use: (parent: string) => T): T => {
  let descriptor = openSync(directory, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of names) {
      const next = openSync(`${DESCRIPTORS}/${descriptor}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      closeSync(descriptor);
      descriptor = next;
    }
    return use(`${DESCRIPTORS}/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
};

/** Where descriptors are no paths, a link that another program puts there at this moment is not seen. */
const checkedParent = (file: NamedFile, names: readonly string[]): string => {
  const parent = join(file.directory, ...names);
  if (realpathSync(parent) !== parent) throw refuse(file, 'leads through a link');
  return parent;
};

const PROBLEMS: { readonly [code: string]: readonly [problem: string, hint?: string] } = {
  ENOENT: ['does not exist'],
  EEXIST: ['exists already; nothing was written', 'Choose another name, or set overwrite.'],
  ELOOP: ['is a link, and links are not followed'],
  ENOTDIR: ['leads through a link or a file'],
  EISDIR: ['is a directory'],
  ENOSPC: ['does not fit: the disk is full; nothing was written', 'Free some space, or ask the user to.'],
  EDQUOT: [
    'does not fit: the quota of the user is used up; nothing was written',
    'Free some space, or ask the user to.',
  ],
};

const explain = (error: unknown): readonly [problem: string, hint?: string] => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return PROBLEMS[code] ?? [`cannot be used: ${code === '' ? String(error) : code}`];
};
