// A copy of the index, for a command that would write into it: `git diff` notes which files it has looked at.
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Held } from './held.ts';

/** Copies the index of a git directory, until it is disposed of; undefined when there is none. */
export const copyOfIndex = (gitDir: string): Held | undefined => {
  const index = join(gitDir, 'index');
  if (!existsSync(index)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'mcp-git-index-'));
  const path = join(folder, 'index');
  const copy = { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  try {
    // A file that changed in the second of the index is compared by its content: git knows it by the time of the index.
    const seconds = Math.floor(statSync(index).mtimeMs / 1000);
    copyFileSync(index, path);
    utimesSync(path, seconds, seconds);
    return copy;
  } catch (error) {
    copy[Symbol.dispose]();
    throw error;
  }
};
