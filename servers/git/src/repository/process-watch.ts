// A watch over a git process and what it has started: how much memory they need, and whether git waits for a pipe that
// stands in the place of a file. A repository can make git do both (a regular expression in its configuration, a tree
// that holds itself, a pipe called HEAD), and git has no limit of its own.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ToolError } from '@mcp/runtime';
import { refusal } from './errors.ts';
import { treeOf } from './process-tree.ts';

/** Most commands have ended before the first look. */
const INTERVAL_MS = 100;

/** Other systems are asked by a process of its own. */
const IS_LINUX = process.platform === 'linux';
const ASK_INTERVAL_MS = 500;

/** Looks at a process until it is disposed. `onProblem` gets what is wrong, once. */
export const watchProcess = (
  id: number,
  maxMemory: number,
  onProblem: (problem: ToolError) => void,
): Disposable => {
  let waits = 0;
  const look = async (): Promise<void> => {
    if ((await memoryOf(id)) > maxMemory) return stop(tooMuchMemory(maxMemory));
    waits = treeOf(id).some(waitsForPipe) ? waits + 1 : 0;
    // Twice: another git may just be about to write into it.
    if (waits > 1) stop(WAITS());
  };
  const timer = setInterval(() => void look(), IS_LINUX ? INTERVAL_MS : ASK_INTERVAL_MS).unref();
  const stop = (problem: ToolError): void => {
    clearInterval(timer);
    onProblem(problem);
  };
  return { [Symbol.dispose]: () => clearInterval(timer) };
};

/** Bytes that belong to a process and its descendants alone. */
const memoryOf = (id: number): Promise<number> =>
  IS_LINUX ? Promise.resolve(readMemory(id)) : askForMemory(id);

const readMemory = (id: number): number =>
  treeOf(id)
    .map((member) => anonymousMemory(statusOf(member, 'status')))
    .reduce((sum, bytes) => sum + bytes, 0);

// Packs are mapped into memory: they are no burden, the system takes those pages back.
const anonymousMemory = (status: string): number =>
  Number(
    status
      .split('\n')
      .find((line) => line.startsWith('RssAnon:'))
      ?.replaceAll(/\D/g, '') ?? 0,
  ) * 1024;

/** A file of `/proc`; empty when the process is gone. */
const statusOf = (id: number, name: 'status' | 'wchan' | 'comm'): string => {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8').trim();
  } catch {
    return '';
  }
};

/** Whether git waits in `open` for the other end of a pipe: the name is that of the function in the kernel. */
const waitsForPipe = (id: number): boolean =>
  IS_LINUX &&
  /^(?:wait_for_partner|fifo_open)$/.test(statusOf(id, 'wchan')) &&
  statusOf(id, 'comm') === 'git';

/** All processes with their memory, by `ps`. On Windows there is none, and no limit. */
const askForMemory = async (id: number): Promise<number> => {
  if (process.platform === 'win32') return 0;
  return memoryIn(await listProcesses(), id);
};

// Not by `promisify`, which asks the function itself how: in the bundle it is one that loads the module first.
const listProcesses = (): Promise<string> =>
  new Promise((resolve) => {
    execFile('ps', ['-axo', 'pid=,ppid=,rss='], (_error, stdout) => resolve(stdout));
  });

/** The memory of a process and its descendants in what `ps` lists: lines of an id, that of the parent, and kilobytes. */
export const memoryIn = (listed: string, id: number): number => {
  const rows = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const members = new Set([id]);
  for (const member of members)
    for (const [child = 0, parent] of rows) if (parent === member) members.add(child);
  return rows
    .map(([member = 0, , kilobytes = 0]) => (members.has(member) ? kilobytes * 1024 : 0))
    .reduce((sum, bytes) => sum + bytes, 0);
};

const tooMuchMemory = (maxMemory: number): ToolError =>
  refusal(
    'too_large',
    `git needed more than ${Math.round(maxMemory / 2 ** 20)} MB of memory and was stopped.`,
    'Ask for less: fewer commits, or some paths only.',
  );

const WAITS = (): ToolError =>
  refusal(
    'unsupported',
    'git waited for a pipe in the place of a file, and was stopped.',
    'Ask the user to look for it (find . -type p): often it is in the .git of a folder inside the repository.',
  );
