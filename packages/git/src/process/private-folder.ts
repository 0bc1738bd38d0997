// Folders of this server: each goes when its call is done, at the latest when the process ends. What a process has left that
// was killed is removed by the next one.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'mcp-server-git-';

/** Folders that are in use. */
const open = new Set<string>();

process.once('exit', () => {
  for (const path of open) removeFolder(path);
});

/** A folder that only this user can look into. It is made when something is put into it. */
export class PrivateFolder implements Disposable {
  readonly #directory: string;
  readonly #prefix: string;
  #path: string | undefined;
  #count = 0;

  constructor(directory = tmpdir(), prefix = PREFIX) {
    this.#directory = directory;
    this.#prefix = prefix;
  }

  /** Makes an empty folder in it, and returns its path. */
  add(): string {
    this.#path ??= makeOwned(this.#directory, this.#prefix);
    const path = join(this.#path, `folder-${(this.#count += 1)}`);
    mkdirSync(path);
    return path;
  }

  /** Removes it with all that is in it. */
  [Symbol.dispose](): void {
    if (this.#path === undefined) return;
    removeFolder(this.#path);
    open.delete(this.#path);
    this.#path = undefined;
  }
}

/** Where folders of processes that are gone were looked for. */
const cleaned = new Set<string>();

/** Makes a folder with the name of this process, which only this user can look into. */
const makeOwned = (directory: string, prefix: string): string => {
  const here = namespace();
  if (!cleaned.has(directory)) removeAbandoned(directory, prefix, here);
  cleaned.add(directory);
  const path = mkdtempSync(join(directory, `${prefix}${here}-${process.pid}-`));
  open.add(path);
  return path;
};

/** Ids of processes mean something in one namespace only: several containers may share a temporary directory. */
const namespace = (): string => {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
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

// Each of them gets further, or finds nothing left.
const ATTEMPTS = 1000;

/**
 * Removes a folder with all that is in it, also while git takes its own files away there: `rmSync` of Node.js 24 stops where a
 * file is gone before it comes to it, and does not say so.
 */
export const removeFolder = (path: string): void => {
  for (let attempt = 0; attempt < ATTEMPTS && existsSync(path); attempt++)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
};
