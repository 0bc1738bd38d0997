// A git process and all that it has started: simple-git signals git alone, and a hook, or the helper of a transfer,
// would go on without it. The server also looks how much memory they need, and whether git waits for a pipe that
// stands in the place of a file: a repository can make git do both (a regular expression, a tree that holds itself, a
// pipe called HEAD), and git has no limit of its own.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import type { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import { refusal } from './errors.ts';

const IS_LINUX = process.platform === 'linux';

let newest: ChildProcess | undefined;

// simple-git shows the streams of the process that it starts, and Node.js announces the process itself.
subscribe('child_process', (message) => {
  newest = (message as { readonly process: ChildProcess }).process;
});

/** The id of the process that was started last, if these are its streams. */
export const idOf = (stdout: NodeJS.ReadableStream): number | undefined =>
  newest?.stdout === stdout ? newest.pid : undefined;

/** How long a process may take to clean up after a signal to stop, and `ps` to answer. */
const GRACE_MS = 500;

/** Ends a process and all that it has started. They may clean up first. */
export const stopTree = (id: number): void => {
  const members = membersOf(id);
  signal(members, 'SIGTERM');
  // They have another parent by then, so they cannot be looked up again.
  setTimeout(() => signal(members, 'SIGKILL'), GRACE_MS).unref();
};

const signal = (members: readonly Member[], name: 'SIGTERM' | 'SIGKILL'): void => {
  for (const { id } of members) orElse(() => process.kill(id, name), false);
};

/** A process, and the bytes that belong to it alone. */
interface Member {
  readonly id: number;
  readonly memory: number;
}

/** A process and all that it has started. On Windows the process alone, and no memory is known. */
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
    // Packs are mapped into memory: they are no burden, the system takes those pages back.
    const lines = textOf(`/proc/${member}/status`).split('\n');
    const [kilobytes = 0] = numbersIn(lines.find((line) => line.startsWith('RssAnon:')) ?? '');
    return { id: member, memory: kilobytes * 1024 };
  });
};

/** A process and its descendants in what `ps` lists: lines of an id, that of the parent, and kilobytes. */
export const membersIn = (listed: string, id: number): readonly Member[] => {
  const rows = listed.split('\n').map(numbersIn);
  const found = new Set([id]);
  for (const parent of found) for (const [child = 0, of] of rows) if (of === parent) found.add(child);
  return rows.flatMap(([member = 0, , kilobytes = 0]) =>
    found.has(member) ? [{ id: member, memory: kilobytes * 1024 }] : [],
  );
};

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Empty when the process is gone. */
const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/** Empty when the process is gone. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Most commands have ended before the first look. */
const INTERVAL_MS = IS_LINUX ? 100 : 500;

/** Looks at a process until it is disposed. `onProblem` gets what is wrong, once. */
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
    // Twice: another git may just be about to write into it.
    if (!isLarge && waits < 2) return;
    clearInterval(timer);
    onProblem(isLarge ? tooMuchMemory(maxMemory) : waitedForPipe());
  }, INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};

/** Whether git waits in `open` for the other end of a pipe: the name is that of the function in the kernel. */
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
