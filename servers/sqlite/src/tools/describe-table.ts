// describe_table: returns columns, indexes, foreign keys and triggers of a table, or what its columns contain.
import { defineTool, readsOnly, type Context, type Tool } from '@mcp/runtime';
import { describeTable as describe, type TableDescription } from '../catalog.ts';
import type { Database, Databases } from '../databases.ts';
import { describeIcon } from '../icons.ts';
import { profileTable } from '../profile.ts';
import { shownAsSchema } from '../views.ts';
import { databaseName, fitting, jsonResult, unlessEmpty } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    table_name: { type: 'string', description: 'Name of a table or view, without quotes.' },
    profile: {
      type: 'boolean',
      default: false,
      description:
        'Instead return statistics of each column: NULLs, distinct values, minimum, maximum and most frequent values.',
    },
    database: databaseName,
  },
  required: ['table_name'],
  additionalProperties: false,
} as const;

/** A list of objects. */
const rows = { type: 'array' } as const;

const outputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { type: 'string' },
    columns: rows,
    indexes: rows,
    foreign_keys: rows,
    triggers: rows,
    sql: { type: 'string' },
    rows: { type: 'integer', description: 'With profile: number of rows read.' },
    more_rows: { type: 'boolean', description: 'Whether the table has more rows.' },
    note: { type: 'string' },
  },
  required: ['name', 'type', 'columns'],
} as const;

export const describeTable = (databases: Databases): Tool =>
  defineTool({
    name: 'describe_table',
    title: 'Describe table',
    description: 'Get the columns, indexes, foreign keys, triggers and SQL of one table or view.',
    icons: describeIcon,
    annotations: readsOnly,
    _meta: shownAsSchema,
    aliases: { table: 'table_name' },
    inputSchema,
    outputSchema,
    async run({ table_name: table, profile, database: name }, ctx) {
      const database = databases.find(name);
      const description = await describe(database, table, ctx);
      if (profile) return jsonResult(await toProfile(database, description, databases.limits, ctx));
      const { indexes, foreign_keys: keys, triggers, ...rest } = description;
      return jsonResult({
        ...rest,
        indexes: unlessEmpty(indexes),
        foreign_keys: unlessEmpty(keys),
        triggers: unlessEmpty(triggers),
      });
    },
  });

/** Returns the profile as an answer. The note counts columns that do not fit. */
const toProfile = async (
  database: Database,
  description: TableDescription,
  limits: Databases['limits'],
  ctx: Context,
): Promise<object> => {
  const { name, type, columns: all } = description;
  const { rows: count, hasMoreRows, columns: profiles } = await profileTable(database, description, ctx);
  const columns = fitting(profiles, limits);
  const left = all.length - columns.length;
  return {
    name,
    type,
    rows: count,
    more_rows: hasMoreRows || undefined,
    note: left === 0 ? undefined : `${left} more columns are not profiled: query them with read_query.`,
    columns,
  };
};
