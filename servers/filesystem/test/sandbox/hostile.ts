// Hostile process: swaps directories for links that lead outside, as fast as it can, until killed.
import { existsSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [root = '', outside = ''] = process.argv.slice(2);
const directory = join(root, 'dir');
const file = join(root, 'file.txt');
let swaps = 0;

/** Restores the original, even if the server has just made a directory of that name. */
const restore = (path: string): void => {
  while (existsSync(`${path}.real`)) {
    try {
      rmSync(path, { recursive: true, force: true });
      renameSync(`${path}.real`, path);
    } catch {
      // The server was faster: retry.
    }
  }
};

const swap = (path: string, target: string): void => {
  try {
    renameSync(path, `${path}.real`);
    symlinkSync(target, path);
  } catch {
    // The server was faster.
  }
  restore(path);
};

for (;;) {
  swap(directory, outside);
  swap(file, join(outside, 'secret.txt'));
  // The first line reports the start.
  if (swaps++ === 0) writeSync(1, 'swapping\n');
}
