// A copy of the index, for a command that would write into it: `git diff` notes which files it has read.
import { constants, promises, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { refusal } from './errors.ts';
import { privateFolder } from './private-folder.ts';

const { copyFile, lstat, mkdir, rm, utimes } = promises;

/** Some millions of files. */
const MAX_BYTES = 512_000_000;

/** @throws {ToolError} for an index that is larger than any that git has made. */
export const checkSize = (size: bigint): void => {
  if (size <= MAX_BYTES) return;
  throw refusal(
    'too_large',
    `The index of this repository has ${size} bytes; ${MAX_BYTES} is the most that this server takes.`,
    'Ask the user to look at the file index in the git directory.',
  );
};

let count = 0;

/** The copy, until it is disposed of. */
export interface IndexCopy extends AsyncDisposable {
  /** The file, alone in a folder: git writes beside it first. */
  readonly path: string;
}

/**
 * Copies the index of a git directory; undefined when there is none.
 *
 * @throws {ToolError} when it is larger than any that git has made.
 */
export const copyOfIndex = async (gitDir: string): Promise<IndexCopy | undefined> => {
  const index = join(gitDir, 'index');
  const stats = await statOf(index);
  if (stats?.isFile() !== true) return undefined;
  checkSize(stats.size);
  const folder = join(privateFolder(), `index-${(count += 1)}`);
  const path = join(folder, 'index');
  const copy = { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  try {
    await mkdir(folder, { mode: 0o700 });
    // A file that changed in the second of the index is compared by its content: git knows it by the time of the index.
    const seconds = Number(stats.mtimeMs / 1000n);
    await copyFile(index, path, constants.COPYFILE_FICLONE);
    await utimes(path, seconds, seconds);
    return copy;
  } catch (error) {
    await copy[Symbol.asyncDispose]();
    throw error;
  }
};

const statOf = async (path: string): Promise<BigIntStats | undefined> => {
  try {
    return await lstat(path, { bigint: true });
  } catch {
    return undefined;
  }
};
