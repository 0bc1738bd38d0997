// search_schema: finds tables, views, columns, indexes and triggers by part of a name.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { searchIcon } from '../icons.ts';
import { IS_INTERNAL, TABLE_NAMES } from '../sql/name.ts';
import { anyDatabase, fitting, jsonResult } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'Part of a name like email, case-insensitive.' },
    type: {
      type: 'string',
      enum: ['table', 'view', 'column', 'index', 'trigger', 'all'],
      default: 'all',
      description: 'Find only names of this type.',
    },
    database: anyDatabase,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    matches: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['matches'],
} as const;

const NAMES = `
  SELECT type, name, nullif(tbl_name, name) AS "table" FROM sqlite_schema
  WHERE instr(lower(name), lower(:query)) AND NOT ${IS_INTERNAL} AND :type IN (type, 'all')
  ORDER BY type NOT IN ('table', 'view'), name LIMIT :limit`;

const SOURCES = `${TABLE_NAMES} AND :type IN ('column', 'all')`;

const COLUMNS = `
  SELECT 'column' AS type, name, :table AS "table", nullif(type, '') AS column_type FROM pragma_table_xinfo(:table)
  WHERE instr(lower(name), lower(:query)) LIMIT :limit`;

const MORE = 'There are more matches: search for a longer part of the name, or for one type.';

export const searchSchema = (databases: Databases): Tool =>
  defineTool({
    name: 'search_schema',
    title: 'Search schema',
    description:
      'Find where something is stored: tables, views, columns, indexes and triggers by part of a name.',
    icons: searchIcon,
    annotations: readsOnly,
    inputSchema,
    outputSchema,
    async run({ query, type, database: name }, ctx) {
      const limit = databases.limits.maxRows + 1;
      const found = databases.search(name).map(async (database) => {
        const byName = { query: NAMES, params: { query, type, limit } };
        const [names, sources] = await database.catalog([byName, { query: SOURCES, params: { type } }], ctx);
        // The columns of a broken view cannot be read.
        const statements = (sources?.rows ?? []).map(({ name: source }) => ({
          query: COLUMNS,
          params: { table: String(source), query, limit },
          mayFail: true,
        }));
        const columns = await database.catalog(statements, ctx);
        return [...(names?.rows ?? []), ...columns.flatMap(({ rows }) => rows)].map((row) => ({
          database: database.name,
          ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
        }));
      });
      const all = (await Promise.all(found)).flat();
      const matches = fitting(all, databases.limits);
      const truncated = all.length > matches.length;
      return jsonResult({ truncated, note: truncated ? MORE : undefined, matches });
    },
  });
