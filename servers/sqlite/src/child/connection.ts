// Connection: opens a database with the safest settings and the largest cache that memory allows.
import { realpathSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SqlFailure } from '../sql/failure.ts';
import type { ProcessOptions } from '../tasks.ts';

/** An open database. */
export type Connection = Database.Database;

// An untrusted schema must not call functions with side effects, and its pages may be corrupt.
const SETTINGS = ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0'];

/** Memory of a process without a cache, and SQLite's default cache, in bytes. */
const BASE_BYTES = 100 * 2 ** 20;
const LEAST_CACHE = 2 * 2 ** 20;
/** Sorting may take as much memory as the cache, and JavaScript needs some for rows. */
const SHARE_OF_CACHE = 3;

/** The file of a database. */
export class DatabaseFile {
  readonly #options: ProcessOptions;
  #connection: Connection | undefined;
  #identity = '';

  /** @throws if the native module does not fit this machine. */
  constructor(options: ProcessOptions) {
    this.#options = options;
    // Loads the native module.
    new Database(':memory:').close();
  }

  /**
   * Returns the connection, a new one if the file was replaced.
   *
   * @throws {SqlFailure} if the path is not a file that the operator named.
   */
  connect(): Connection {
    const stats = statSync(this.#options.path, { throwIfNoEntry: false });
    if (stats === undefined) throw new SqlFailure('not_found', 'The file of the database does not exist.');
    if (!stats.isFile()) throw new SqlFailure('not_a_file', 'The database is not a regular file.');
    const identity = `${stats.dev}:${stats.ino}`;
    if (this.#identity !== identity) this.close();
    this.#identity = identity;
    this.#connection ??= open(this.#options);
    return this.#connection;
  }

  /** Closes the connection. After writes it runs PRAGMA optimize first, as SQLite recommends. */
  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    try {
      const written = connection.prepare('SELECT total_changes()').pluck().get();
      if (!connection.readonly && written !== 0) connection.pragma('optimize');
    } catch {
      // The database is locked or damaged, which the next query reports.
    }
    connection.close();
  }
}

const open = ({ path, readonly, busyMs, maxMemory }: ProcessOptions): Connection => {
  if (realpathSync(path) !== path)
    throw new SqlFailure('moved', 'The path of the database leads through a symbolic link now.');
  const connection = new Database(path, { readonly, fileMustExist: true, timeout: busyMs });
  // With SQLite's default of 2 MB, each scan of a larger database would read the file again.
  const cache = Math.max(LEAST_CACHE, (maxMemory - BASE_BYTES) / SHARE_OF_CACHE);
  const settings = [...SETTINGS, `cache_size = -${Math.floor(cache / 1024)}`];
  try {
    for (const setting of readonly ? ['query_only = ON', ...settings] : settings) connection.pragma(setting);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Returns the size of the database in bytes. */
export const sizeOf = (connection: Connection): number => {
  const read = (pragma: string): number => Number(connection.pragma(pragma, { simple: true }));
  return read('page_count') * read('page_size');
};
