// Working tree files, read without following links: neither their own nor those on the way.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toBytes, type TreePath } from '@mcp/git';
import type { Repository } from '../repositories.ts';

// Windows lacks these flags.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file; empty if there is none, undefined if it has more than `maxBytes`. */
export const readWorkFile = (
  { directory }: Repository,
  path: TreePath,
  maxBytes: number,
): Buffer | undefined => {
  const whole = toBytes(join(directory, path));
  const folder = dirname(join(directory, path));
  const isThere = lstatSync(whole, { throwIfNoEntry: false })?.isFile() === true;
  if (!isThere || realpathSync.native(folder) !== folder) return Buffer.alloc(0);
  const file = openSync(whole, FLAGS);
  try {
    return fstatSync(file).size > maxBytes ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
};
