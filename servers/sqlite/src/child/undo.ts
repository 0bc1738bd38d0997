// Undo: keeps a copy of the database from before the last write, and restores it in one transaction unless another
// program has written since.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { SqlFailure } from '../sql/failure.ts';
import type { ProcessOptions } from '../tasks.ts';
import { sizeOf, type Connection } from './connection.ts';

/** A copy of the database. `version` and `counter` change if another program writes. */
interface RestorePoint {
  readonly image: Buffer;
  /** PRAGMA data_version, which other connections change. */
  readonly version: unknown;
  /** The change counter in the file header, which every transaction increments outside WAL mode. */
  readonly counter: number;
}

const points = new WeakMap<Connection, RestorePoint>();

/** Copies the database within a transaction, unless it is too large. */
export const copyForUndo = (connection: Connection, { maxUndo }: ProcessOptions): Buffer | undefined => {
  const size = sizeOf(connection);
  if (size > maxUndo) return undefined;
  return size === 0 ? emptyImage() : connection.serialize();
};

/** An empty file has no page to restore. */
const emptyImage = (): Buffer => {
  const empty = new Database(':memory:');
  empty.exec('CREATE TABLE t (x); DROP TABLE t');
  const image = empty.serialize();
  empty.close();
  return image;
};

/**
 * Stores the copy after a write, unless another program has written since. Returns `undo` of the answer.
 */
export const storeForUndo = (
  connection: Connection,
  image: Buffer | undefined,
  version: unknown,
  { path, maxUndo }: ProcessOptions,
): string => {
  points.delete(connection);
  if (maxUndo === 0) return 'not available: off (--max-undo)';
  const most = Math.floor(maxUndo / 2 ** 20);
  if (image === undefined) return `not available: the database is larger than ${most} MB (--max-undo)`;
  const counter = readCounter(connection, path);
  if (counter === undefined || versionOf(connection) !== version)
    return 'not available: another program wrote at the same time';
  points.set(connection, { image, version, counter });
  return 'undo_last_write';
};

/** Deletes the restore point. */
export const forgetUndo = (connection: Connection): void => void points.delete(connection);

/** Returns a value that other connections change by writing. */
export const versionOf = (connection: Connection): unknown =>
  connection.pragma('data_version', { simple: true });

// Stays open as long as its connection, because closing a file drops the locks of this process on it.
let header: { readonly connection: Connection; readonly file: number } | undefined;

const COUNTER_AT = 24;

/**
 * Reads the change counter from the file, because SQLite may have locked it. Undefined if the file was replaced.
 */
const readCounter = (connection: Connection, path: string): number | undefined => {
  if (header?.connection !== connection) {
    if (header !== undefined) closeSync(header.file);
    header = { connection, file: openSync(path, 'r') };
  }
  const bytes = Buffer.alloc(4);
  readSync(header.file, bytes, 0, bytes.length, COUNTER_AT);
  const [there, open] = [statSync(path), fstatSync(header.file)];
  const isSame = there.ino === open.ino && there.dev === open.dev;
  return isSame ? bytes.readUInt32BE() : undefined;
};

const PAUSE_MS = 20;

/**
 * Undoes the last write.
 *
 * @throws {SqlFailure} if there is none, or another program has written since.
 */
export const undo = async (connection: Connection, { path, busyMs }: ProcessOptions): Promise<void> => {
  const point = points.get(connection);
  if (point === undefined)
    throw new SqlFailure(
      'nothing_to_undo',
      'There is no write that can be undone.',
      'Only the last write of this server can be undone, and its answer says whether it can.',
    );
  const isWal = connection.pragma('journal_mode', { simple: true }) === 'wal';
  const check = (): void => {
    const isSame = isWal
      ? versionOf(connection) === point.version
      : readCounter(connection, path) === point.counter;
    if (!isSame)
      throw new SqlFailure(
        'changed_since',
        'Nothing was undone: another program has changed the database since.',
        'Read the current data, and change it with write_query.',
      );
  };
  if (versionOf(connection) !== point.version) points.delete(connection);
  check();
  await restore(point.image, path, { check, busyMs });
  points.delete(connection);
};

const HEADER_VERSIONS = [18, 19] as const;

const restore = async (
  image: Buffer,
  path: string,
  { check, busyMs }: { readonly check: () => void; readonly busyMs: number },
): Promise<void> => {
  // A database in memory has no WAL mode. The target keeps its mode.
  const plain = Buffer.from(image);
  for (const at of HEADER_VERSIONS) plain[at] = 1;
  const source = new Database(plain);
  const end = performance.now() + busyMs;
  // If another program holds a lock, the copy ends before the first page without an error.
  const isCopied = async (): Promise<boolean> => {
    let isLocked = false;
    const progress = (): number => {
      if (!isLocked) check();
      isLocked = true;
      return Number.MAX_SAFE_INTEGER;
    };
    await source.backup(path, { progress });
    return isLocked;
  };
  try {
    while (!(await isCopied())) {
      if (performance.now() > end) throw new SqlFailure('SQLITE_BUSY', 'database is locked');
      await sleep(PAUSE_MS);
    }
  } finally {
    source.close();
  }
};
