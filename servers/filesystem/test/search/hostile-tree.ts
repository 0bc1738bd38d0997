// Hostile process: swaps entries of a tree for links that lead outside, pipes and devices, as fast as it can.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [root = '', outside = '', stage = ''] = process.argv.slice(2);
const at = (name: string): string => join(stage, name);

symlinkSync(outside, at('directory-link'));
symlinkSync(join(outside, 'secret.txt'), at('file-link'));
execFileSync('mkfifo', [at('pipe')]);
try {
  execFileSync('mknod', [at('device'), 'c', '1', '5'], { stdio: 'ignore' });
} catch {
  // Links to one if it may not make one.
  symlinkSync('/dev/zero', at('device'));
}

/** Moves the original aside, puts the other in its place for a moment, and swaps back. */
const swap = (name: string, other: string): void => {
  const path = join(root, name);
  renameSync(path, at('real'));
  renameSync(at(other), path);
  renameSync(path, at(other));
  renameSync(at('real'), path);
};

rmSync(at('real'), { force: true });
for (let swaps = 0; ; swaps++) {
  swap('dir', 'directory-link');
  swap('dir/deep', 'directory-link');
  swap('dir/a.txt', 'file-link');
  swap('dir/b.txt', 'pipe');
  swap('dir/c.txt', 'device');
  if (swaps === 0) writeSync(1, 'swapping\n');
}
