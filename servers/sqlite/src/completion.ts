// Completion: names of tables and columns, for resources and prompts.
import type { Complete } from '@mcp/runtime';
import { readTexts } from './catalog.ts';
import type { Databases } from './databases.ts';

const TABLES = `
  SELECT name FROM sqlite_schema
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND substr(name, 1, length(:start)) = :start COLLATE NOCASE
  ORDER BY name LIMIT 100`;
const COLUMNS =
  'SELECT name FROM pragma_table_xinfo(:table) WHERE substr(name, 1, length(:start)) = :start COLLATE NOCASE';

/** Completes from a query of the database that the client named, or of the first one. */
const completeWith =
  (databases: Databases, query: string): Complete =>
  async (start, { arguments: { database: name, table = '' } }, ctx) => {
    const database = databases.named(name) ?? databases.all[0];
    return database === undefined ? [] : readTexts(database, { query, params: { start, table } }, ctx);
  };

/** Completes the names of tables and views. */
export const completeTable = (databases: Databases): Complete => completeWith(databases, TABLES);

/** Completes the names of columns of the table that the client named. */
export const completeColumn = (databases: Databases): Complete => completeWith(databases, COLUMNS);
