// list_tables: the tables and views of one database or of all.
import {
  defineTool,
  readPageCursor,
  readsOnly,
  ToolResult,
  writePageCursor,
  type Context,
  type Tool,
} from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import { IS_INTERNAL, quoteName } from '../sql/name.ts';
import type { OwnSql } from '../tasks.ts';
import { shownAsSchema } from '../views.ts';
import { anyDatabase, fitting, jsonResult, pageCursor } from './shared.ts';

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
      description: 'summary adds the number of rows; full also adds columns with types and keys.',
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
    total: { type: 'integer', description: 'How many there are, if these are not all.' },
    next_cursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

// A view may take for ever to count, and a virtual table may be anything.
const TABLES = `
  SELECT name, type, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AS countable
  FROM sqlite_schema
  WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)
    AND NOT ${IS_INTERNAL}`;
const FACTS = `json_object(
  'columns', json((SELECT json_group_array(json_object('name', c.name, 'type', c.type, 'pk', c.pk, 'notnull', c."notnull",
    'unique', EXISTS (SELECT 1 FROM pragma_index_list(:name) i WHERE i."unique" AND NOT i.partial AND i.origin != 'pk'
      AND c.name = (SELECT group_concat(name) FROM pragma_index_info(i.name))))) FROM pragma_table_xinfo(:name) c)),
  'foreign_keys', json((SELECT json_group_array(json_object('from', "from", 'table', "table", 'to', "to"))
    FROM pragma_foreign_key_list(:name)))) AS facts`;

const MOST_DETAILED = 200;
/** Rows to count in all tables of a page together: beyond it, a table has "more". */
const MOST_COUNTED = 4_000_000;

interface Found {
  readonly database: Database;
  readonly name: string;
  readonly type: string;
  readonly isCountable: boolean;
}

/** A table as programs read it, in `_meta`. */
interface Facts {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly pk: number;
    readonly notnull: number;
    readonly unique: number;
  }[];
  readonly foreign_keys: readonly {
    readonly from: string;
    readonly table: string;
    readonly to: string | null;
  }[];
}

interface Listed {
  readonly shown: object;
  readonly facts: Facts | undefined;
}

export const listTables = (databases: Databases): Tool =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description:
      'List tables and views. With detail full, one call gives the columns and keys of all of them. To find a column by name use search_schema.',
    icons: listIcon,
    annotations: readsOnly,
    _meta: shownAsSchema,
    inputSchema,
    outputSchema,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const { limits } = databases;
      // To count rows takes time.
      const maxTables = detail === 'names' ? limits.maxRows : Math.min(limits.maxRows, MOST_DETAILED);
      const request = { database: name ?? null, pattern, type, detail };
      const position = cursor === undefined ? 0 : Number(readPageCursor(request, cursor));
      const skip = Number.isSafeInteger(position) ? position : 0;
      const searched = databases.search(name);
      const found = await Promise.all(
        searched.map((database) => findTables(database, { query: TABLES, params: { type, pattern } }, ctx)),
      );
      const all = found.flat();
      const page = all.slice(skip, skip + maxTables);
      const most = Math.ceil(MOST_COUNTED / Math.max(1, page.length));
      const listed = await Promise.all(
        searched.map((database) => {
          const own = page.filter((table) => table.database === database);
          return describe(database, own, { detail, most, isNamed: searched.length > 1 }, ctx);
        }),
      );
      const described = listed.flat();
      const tables = fitting(
        described.map(({ shown }) => shown),
        limits,
      );
      const end = skip + tables.length;
      const next = { total: all.length, next_cursor: writePageCursor(request, String(end)) };
      const { content, structuredContent } = jsonResult({ tables, ...(all.length > end ? next : {}) });
      const facts = described.slice(0, tables.length).map((each) => each.facts ?? null);
      return new ToolResult({
        ...(content === undefined ? {} : { content }),
        structuredContent,
        ...(detail === 'full' ? { _meta: { facts } } : {}),
      });
    },
  });

const findTables = async (database: Database, statement: OwnSql, ctx: Context): Promise<Found[]> => {
  const [found] = await database.catalog([statement], ctx);
  return (found?.rows ?? []).map(({ name, type, countable }) => ({
    database,
    name: String(name),
    type: String(type),
    isCountable: countable === 1,
  }));
};

interface Details {
  readonly detail: 'names' | 'summary' | 'full';
  /** Rows to count in one table. */
  readonly most: number;
  /** Whether each table says which database it is in. */
  readonly isNamed: boolean;
}

const describe = async (
  database: Database,
  tables: readonly Found[],
  { detail, most, isNamed }: Details,
  ctx: Context,
): Promise<Listed[]> => {
  const statements = detail === 'names' ? [] : tables.map((table) => toDetails(table, detail, most));
  // A view of a table that is gone, or a virtual table of an unknown kind, hides nothing else.
  const details = statements.length === 0 ? [] : await database.catalog(statements, ctx);
  return tables.map(({ name, type }, at) => {
    const { rows: [detailed] = [], problem } = details[at] ?? {};
    const { rows } = detailed ?? {};
    const facts =
      detailed?.['facts'] === undefined ? undefined : (JSON.parse(String(detailed['facts'])) as Facts);
    const shown = {
      ...(isNamed ? { database: database.name } : {}),
      name,
      type,
      ...(rows === undefined ? {} : Number(rows) > most ? { rows: most, more_rows: true } : { rows }),
      ...(facts === undefined ? {} : { columns: toText(facts) }),
      ...(problem === undefined ? {} : { problem }),
    };
    return { shown, facts };
  });
};

/** The statement that gives the details of a table: how many rows it has, and its columns. */
const toDetails = ({ name, isCountable }: Found, detail: 'summary' | 'full', most: number): OwnSql => {
  const some = `SELECT 1 FROM ${quoteName(name)} LIMIT ${most + 1}`;
  const rows = isCountable ? [`(SELECT count(*) FROM (${some})) AS rows`] : [];
  const query = `SELECT ${[...rows, ...(detail === 'full' ? [FACTS] : [])].join() || '1 WHERE 0'}`;
  return { query, params: { name }, mayFail: true };
};

/** Columns as CREATE TABLE writes them. A key of several columns says which part of it each one is. */
const toText = ({ columns, foreign_keys: keys }: Facts): string => {
  const parts = columns.filter(({ pk }) => pk > 0).length;
  return columns
    .map(({ name, type, pk, notnull, unique }) => {
      const key = keys.find(({ from }) => from.toLowerCase() === name.toLowerCase());
      return [
        name,
        ...(type === '' ? [] : [type]),
        ...(pk > 0 ? ['PRIMARY KEY'] : []),
        ...(pk > 0 && parts > 1 ? [`(${pk} of ${parts})`] : []),
        ...(notnull === 1 ? ['NOT NULL'] : []),
        ...(unique === 1 ? ['UNIQUE'] : []),
        ...(key === undefined ? [] : [`REFERENCES ${key.table}${key.to === null ? '' : `(${key.to})`}`]),
      ].join(' ');
    })
    .join(', ');
};
