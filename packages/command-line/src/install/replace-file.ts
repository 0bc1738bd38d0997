// Replaces a file of the user in one step, with a copy of what was there.
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../flags.ts';

/** A file as it was found. */
export interface Found {
  /** Where it really is: links are followed, so that they stay. */
  readonly path: string;
  /** Undefined when there is none. */
  readonly bytes: Buffer | undefined;
  readonly mode: number;
}

const PRIVATE = 0o600;
const OWNER_MAY_WRITE = 0o200;

/**
 * Reads a file that will be replaced.
 *
 * @throws {UsageError} when it is not one that may be replaced.
 */
export async function find(file: string): Promise<Found> {
  const path = await target(file);
  const stats = await statsOf(path);
  if (stats === undefined) return { path, bytes: undefined, mode: PRIVATE };
  if (!stats.isFile()) throw new UsageError(`${path} is not a file; nothing was changed`);
  if ((stats.mode & OWNER_MAY_WRITE) === 0)
    throw new UsageError(
      `${path} is read-only; nothing was changed. Make it writable, or use --print-config`,
    );
  return { path, bytes: await readFile(path), mode: stats.mode & 0o777 };
}

/**
 * Writes the new content, after a copy of the old one. Gives the path of the copy, if there was something to copy.
 *
 * @throws {UsageError} when the file has changed since it was found.
 */
export async function replace({ path, bytes, mode }: Found, text: string): Promise<string | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await write(temporary, text, mode);
    const copy = bytes === undefined ? undefined : await keep(path);
    const now = (await statsOf(path)) === undefined ? undefined : await readFile(path);
    if (now === undefined ? bytes !== undefined : bytes === undefined || !now.equals(bytes))
      throw new UsageError(`${path} was changed by another program just now; nothing was changed. Try again`);
    await rename(temporary, path);
    return copy;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function target(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const link = await readlink(file).catch(() => undefined);
    if (link === undefined) return file;
    throw new UsageError(`${file} is a link to ${link}, which does not exist; nothing was changed`);
  }
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function write(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    // The mode of `open` is without what the process may not give.
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A copy beside the file, under a name that is free. */
async function keep(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${path}.backup-${number}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
