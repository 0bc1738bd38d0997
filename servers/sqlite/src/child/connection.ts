// Opens the database file with the safest settings.
import { realpathSync, statSync } from 'node:fs';
import { SqlFailure } from '../sql/failure.ts';
import type { Connection, Driver } from './driver.ts';
import type { ProcessOptions } from '../tasks.ts';

const READ_SETTINGS = ['query_only = ON'];
// A schema of somebody else must not call functions with effects, or claim that its pages are whole.
const SETTINGS = ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0'];

/** Gives the connection to the file. Opens it again when another file has taken its place. */
export const connector = (driver: Driver, options: ProcessOptions): (() => Connection) => {
  let open: { readonly connection: Connection; readonly identity: string } | undefined;
  return () => {
    const identity = identityOf(options.path);
    if (open?.identity === identity) return open.connection;
    open?.connection.close();
    open = undefined;
    open = { connection: connect(driver, options), identity };
    return open.connection;
  };
};

/** @throws {SqlFailure} when the path is not the file any more that the operator named. */
const identityOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new SqlFailure('not_found', 'The file of the database does not exist.');
  if (!stats.isFile()) throw new SqlFailure('not_a_file', 'The database is not a regular file.');
  return `${stats.dev}:${stats.ino}`;
};

const connect = (driver: Driver, { path, readonly, busyMs }: ProcessOptions): Connection => {
  if (realpathSync(path) !== path)
    throw new SqlFailure('moved', 'The path of the database leads through a symbolic link now.');
  const connection = driver.open(path, { readonly, busyMs });
  try {
    for (const setting of [...SETTINGS, ...(readonly ? READ_SETTINGS : [])]) set(connection, setting);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

// Some pragmas answer with what they have set.
const set = (connection: Connection, setting: string): void => {
  const statement = connection.prepare(`PRAGMA ${setting}`);
  if (statement.reader) Array.from(statement.rows([]));
  else statement.run([]);
};
