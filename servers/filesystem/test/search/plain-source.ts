// A tree of files for tests of the engines, without any checks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, ReadableBytes, WalkSource } from '../../src/search/walk-source.ts';

/** Synchronous, like the source of the server in its threads. */
export const plainSource = (root: string): WalkSource => ({
  list: (path) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .map((entry): Entry => {
        if (entry.isFile()) return { name: entry.name, type: 'file' };
        if (entry.isDirectory()) return { name: entry.name, type: 'directory' };
        return { name: entry.name, type: entry.isSymbolicLink() ? 'symlink' : 'other' };
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  read: (path, use) => use(bytesOf(readFileSync(join(root, path)))),
});

/** A file in memory. */
export const bytesOf = (content: Buffer): ReadableBytes => ({
  size: content.length,
  read: (offset, maxBytes) => {
    const bytes = content.subarray(offset, offset + maxBytes);
    return { bytes, isEnd: offset + bytes.length >= content.length };
  },
});
