// Completion of the names of tables and columns, for resources and prompts.
import type { Complete, Context } from '@mcp/runtime';
import { readTexts } from './catalog.ts';
import type { Databases } from './databases.ts';
import type { OwnSql } from './tasks.ts';

const TABLES = `
  SELECT name FROM sqlite_schema
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND substr(name, 1, length(:start)) = :start COLLATE NOCASE
  ORDER BY name LIMIT 100`;
const COLUMNS =
  'SELECT name FROM pragma_table_xinfo(:table) WHERE substr(name, 1, length(:start)) = :start COLLATE NOCASE';

/** Tables and views of the database that the client has named, else of the first one. */
export const completeTable =
  (databases: Databases): Complete =>
  (start, { arguments: { database } }, ctx) =>
    find(databases, database, { query: TABLES, params: { start } }, ctx);

/** Columns of the table that the client has named. */
export const completeColumn =
  (databases: Databases): Complete =>
  (start, { arguments: { database, table = '' } }, ctx) =>
    find(databases, database, { query: COLUMNS, params: { start, table } }, ctx);

const find = async (
  databases: Databases,
  name: string | undefined,
  statement: OwnSql,
  ctx: Context,
): Promise<string[]> => {
  const database = databases.named(name) ?? databases.all[0];
  return database === undefined ? [] : readTexts(database, statement, ctx);
};
