// One folder for what this process keeps for a while, gone with the process. What a process has left that was killed is
// removed by the next one.
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ids of processes mean something in one namespace only: several containers may share a temporary directory. */
const namespace = (): string => {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
};

let made: string | undefined;

/** The folder. Only this user can look into it. */
export const privateFolder = (): string => {
  // Systems remove what was not used for some days.
  if (made !== undefined && existsSync(made)) return made;
  const path = makeOwned(tmpdir(), 'mcp-server-git-');
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  made = path;
  return path;
};

/** Makes a folder with the name of this process, and removes those of processes that are gone. */
export const makeOwned = (directory: string, prefix: string): string => {
  const here = namespace();
  removeAbandoned(directory, prefix, here);
  return mkdtempSync(join(directory, `${prefix}${here}-${process.pid}-`));
};

/** Removes the folders of processes that are gone. */
export const removeAbandoned = (directory: string, prefix: string, here: string): void => {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue;
    const [, where, id] = /^(\d+)-(\d+)-\w{6}$/.exec(name.slice(prefix.length)) ?? [];
    if (where !== here || isAlive(Number(id)) || !isOurs(join(directory, name))) continue;
    try {
      rmSync(join(directory, name), { recursive: true, force: true });
    } catch {
      // It can stay: nothing depends on it.
    }
  }
};

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const isOurs = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
};
