// Process tree: git and everything that it started. simple-git signals git alone, and a hook or transfer helper would
// continue. The server also watches their memory, and whether git waits for a pipe in place of a file. A repository can
// cause both (a regular expression, a tree that contains itself, a pipe called HEAD), and git has no limit of its own.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import type { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import { refusal } from './errors.ts';

const IS_LINUX = process.platform === 'linux';

let newest: ChildProcess | undefined;

// simple-git exposes the streams of the process, and Node.js announces the process itself.
subscribe('child_process', (message) => {
  newest = (message as { readonly process: ChildProcess }).process;
});

/** Returns the last started process, if this is its output. */
export const processOf = (stdout: NodeJS.ReadableStream): ChildProcess | undefined =>
  newest?.stdout === stdout ? newest : undefined;

/** Time for a process to clean up after a signal, and for `ps` to answer. */
const GRACE_MS = 500;

/** Ends a process and everything that it started, after time to clean up. */
export const stopTree = (id: number): void => {
  const members = membersOf(id);
  signal(members, 'SIGTERM');
  // Windows ends a process at once, and soon gives its id to another one.
  if (process.platform === 'win32') return;
  // Later they have another parent and cannot be found.
  setTimeout(() => signal(members, 'SIGKILL'), GRACE_MS).unref();
};

const signal = (members: readonly Member[], name: 'SIGTERM' | 'SIGKILL'): void => {
  for (const { id } of members) orElse(() => process.kill(id, name), false);
};

/** A process and its private memory in bytes. */
interface Member {
  readonly id: number;
  readonly memory: number;
}

/** Returns a process and everything that it started. On Windows only the process itself, with unknown memory. */
const membersOf = (id: number): readonly Member[] => {
  if (IS_LINUX) return readMembers(id);
  if (process.platform === 'win32') return [{ id, memory: 0 }];
  const options = { encoding: 'utf8', timeout: GRACE_MS } as const;
  return membersIn(execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], options), id);
};

const readMembers = (id: number): readonly Member[] => {
  const found = [id];
  for (const parent of found)
    for (const thread of namesIn(`/proc/${parent}/task`))
      found.push(...numbersIn(textOf(`/proc/${parent}/task/${thread}/children`)));
  return found.map((member) => {
    // Mapped packs do not count: the system can reclaim those pages.
    const lines = textOf(`/proc/${member}/status`).split('\n');
    const [kilobytes = 0] = numbersIn(lines.find((line) => line.startsWith('RssAnon:')) ?? '');
    return { id: member, memory: kilobytes * 1024 };
  });
};

/** Finds a process and its descendants in the output of `ps`: lines of id, parent and kilobytes. */
export const membersIn = (listed: string, id: number): readonly Member[] => {
  const rows = listed.split('\n').map(numbersIn);
  const found = new Set([id]);
  for (const parent of found) for (const [child = 0, of] of rows) if (of === parent) found.add(child);
  return rows.flatMap(([member = 0, , kilobytes = 0]) =>
    found.has(member) ? [{ id: member, memory: kilobytes * 1024 }] : [],
  );
};

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

// Empty if the process is gone.
const namesIn = (path: string): readonly string[] => orElse(() => readdirSync(path), []);
const textOf = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');

/** Most commands end before the first check. */
const INTERVAL_MS = IS_LINUX ? 100 : 500;

/** Watches a process until disposed. `onProblem` gets the first problem. */
export const watchProcess = (
  id: number,
  maxMemory: number,
  onProblem: (problem: GitError) => void,
): Disposable => {
  let waits = 0;
  const timer = setInterval(() => {
    const members = membersOf(id);
    waits = members.some(waitsForPipe) ? waits + 1 : 0;
    const isLarge = members.reduce((sum, { memory }) => sum + memory, 0) > maxMemory;
    // Check twice, because another git may be about to write to the pipe.
    if (!isLarge && waits < 2) return;
    clearInterval(timer);
    onProblem(isLarge ? tooMuchMemory(maxMemory) : waitedForPipe());
  }, INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};

/** Whether git waits in `open` for the other end of a pipe. The name is that of the kernel function. */
const waitsForPipe = ({ id }: Member): boolean =>
  IS_LINUX &&
  /^(?:wait_for_partner|fifo_open)$/.test(textOf(`/proc/${id}/wchan`).trim()) &&
  textOf(`/proc/${id}/comm`).trim() === 'git';

const tooMuchMemory = (maxMemory: number): GitError =>
  refusal(
    'too_large',
    `git needed more than ${Math.round(maxMemory / 2 ** 20)} MB of memory and was stopped.`,
    'Ask for less: fewer commits, or some paths only.',
  );

const waitedForPipe = (): GitError =>
  refusal(
    'unsupported',
    'git waited for a pipe in the place of a file, and was stopped.',
    'Ask the user to look for it (find . -type p): often it is in the .git of a folder inside the repository.',
  );
