// Start: runs a process that swaps entries of a tree, and waits until it has begun.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Killed in the end. */
export interface Hostile extends AsyncDisposable {
  readonly isRunning: boolean;
}

/** `script` is relative to the tests. */
export const startHostile = async (script: string, ...args: readonly string[]): Promise<Hostile> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    get isRunning() {
      return child.exitCode === null;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
