// Private folders: each is deleted after its call, or at the latest when the process ends. The next process deletes
// those of a killed one.
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
 * The parent directories. Memory is for small files, because a disk needs up to a millisecond to delete a directory.
 */
export const directoryFor = (where: 'disk' | 'memory'): string =>
  where === 'memory' && HAS_MEMORY ? MEMORY : tmpdir();

/** A folder that only this user can read, created on first use. */
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

  /** Creates an empty folder in it and returns the path. `memory` is for small files, if the system supports that. */
  add(where: 'disk' | 'memory' = 'disk'): string {
    const directory = this.#directory ?? directoryFor(where);
    const made = this.#paths.get(directory) ?? makeOwned(directory, this.#prefix);
    this.#paths.set(directory, made);
    const path = join(made, `folder-${(this.#count += 1)}`);
    mkdirSync(path);
    return path;
  }

  /** Deletes it with its content. */
  [Symbol.dispose](): void {
    for (const path of this.#paths.values()) {
      removeFolder(path);
      open.delete(path);
    }
    this.#paths.clear();
  }
}

/** Process ids are valid in one namespace only, and containers may share a temporary directory. */
const NAMESPACE = /\d+/.exec(orElse(() => readlinkSync('/proc/self/ns/pid'), ''))?.[0] ?? '0';

/** Directories that were searched for folders of ended processes. */
const cleaned = new Set<string>();

/** Creates a folder named after this process, readable by this user only. */
const makeOwned = (directory: string, prefix: string): string => {
  if (!cleaned.has(directory)) removeAbandoned(directory, prefix, NAMESPACE);
  cleaned.add(directory);
  const path = mkdtempSync(join(directory, `${prefix}${NAMESPACE}-${process.pid}-`));
  open.add(path);
  return path;
};

/** Deletes the folders of ended processes. */
export const removeAbandoned = (directory: string, prefix: string, here: string): void => {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue;
    const [, where, id] = /^(\d+)-(\d+)-\w{6}$/.exec(name.slice(prefix.length)) ?? [];
    if (where !== here || isAlive(Number(id)) || !isOurs(join(directory, name))) continue;
    // Nothing depends on its removal.
    orElse(() => rmSync(join(directory, name), { recursive: true, force: true }), undefined);
  }
};

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It exists and belongs to another user.
    return errorCode(error) === 'EPERM';
  }
};

const isOurs = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
};

// Each attempt deletes more, or finds nothing left.
const ATTEMPTS = 1000;

/**
 * Deletes a folder with its content, even while git deletes files in it. `rmSync` of Node.js 24 silently stops at a
 * file that disappears.
 */
export const removeFolder = (path: string): void => {
  for (let attempt = 0; attempt < ATTEMPTS && existsSync(path); attempt++)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
};
