// browse_schema: all tables with their columns and foreign keys, for the diagram that hosts show beside list_tables.
import { defineTool, readsOnly, ToolResult, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import type { CatalogRow, OwnSql } from '../tasks.ts';
import { forSchemaOnly } from '../views.ts';
import { databaseName, fitting } from './shared.ts';

/** More boxes are no diagram. */
const MOST_TABLES = 500;

/** A page is not for a model, so it may be longer than an answer. */
const TIMES_AN_ANSWER = 8;

const inputSchema = {
  type: 'object',
  properties: { database: databaseName },
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    tables: { type: 'array', items: { type: 'object' } },
    total: { type: 'integer', description: 'How many tables and views there are.' },
  },
  required: ['tables', 'total'],
} as const;

const TABLES = `
  SELECT name, type FROM sqlite_schema
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name LIMIT :limit`;
const COUNT = `
  SELECT count(*) AS total FROM sqlite_schema
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
const DETAIL = `
  SELECT json_object(
    'columns', json((SELECT json_group_array(json_object('name', name, 'type', type, 'pk', pk, 'notnull', "notnull"))
      FROM pragma_table_xinfo(:name))),
    'foreign_keys', json((SELECT json_group_array(json_object('id', id, 'from', "from", 'table', "table", 'to', "to"))
      FROM pragma_foreign_key_list(:name)))) AS detail`;

export const browseSchema = (databases: Databases): Tool =>
  defineTool({
    name: 'browse_schema',
    title: 'Browse schema',
    description: 'Return all tables and views with their columns and foreign keys.',
    icons: listIcon,
    annotations: readsOnly,
    _meta: forSchemaOnly,
    inputSchema,
    outputSchema,
    async run({ database: name }, ctx) {
      const database = databases.find(name);
      const { limits } = databases;
      const [found, counted] = await database.catalog(
        [{ query: TABLES, params: { limit: MOST_TABLES } }, { query: COUNT }],
        ctx,
      );
      const rows = found?.rows ?? [];
      const details = await database.catalog(rows.map(toDetail), ctx);
      const all = rows.map(({ name: table, type }, at) => {
        const { rows: [detailed] = [], problem } = details[at] ?? {};
        // A view of a table that is gone has no columns.
        const detail =
          detailed === undefined ? { columns: [], foreign_keys: [], problem } : toObject(detailed);
        return { name: table, type, ...detail };
      });
      const tables = fitting(all, {
        ...limits,
        maxRows: MOST_TABLES,
        maxChars: limits.maxChars * TIMES_AN_ANSWER,
      });
      const total = Number(counted?.rows[0]?.['total'] ?? 0);
      return new ToolResult({
        content: `${tables.length} of ${total} tables and views`,
        structuredContent: { tables, total },
      });
    },
  });

const toDetail = ({ name }: CatalogRow): OwnSql => ({
  query: DETAIL,
  params: { name: String(name) },
  mayFail: true,
});

const toObject = ({ detail }: CatalogRow): object => JSON.parse(String(detail)) as object;
