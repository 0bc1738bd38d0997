// What git has started: simple-git signals git alone, and a hook, or the helper of a transfer, would go on without it.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';

/** How long a process may take to clean up after a signal to stop. */
const GRACE_MS = 500;

let newest: ChildProcess | undefined;

// simple-git shows the streams of the process that it starts, and Node.js announces the process itself.
subscribe('child_process', (message) => {
  newest = (message as { readonly process: ChildProcess }).process;
});

/** The id of the process that was started last, if these are its streams. */
export const idOf = (stdout: NodeJS.ReadableStream): number | undefined =>
  newest?.stdout === stdout ? newest.pid : undefined;

/** Ends all that a process has started: the process itself is left to simple-git. */
export const stopDescendants = (id: number): void => {
  const started = treeOf(id).slice(1);
  signal(started, 'SIGTERM');
  // They have another parent by now, so they cannot be looked up again.
  setTimeout(() => signal(started, 'SIGKILL'), GRACE_MS).unref();
};

/** Tells a process and all that it has started to stop. They may clean up, but nobody sees to it that they do. */
export const stopTree = (id: number): void => signal(treeOf(id), 'SIGTERM');

/** A process and all that it has started. */
export const treeOf = (id: number): readonly number[] => {
  const found = [id];
  for (const parent of found) found.push(...childrenOf(parent));
  return found;
};

const childrenOf = (id: number): number[] => {
  try {
    return (process.platform === 'linux' ? readChildren(id) : askForChildren(id))
      .split(/\s+/)
      .filter((child) => child !== '')
      .map(Number);
  } catch {
    // It is gone, or has none.
    return [];
  }
};

const readChildren = (id: number): string =>
  readdirSync(`/proc/${id}/task`)
    .map((thread) => readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8'))
    .join(' ');

const askForChildren = (id: number): string =>
  process.platform === 'win32'
    ? ''
    : execFileSync('pgrep', ['-P', String(id)], { encoding: 'utf8', timeout: GRACE_MS });

const signal = (ids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void => {
  for (const id of ids) {
    try {
      process.kill(id, name);
    } catch {
      // It is gone already.
    }
  }
};
