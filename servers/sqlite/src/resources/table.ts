// sqlite://{database}/table/{table}/…: the schema of one table, and its rows in pages.
import { defineResourceTemplate, ResourceNotFoundError, ToolError, type Context } from '@mcp/runtime';
import { describeOne, quoteName, tableNames } from '../catalog.ts';
import type { ChangeWatch } from '../change-watch.ts';
import { readCursor, toCursor } from '../cursor.ts';
import type { Database, Databases } from '../databases.ts';
import { rowsIcon, schemaIcon } from '../icons.ts';

type Variables = { readonly [name: string]: string | undefined };
type Watches = ReadonlyMap<Database, ChangeWatch>;

const TABLE = 'sqlite://{database}/table/{table}';
const MOST_SUGGESTIONS = 100;

/** What both templates complete. */
const completion = (databases: Databases) => ({
  database: (typed: string) => databases.all.map(({ name }) => name).filter((name) => name.startsWith(typed)),
  table: (typed: string, known: { readonly arguments: Variables }, ctx: Context) => {
    const { database } = known.arguments;
    const target = databases.all.find(({ name }) => name === database) ?? databases.all[0];
    return target === undefined ? [] : tableNames(target, typed, MOST_SUGGESTIONS, ctx);
  },
});

/** The database of a URI. @throws {ResourceNotFoundError} when there is none of that name. */
const databaseOf = (databases: Databases, uri: string, { database }: Variables): Database => {
  const found = databases.all.find(({ name }) => name === database);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return found;
};

/** @throws {ResourceNotFoundError} when there is no such table. */
const describeTable = async (database: Database, uri: string, { table = '' }: Variables, ctx: Context) => {
  const found = await describeOne(database, table, ctx);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return found;
};

export const tableSchemaTemplate = (databases: Databases, watches: Watches) =>
  defineResourceTemplate({
    uriTemplate: `${TABLE}/schema`,
    name: 'table schema',
    title: 'Schema of a table',
    description: 'Columns, indexes, foreign keys and triggers of a table',
    mimeType: 'application/json',
    icons: schemaIcon,
    complete: completion(databases),
    read: async (uri, variables, ctx) =>
      JSON.stringify(await describeTable(databaseOf(databases, uri, variables), uri, variables, ctx)),
    watch: async (uri, variables, updated, ctx) => {
      const database = databaseOf(databases, uri, variables);
      await describeTable(database, uri, variables, ctx);
      return watches.get(database)?.listen({ schema: () => updated() }) ?? (() => undefined);
    },
  });

export const tableRowsTemplate = (databases: Databases, watches: Watches) =>
  defineResourceTemplate({
    uriTemplate: `${TABLE}/rows{?limit,cursor}`,
    name: 'table rows',
    title: 'Rows of a table',
    description: 'Rows of a table in pages; next is the URI of the page after',
    mimeType: 'application/json',
    icons: rowsIcon,
    complete: completion(databases),
    read: (uri, variables, ctx) => readRows(databases, uri, variables, ctx),
    watch: async (uri, variables, updated, ctx) => {
      const database = databaseOf(databases, uri, variables);
      await describeTable(database, uri, variables, ctx);
      return watches.get(database)?.listen({ data: () => updated() }) ?? (() => undefined);
    },
  });

const readRows = async (
  databases: Databases,
  uri: string,
  variables: Variables,
  ctx: Context,
): Promise<string> => {
  const database = databaseOf(databases, uri, variables);
  const { name } = await describeTable(database, uri, variables, ctx);
  const request = [database.name, name];
  const skip = readCursor(variables['cursor'], request);
  const maxRows = Math.min(readLimit(variables['limit']), databases.limits.maxRows);
  const query = `SELECT * FROM ${quoteName(name)}`;
  const [found] = await database.read([{ query }], ctx, { skip, maxRows });
  if (found === undefined) throw new ResourceNotFoundError(uri);
  const { columns, count, isTruncated, json } = found;
  const page = (more: object): string =>
    `${JSON.stringify({ columns, ...more }).slice(0, -1)},"rows":${json}}`;
  if (!isTruncated) return page({});
  const limit = variables['limit'] === undefined ? '' : `limit=${maxRows}&`;
  const cursor = toCursor(skip + count, request);
  return page({ next: `${uri.split('?')[0]}?${limit}cursor=${cursor}` });
};

const readLimit = (limit: string | undefined): number => {
  if (limit === undefined) return Infinity;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new ToolError('limit must be a number from 1');
  return Number(limit);
};
