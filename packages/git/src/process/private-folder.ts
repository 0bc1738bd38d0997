// Folders of this server: each goes when its call is done, at the latest when the process ends. What a process has
// left that was killed is removed by the next one.
import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import { mayUse } from './environment.ts';

const PREFIX = 'mcp-server-git-';

/** Folders that are in use. */
const open = new Set<string>();

process.once('exit', () => {
  for (const path of open) removeFolder(path);
});

const MEMORY = '/dev/shm';

const HAS_MEMORY =
  process.platform === 'linux' && mayUse(MEMORY, constants.R_OK | constants.W_OK | constants.X_OK);

/**
 * Where folders are made. Those in memory are for small files: a disk needs up to a millisecond to remove a directory.
 */
export const directoryFor = (where: 'disk' | 'memory'): string =>
  where === 'memory' && HAS_MEMORY ? MEMORY : tmpdir();

/** A folder that only this user can look into. It is made when something is put into it. */
export class PrivateFolder implements Disposable {
  readonly #directory: string | undefined;
  readonly #prefix: string;
  /** By the directory that each is in. */
  readonly #paths = new Map<string, string>();
  #count = 0;

  constructor(directory?: string, prefix = PREFIX) {
    this.#directory = directory;
    this.#prefix = prefix;
  }

  /** Makes an empty folder in it, and returns its path. `memory` is for small files, where this system has that. */
  add(where: 'disk' | 'memory' = 'disk'): string {
    const directory = this.#directory ?? directoryFor(where);
    const made = this.#paths.get(directory) ?? makeOwned(directory, this.#prefix);
    this.#paths.set(directory, made);
    const path = join(made, `folder-${(this.#count += 1)}`);
    mkdirSync(path);
    return path;
  }

  /** Removes it with all that is in it. */
  [Symbol.dispose](): void {
    for (const path of this.#paths.values()) {
      removeFolder(path);
      open.delete(path);
    }
    this.#paths.clear();
  }
}

/** Ids of processes mean something in one namespace only: several containers may share a temporary directory. */
const NAMESPACE = /\d+/.exec(orElse(() => readlinkSync('/proc/self/ns/pid'), ''))?.[0] ?? '0';

/** Where folders of processes that are gone were looked for. */
const cleaned = new Set<string>();

/** Makes a folder with the name of this process, which only this user can look into. */
const makeOwned = (directory: string, prefix: string): string => {
  if (!cleaned.has(directory)) removeAbandoned(directory, prefix, NAMESPACE);
  cleaned.add(directory);
  const path = mkdtempSync(join(directory, `${prefix}${NAMESPACE}-${process.pid}-`));
  open.add(path);
  return path;
};

/** Removes the folders of processes that are gone. */
export const removeAbandoned = (directory: string, prefix: string, here: string): void => {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue;
    const [, where, id] = /^(\d+)-(\d+)-\w{6}$/.exec(name.slice(prefix.length)) ?? [];
    if (where !== here || isAlive(Number(id)) || !isOurs(join(directory, name))) continue;
    // It can stay: nothing depends on it.
    orElse(() => rmSync(join(directory, name), { recursive: true, force: true }), undefined);
  }
};

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, and belongs to someone else.
    return errorCode(error) === 'EPERM';
  }
};

const isOurs = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
};

// Each of them gets further, or finds nothing left.
const ATTEMPTS = 1000;

/**
 * Removes a folder with all that is in it, also while git takes its own files away there: `rmSync` of Node.js 24 stops
 * where a file is gone before it comes to it, and does not say so.
 */
export const removeFolder = (path: string): void => {
  for (let attempt = 0; attempt < ATTEMPTS && existsSync(path); attempt++)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
};
