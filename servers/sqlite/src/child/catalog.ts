// Catalog: runs statements of the server in one transaction, so that they see the same state.
import { toFailure } from '../sql/failure.ts';
import type { CatalogAnswer, CatalogRow, OwnSql, Versions } from '../tasks.ts';
import type { Connection } from './connection.ts';

/** Runs the statements. @throws if one fails that has no `mayFail`. */
export const catalog = (connection: Connection, statements: readonly OwnSql[]): CatalogAnswer[] =>
  connection.transaction(() => statements.map((statement) => run(connection, statement)))();

const run = (connection: Connection, { query, params = {}, mayFail }: OwnSql): CatalogAnswer => {
  try {
    return { rows: connection.prepare(query).all(params) as CatalogRow[] };
  } catch (error) {
    if (mayFail !== true) throw error;
    return { rows: [], problem: toFailure(error).message };
  }
};

/** Returns values that change with the data and the schema. */
export const versions = (connection: Connection): Versions => {
  const read = (pragma: string): string => String(connection.pragma(pragma, { simple: true }));
  return { data: `${read('data_version')} of ${process.pid}`, schema: read('schema_version') };
};
