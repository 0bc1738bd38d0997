// Anchors where there is no /proc: a real path, and what was there. Both are checked again before and after each use.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname, join, parse, sep } from 'node:path';
import { isShortName, nameProblem } from '@mcp/workspace';
import { errnoError } from '../file-error.ts';
import type { Anchor, LastLink } from './anchor.ts';

/** Windows takes no longer path for a working directory. Then a path has to do, which others may swap. */
const MAX_WORKING_DIRECTORY = process.platform === 'win32' ? 240 : Infinity;

class CheckedAnchor implements Anchor {
  readonly path: string;
  readonly stats: BigIntStats;

  constructor(path: string) {
    this.path = path;
    this.stats = lstatSync(path, { bigint: true });
  }

  get self(): string {
    return this.path;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  // The working directory is the one directory that Node holds here by itself and not by its name.
  within<T>(work: (prefix: string) => T): T {
    if (this.path.length > MAX_WORKING_DIRECTORY) {
      this.checkUnmoved();
      return work(`${this.path}${sep}`);
    }
    const home = process.cwd();
    process.chdir(this.path);
    try {
      const isHere = process.cwd() === this.path && isSame(this.stats, lstatSync('.', { bigint: true }));
      if (!isHere) throw errnoError('ELOOP');
      return work('');
    } finally {
      enterAgain(home);
    }
  }

  child(name: string | Buffer): Anchor {
    if (typeof name !== 'string' && !isUtf8(name)) throw errnoError('EILSEQ');
    // The rules have judged this name: on Windows it must not be another one for something else.
    if (nameProblem(String(name)) !== undefined) throw errnoError('EINVAL');
    if (isShortName(this.path, String(name))) throw errnoError('ENOENT');
    const path = this.at(String(name));
    const anchor = holdChecked(path, 'hold');
    if (anchor.path !== path) throw errnoError('ELOOP');
    return anchor;
  }

  open(flags: number): number {
    // Windows has neither flag.
    const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(this.path, flags | careful);
    try {
      if (!isSame(this.stats, fstatSync(descriptor, { bigint: true }))) throw errnoError('ELOOP');
      this.checkUnmoved();
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  checkSame(): void {
    this.checkUnmoved();
  }

  checkUnmoved(): void {
    const isUnmoved = realPath(this.path, 'hold') === this.path;
    if (!isUnmoved || !isSame(this.stats, lstatSync(this.path, { bigint: true }))) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {
    // Nothing is open.
  }
}

// It may be gone. All paths of the server are absolute, so any other will do.
const enterAgain = (directory: string): void => {
  try {
    process.chdir(directory);
  } catch {
    process.chdir(parse(directory).root);
  }
};

/** See `hold`. */
export const holdChecked = (path: string, last: LastLink): Anchor => new CheckedAnchor(realPath(path, last));

const realPath = (path: string, last: LastLink): string =>
  last === 'follow' ? realpathSync.native(path) : join(realpathSync.native(dirname(path)), basename(path));

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;
