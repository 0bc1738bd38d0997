// Anchors where there is no /proc: a real path, and what was there. Both are checked again after each use.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { errnoError } from '../failure.ts';
import type { Anchor, LastLink } from './anchor.ts';

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

  among<T>(work: (prefix: string) => T): T {
    const result = work(`${this.path}${sep}`);
    this.verify();
    return result;
  }

  open(flags: number): number {
    // Windows has neither flag.
    const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(this.path, flags | careful);
    try {
      if (!isSame(this.stats, fstatSync(descriptor, { bigint: true }))) throw errnoError('ELOOP');
      this.verify();
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  verify(): void {
    const isUnmoved = realPath(this.path, 'hold') === this.path;
    if (!isUnmoved || !isSame(this.stats, lstatSync(this.path, { bigint: true }))) throw errnoError('ELOOP');
  }

  confirm(): void {
    this.verify();
  }

  [Symbol.dispose](): void {
    // Nothing is open.
  }
}

/** See `hold`. */
export const holdChecked = (path: string, last: LastLink): Anchor => new CheckedAnchor(realPath(path, last));

const realPath = (path: string, last: LastLink): string =>
  last === 'follow' ? realpathSync.native(path) : join(realpathSync.native(dirname(path)), basename(path));

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;
