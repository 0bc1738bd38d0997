// A restore point: the database as it was before the last write. SQLite copies it back in one transaction, and only
// when nobody has written since.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { SqlFailure } from '../sql/failure.ts';
import type { ProcessOptions } from '../tasks.ts';
import { sizeOf, type Connection } from './connection.ts';

/** `version` and `counter` differ when anybody else has written. */
interface RestorePoint {
  readonly image: Buffer;
  /** What this connection knows of others. */
  readonly version: unknown;
  /** The counter of changes in the header, which every transaction increments outside of WAL mode. */
  readonly counter: number;
}

// One that is closed takes its point along.
const points = new WeakMap<Connection, RestorePoint>();

/** Before a write, in its transaction: takes a copy, unless the database is too large. */
export const copyForUndo = (connection: Connection, { maxUndo }: ProcessOptions): Buffer | undefined => {
  const size = sizeOf(connection);
  if (size > maxUndo) return undefined;
  return size === 0 ? emptyImage() : connection.serialize();
};

/** An empty file has no page that could be copied back. */
const emptyImage = (): Buffer => {
  const empty = new Database(':memory:');
  empty.exec('CREATE TABLE t (x); DROP TABLE t');
  const image = empty.serialize();
  empty.close();
  return image;
};

/**
 * After a write: it can be undone from now on, unless another program wrote since the copy was taken. Returns what the
 * answer says of it.
 */
export const keepForUndo = (
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

/** A write that has no restore point takes away the one before. */
export const forgetUndo = (connection: Connection): void => void points.delete(connection);

/** Differs when another connection has written. */
export const versionOf = (connection: Connection): unknown =>
  connection.pragma('data_version', { simple: true });

// Closing a file drops the locks that this process has on it, so it stays open as long as its connection.
let header: { readonly connection: Connection; readonly file: number } | undefined;

const COUNTER_AT = 24;

/**
 * The counter of changes in the file, read beside SQLite, which may have locked it for another connection. Undefined
 * when another file has taken its place.
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
 * Takes the last write back.
 *
 * @throws {SqlFailure} when there is none, or another program has written since.
 */
export const undo = async (connection: Connection, { path, busyMs }: ProcessOptions): Promise<void> => {
  const point = points.get(connection);
  if (point === undefined)
    throw new SqlFailure(
      'nothing_to_undo',
      'There is no write that can be undone.',
      'Only the last write of this server can be, and its answer says whether it can.',
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
        'Look at what it is now, and change it with write_query.',
      );
  };
  if (versionOf(connection) !== point.version) points.delete(connection);
  check();
  await copyBack(point.image, path, { check, busyMs });
  points.delete(connection);
};

const HEADER_VERSIONS = [18, 19] as const;

const copyBack = async (
  image: Buffer,
  path: string,
  { check, busyMs }: { readonly check: () => void; readonly busyMs: number },
): Promise<void> => {
  // A database in memory has no WAL mode. The one that it is copied to keeps its own.
  const plain = Buffer.from(image);
  for (const at of HEADER_VERSIONS) plain[at] = 1;
  const source = new Database(plain);
  const end = performance.now() + busyMs;
  // A lock of another program ends the copy without an error, before the first page.
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
