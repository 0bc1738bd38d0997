// Joins: a query that names other databases of the command line finds them attached, read-only, for as long as it runs.
import { realpathSync } from 'node:fs';
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import type { AttachedFile, QueryTask, RowLimits, Rows } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { query } from './read.ts';

/** Runs a query of a client with the databases that it names. @throws {SqlFailure} when one cannot be opened. */
export const queryAttached = (
  connection: Connection,
  task: Omit<QueryTask, 'kind'>,
  limits: RowLimits,
): Rows => {
  const attached: string[] = [];
  try {
    for (const { name, path } of task.attach ?? []) {
      attach(connection, { name, path });
      attached.push(name);
    }
    return query(connection, task, limits);
  } finally {
    for (const name of attached) connection.exec(`DETACH ${quoteName(name)}`);
  }
};

// What SQLite says of a file that it cannot open has its path.
const attach = (connection: Connection, { name, path }: AttachedFile): void => {
  try {
    if (realpathSync(path) === path)
      return void connection.prepare(`ATTACH ? AS ${quoteName(name)}`).run(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    throw new SqlFailure(code, `The database ${name} cannot be opened`);
  }
  throw new SqlFailure('moved', `The path of the database ${name} leads through a symbolic link now.`);
};
