// list_tables: the tables and views of a database.
import { defineTool, readPageCursor, readsOnly, writePageCursor, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import { quoteName } from '../sql/name.ts';
import type { CatalogRow, OwnSql } from '../tasks.ts';
import { shownAsSchema } from '../views.ts';
import { databaseName, fitting, jsonResult, pageCursor } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    pattern: {
      type: 'string',
      description: 'List only names that match this LIKE pattern, where % stands for any text.',
    },
    type: {
      type: 'string',
      enum: ['table', 'view', 'all'],
      default: 'table',
      description: 'List only tables, only views, or both.',
    },
    detail: {
      type: 'string',
      enum: ['names', 'summary', 'full'],
      default: 'names',
      description:
        'summary adds the number of rows; full adds columns with types and keys too, which saves a describe_table for each.',
    },
    cursor: pageCursor,
    database: databaseName,
  },
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    tables: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
    },
    next_cursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

// A view may take for ever to count, and a virtual table may be anything.
const TABLES = `
  SELECT name, type, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AS countable
  FROM sqlite_schema
  WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)
  LIMIT :limit OFFSET :skip`;
// A column as CREATE TABLE writes it. A key of several columns says which part of it each one is.
const COLUMNS = `(SELECT group_concat(rtrim(c.name || ' ' || c.type)
    || iif(c.pk > 0, ' PRIMARY KEY', '') || iif(c.pk > 0 AND k.parts > 1, ' (' || c.pk || ' of ' || k.parts || ')', '')
    || iif(c."notnull", ' NOT NULL', '')
    || iif(EXISTS (SELECT 1 FROM pragma_index_list(:name) i WHERE i."unique" AND NOT i.partial AND i.origin != 'pk'
        AND c.name = (SELECT group_concat(name) FROM pragma_index_info(i.name))), ' UNIQUE', '')
    || coalesce((SELECT ' REFERENCES ' || f."table" || coalesce('(' || f."to" || ')', '')
        FROM pragma_foreign_key_list(:name) f WHERE f."from" = c.name COLLATE NOCASE), ''), ', ')
  FROM pragma_table_xinfo(:name) c, (SELECT count(*) AS parts FROM pragma_table_info(:name) WHERE pk > 0) k) AS columns`;

const MOST_DETAILED = 200;
/** Rows to count in all tables of a page together: beyond it, a table has "more". */
const MOST_COUNTED = 4_000_000;

export const listTables = (databases: Databases): Tool =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description:
      'List the tables and views of a database. With detail full, one call gives the columns and keys of all of them. To find a column by its name use search_schema.',
    icons: listIcon,
    annotations: readsOnly,
    _meta: shownAsSchema,
    inputSchema,
    outputSchema,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const database = databases.find(name);
      const { limits } = databases;
      // To count rows takes time.
      const maxTables = detail === 'names' ? limits.maxRows : Math.min(limits.maxRows, MOST_DETAILED);
      const request = { database: database.name, pattern, type, detail };
      const skip = cursor === undefined ? 0 : Number(readPageCursor(request, cursor));
      const params = { type, pattern, limit: maxTables + 1, skip: Number.isSafeInteger(skip) ? skip : 0 };
      const [found] = await database.catalog([{ query: TABLES, params }], ctx);
      const rows = found?.rows ?? [];
      const page = rows.slice(0, maxTables);
      // A view of a table that is gone, or a virtual table of an unknown kind, hides nothing else.
      const most = Math.ceil(MOST_COUNTED / Math.max(1, page.length));
      const details =
        detail === 'names' ? [] : await database.catalog(page.map(toDetails(detail, most)), ctx);
      const described = page.map(({ name: table, type: kind }, at) => {
        const { rows: [detailed] = [], problem } = details[at] ?? {};
        const more = Number(detailed?.['rows']) > most ? { rows: most, more_rows: true } : {};
        return {
          name: table,
          type: kind,
          ...detailed,
          ...more,
          ...(problem === undefined ? {} : { problem }),
        };
      });
      const tables = fitting(described, limits);
      const next = { next_cursor: writePageCursor(request, String(skip + tables.length)) };
      return jsonResult({ tables, ...(rows.length > tables.length ? next : {}) });
    },
  });

/** The statement that gives the details of a table: how many rows it has, and its columns. */
const toDetails =
  (detail: 'summary' | 'full', most: number) =>
  ({ name, countable }: CatalogRow): OwnSql => {
    const some = `SELECT 1 FROM ${quoteName(String(name))} LIMIT ${most + 1}`;
    const rows = countable === 1 ? [`(SELECT count(*) FROM (${some})) AS rows`] : [];
    const columns = detail === 'full' ? [COLUMNS] : [];
    const query = `SELECT ${[...rows, ...columns].join() || '1 WHERE 0'}`;
    return { query, params: { name: String(name) }, mayFail: true };
  };
