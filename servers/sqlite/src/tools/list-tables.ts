// list_tables: lists tables and views of one database or of all.
import { defineTool, readsOnly, writePageCursor, type Tool } from '@mcp/runtime';
import { DESCRIPTION, type TableDescription } from '../catalog.ts';
import type { Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import { IS_INTERNAL, quoteName } from '../sql/name.ts';
import type { CatalogAnswer, CatalogRow, OwnSql } from '../tasks.ts';
import { shownAsSchema } from '../views.ts';
import { anyDatabase, fitting, jsonResult, pageCursor, skipOf } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'List only names that match this LIKE pattern.' },
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
      description: 'summary adds row counts; full also adds columns with types and keys.',
    },
    cursor: pageCursor,
    database: anyDatabase,
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
    total: { type: 'integer', description: 'Total number, if these are not all.' },
    next_cursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

// Counting the rows of a view or a virtual table may take forever.
const TABLES = `
  SELECT name, type, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AS countable
  FROM sqlite_schema
  WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)
    AND NOT ${IS_INTERNAL}`;

const MOST_DETAILED = 200;
/** Maximum number of rows to count on a page. A larger table has `more_rows`. */
const MOST_COUNTED = 4_000_000;

export const listTables = (databases: Databases): Tool =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description:
      'List tables and views. With detail full, one call returns the columns and keys of all of them. To find a column by name use search_schema.',
    icons: listIcon,
    annotations: readsOnly,
    _meta: shownAsSchema,
    aliases: { schema: 'database' },
    inputSchema,
    outputSchema,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const { limits } = databases;
      // Counting rows takes time.
      const maxTables = detail === 'names' ? limits.maxRows : Math.min(limits.maxRows, MOST_DETAILED);
      const request = { database: name ?? null, pattern, type, detail };
      const skip = skipOf(request, cursor);
      const searched = databases.search(name);
      const finding = searched.map(async (database) => {
        const [tables] = await database.catalog([{ query: TABLES, params: { type, pattern } }], ctx);
        return (tables?.rows ?? []).map((table) => ({ database, table }));
      });
      const all = (await Promise.all(finding)).flat();
      const page = all.slice(skip, skip + maxTables);
      const most = Math.ceil(MOST_COUNTED / Math.max(1, page.length));
      const describing = searched.map(async (database) => {
        const own = page.filter((each) => each.database === database);
        const statements = detail === 'names' ? [] : own.map(({ table }) => toDetails(table, detail, most));
        const details = statements.length === 0 ? [] : await database.catalog(statements, ctx);
        const named = searched.length > 1 ? { database: database.name } : {};
        return own.map(({ table }, at) => describe({ ...named, ...table }, details[at], most));
      });
      const described = (await Promise.all(describing)).flat();
      const listed = described.map(({ table }) => table);
      const tables = fitting(listed, limits);
      const end = skip + tables.length;
      const more = all.length > end;
      const data = {
        total: more ? all.length : undefined,
        next_cursor: more ? writePageCursor(request, String(end)) : undefined,
        tables,
      };
      const facts = described.slice(0, tables.length).map((each) => each.facts);
      return jsonResult(data, detail === 'full' ? { facts } : undefined);
    },
  });

/** Returns a table for the list, and its facts for programs in `_meta`. */
const describe = (
  { database, name, type }: CatalogRow,
  { rows: [{ rows = null, description = null } = {}] = [], problem }: Partial<CatalogAnswer> = {},
  most: number,
) => {
  const facts = description === null ? null : (JSON.parse(String(description)) as TableDescription);
  const table = {
    database,
    name,
    type,
    rows: rows === null ? undefined : Math.min(Number(rows), most),
    more_rows: Number(rows) > most || undefined,
    columns: facts === null ? undefined : toText(facts),
    problem,
  };
  return { table, facts: facts && { columns: facts.columns, foreign_keys: facts.foreign_keys } };
};

/** Returns the statement that reads the row count and columns of a table. */
const toDetails = ({ name, countable }: CatalogRow, detail: 'summary' | 'full', most: number): OwnSql => {
  const some = `SELECT 1 FROM ${quoteName(String(name))} LIMIT ${most + 1}`;
  const rows = countable === 1 ? `(SELECT count(*) FROM (${some}))` : 'NULL';
  const description = detail === 'full' ? `(${DESCRIPTION})` : 'NULL';
  const query = `SELECT ${rows} AS rows, ${description} AS description`;
  // A broken view or an unknown virtual table must not hide the others.
  return { query, params: { table: String(name) }, mayFail: true };
};

/** Describes columns as CREATE TABLE does, with positions in a key of several columns. */
const toText = ({ columns, indexes, foreign_keys: keys }: TableDescription): string => {
  const parts = columns.filter(({ pk }) => pk > 0).length;
  const isUnique = (name: string): boolean =>
    indexes.some((index) => {
      const [only, ...others] = index.columns;
      const isOfName = only === name && others.length === 0;
      return isOfName && index.unique === 1 && index.partial === 0 && index.origin !== 'pk';
    });
  return columns
    .map(({ name, type, pk, notnull }) => {
      const key = keys.find(({ from }) => from.toLowerCase() === name.toLowerCase());
      const words = [
        name,
        type,
        pk > 0 ? 'PRIMARY KEY' : '',
        pk > 0 && parts > 1 ? `(${pk} of ${parts})` : '',
        notnull === 1 ? 'NOT NULL' : '',
        isUnique(name) ? 'UNIQUE' : '',
        key === undefined ? '' : `REFERENCES ${key.table}${key.to === null ? '' : `(${key.to})`}`,
      ];
      return words.filter((word) => word !== '').join(' ');
    })
    .join(', ');
};
