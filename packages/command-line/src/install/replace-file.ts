// Replaces a file of the user atomically and keeps a backup.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../flags.ts';

/** A file before the change. */
export interface Found {
  /** Its real path, so that a symbolic link to it remains a link. */
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly text: string | undefined;
}

const PRIVATE = 0o600;
const OWNER_MAY_WRITE = 0o200;

/**
 * Reads a file that will be replaced.
 *
 * @throws {UsageError} if it cannot be replaced safely.
 */
export function find(file: string): Found {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { path: file, text: undefined };
    throw new UsageError(`${file} is a link to a file that does not exist; nothing was changed`);
  }
  const path = realpathSync(file);
  if (!stats.isFile()) throw new UsageError(`${path} is not a file; nothing was changed`);
  if ((stats.mode & OWNER_MAY_WRITE) === 0)
    throw new UsageError(
      `${path} is read-only; nothing was changed. Make it writable, or use --print-config`,
    );
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new UsageError(`${path} is not UTF-8 text; nothing was changed`);
  return { path, text: bytes.toString() };
}

/**
 * Writes the new content. Returns the path of the backup, or undefined if the file is new.
 *
 * @throws {UsageError} if the file has changed since `find`.
 */
export function replace({ path, text: before }: Found, text: string): string | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    // Copied first, so that it has the mode of the file.
    if (before !== undefined) copyFileSync(path, temporary);
    writeFileSync(temporary, text, { mode: PRIVATE, flush: true });
    const copy = before === undefined ? undefined : copyOf(path);
    const now = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    if (now !== before)
      throw new UsageError(`${path} was changed by another program just now; nothing was changed. Try again`);
    renameSync(temporary, path);
    return copy;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes a backup next to the file, under an unused name. */
function copyOf(path: string): string {
  let number = 1;
  while (existsSync(`${path}.backup-${number}`)) number += 1;
  const copy = `${path}.backup-${number}`;
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  return copy;
}
