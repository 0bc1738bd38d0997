// Resources: the schema of a database as SQL, the schema of one table, and its rows in pages.
import {
  completeFrom,
  defineResource,
  defineResourceTemplate,
  ResourceNotFoundError,
  ToolError,
  writePageCursor,
  type Context,
  type Resource,
  type ResourceTemplate,
  type UriVariables,
} from '@mcp/runtime';
import { describeTable, schemaSql, type TableDescription } from './catalog.ts';
import { completeTable } from './completion.ts';
import type { Database, Databases } from './databases.ts';
import { readingParams } from './errors.ts';
import { rowsIcon, schemaIcon } from './icons.ts';
import { quoteName } from './sql/name.ts';
import { skipOf } from './tools/shared.ts';

/** Returns the resource for the whole schema of a database. */
export const schemaResource = (database: Database): Resource =>
  defineResource({
    uri: `sqlite://${database.name}/schema`,
    name: `${database.name} schema`,
    title: `Schema of ${database.name}`,
    description: 'All tables, views, indexes and triggers as SQL',
    mimeType: 'application/sql',
    icons: schemaIcon,
    read: (ctx) => schemaSql(database, ctx),
    watch: (updated) => database.changes.listen('schema', () => updated()),
  });

/** Returns the templates for the schema and the rows of a table. */
export const tableTemplates = (databases: Databases): readonly ResourceTemplate[] => [
  define(databases, 'schema', {
    uriTemplate: `${TABLE}/schema`,
    name: 'table schema',
    title: 'Schema of a table',
    description: 'Columns, indexes, foreign keys and triggers of a table',
    icons: schemaIcon,
    read: async (_, { table }) => JSON.stringify(table),
  }),
  define(databases, 'any', {
    uriTemplate: `${TABLE}/rows{?limit,cursor}`,
    name: 'table rows',
    title: 'Rows of a table',
    description: 'Rows of a table in pages; next is the URI of the following page',
    icons: rowsIcon,
    read: (uri, location, variables, ctx) =>
      readRows(location, { ...variables, uri }, databases.limits.maxRows, ctx),
  }),
];

const TABLE = 'sqlite://{database}/table/{table}';

/** The database and table of a URI. */
interface TableLocation {
  readonly database: Database;
  readonly table: TableDescription;
}

interface TableTemplate extends Pick<
  ResourceTemplate,
  'uriTemplate' | 'name' | 'title' | 'description' | 'icons'
> {
  read(uri: string, location: TableLocation, variables: UriVariables, ctx: Context): Promise<string>;
}

/** Defines a template for tables. `changes` says which changes update its resources. */
const define = (
  databases: Databases,
  changes: 'any' | 'schema',
  template: TableTemplate,
): ResourceTemplate => {
  /** @throws {ResourceNotFoundError} if there is no such database or table. */
  const locate = async (uri: string, variables: UriVariables, ctx: Context): Promise<TableLocation> => {
    const database = databases.named(variables['database']);
    if (database === undefined) throw new ResourceNotFoundError(uri);
    return { database, table: await describeTable(database, variables['table'] ?? '', ctx) };
  };
  return defineResourceTemplate({
    ...template,
    mimeType: 'application/json',
    complete: { database: completeFrom(databases.names), table: completeTable(databases) },
    read: (uri, variables, ctx) =>
      readingParams(uri, async () => template.read(uri, await locate(uri, variables, ctx), variables, ctx)),
    watch: async (uri, variables, updated, ctx) => {
      const { database } = await readingParams(uri, () => locate(uri, variables, ctx));
      return database.changes.listen(changes, () => updated());
    },
  });
};

const readRows = async (
  { database, table }: TableLocation,
  { uri = '', limit, cursor }: UriVariables,
  most: number,
  ctx: Context,
): Promise<string> => {
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw new ToolError('limit must be a whole number of at least 1.', { code: 'invalid_limit' });
  const request = { database: database.name, table: table.name };
  const skip = skipOf(request, cursor);
  const query = `SELECT * FROM ${quoteName(table.name)}`;
  const maxRows = Math.min(Number(limit ?? most), most);
  const { columns, rows, count, isTruncated } = await database.query({ query, skip, maxRows }, ctx);
  // Both are JSON already.
  if (!isTruncated) return `{"columns":${columns},"rows":${rows}}`;
  const next = new URLSearchParams(limit === undefined ? {} : { limit });
  next.set('cursor', writePageCursor(request, String(skip + count)));
  return `{"columns":${columns},"next":${JSON.stringify(`${uri.split('?')[0]}?${next.toString()}`)},"rows":${rows}}`;
};
