// sqlite://{database}/table/{table}/…: the schema of one table, and its rows in pages.
import {
  completeFrom,
  defineResourceTemplate,
  readPageCursor,
  ResourceNotFoundError,
  ToolError,
  writePageCursor,
  type Context,
  type ResourceTemplate,
  type UriVariables,
} from '@mcp/runtime';
import { describeTable, type TableDescription } from '../catalog.ts';
import { completeTable } from '../completion.ts';
import type { Database, Databases } from '../databases.ts';
import { readingParams } from '../errors.ts';
import { rowsIcon, schemaIcon } from '../icons.ts';
import { quoteName } from '../sql/name.ts';

const TABLE = 'sqlite://{database}/table/{table}';

/** What both templates complete. */
const completion = (databases: Databases): NonNullable<ResourceTemplate['complete']> => ({
  database: completeFrom(databases.names),
  table: completeTable(databases),
});

/** What a URI names. */
interface TableLocation {
  readonly database: Database;
  readonly table: TableDescription;
}

/** @throws {ResourceNotFoundError} when there is no such database or table. */
const locate = async (
  databases: Databases,
  uri: string,
  variables: UriVariables,
  ctx: Context,
): Promise<TableLocation> => {
  const database = databases.named(variables['database']);
  if (database === undefined) throw new ResourceNotFoundError(uri);
  const table = await readingParams(uri, describeTable(database, variables['table'] ?? '', ctx));
  return { database, table };
};

export const tableSchemaTemplate = (databases: Databases): ResourceTemplate =>
  defineResourceTemplate({
    uriTemplate: `${TABLE}/schema`,
    name: 'table schema',
    title: 'Schema of a table',
    description: 'Columns, indexes, foreign keys and triggers of a table',
    mimeType: 'application/json',
    icons: schemaIcon,
    complete: completion(databases),
    read: async (uri, variables, ctx) => JSON.stringify((await locate(databases, uri, variables, ctx)).table),
    watch: async (uri, variables, updated, ctx) =>
      (await locate(databases, uri, variables, ctx)).database.changes.listen('schema', () => updated()),
  });

export const tableRowsTemplate = (databases: Databases): ResourceTemplate =>
  defineResourceTemplate({
    uriTemplate: `${TABLE}/rows{?limit,cursor}`,
    name: 'table rows',
    title: 'Rows of a table',
    description: 'Rows of a table in pages; next is the URI of the page after',
    mimeType: 'application/json',
    icons: rowsIcon,
    complete: completion(databases),
    read: async (uri, variables, ctx) => {
      const location = await locate(databases, uri, variables, ctx);
      return readingParams(uri, readRows(location, { ...variables, uri }, databases.limits.maxRows, ctx));
    },
    watch: async (uri, variables, updated, ctx) =>
      (await locate(databases, uri, variables, ctx)).database.changes.listen('any', () => updated()),
  });

const readRows = async (
  { database, table }: TableLocation,
  { uri = '', limit, cursor }: UriVariables,
  most: number,
  ctx: Context,
): Promise<string> => {
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw new ToolError('limit must be a number from 1.', { code: 'invalid_limit' });
  const request = { database: database.name, table: table.name };
  const skip = cursor === undefined ? 0 : Number(readPageCursor(request, cursor));
  const query = `SELECT * FROM ${quoteName(table.name)}`;
  const maxRows = Math.min(Number(limit ?? most), most);
  const { columns, rows, count, isTruncated } = await database.query({ query, skip, maxRows }, ctx);
  const next = new URLSearchParams({
    ...(limit === undefined ? {} : { limit }),
    cursor: writePageCursor(request, String(skip + count)),
  });
  const more = isTruncated ? { next: `${uri.split('?')[0]}?${next.toString()}` } : {};
  // Both come as JSON from the process of the database.
  const others = JSON.stringify(more).slice(1, -1);
  return `{"columns":${columns},${others === '' ? '' : `${others},`}"rows":${rows}}`;
};
