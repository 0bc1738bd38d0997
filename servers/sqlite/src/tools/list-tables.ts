// list_tables: the tables and views of a database.
import {
  defineTool,
  readPageCursor,
  readsOnly,
  writePageCursor,
  type Context,
  type Tool,
} from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import { jsonResult } from '../result.ts';
import { quoteName } from '../sql/name.ts';
import type { CatalogAnswer, CatalogRow, OwnSql } from '../tasks.ts';

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
        'summary adds the number of rows; full adds columns with types too, which saves a describe_table for each.',
    },
    cursor: {
      type: 'string',
      description:
        'The nextCursor of the answer before, with the same other arguments, for the tables after it.',
    },
    database: {
      type: 'string',
      description: 'The name of the database. May be omitted if there is only one.',
    },
  },
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    tables: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { type: 'string' },
          rows: { type: 'integer' },
          columns: { type: 'string' },
          problem: { type: 'string' },
        },
        required: ['name', 'type'],
      },
    },
    nextCursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

// A view may take for ever to count, and a virtual table may be anything.
const TABLES = `
  SELECT name, type, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AS countable
  FROM sqlite_schema
  WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)
  LIMIT :limit OFFSET :skip`;
const COLUMNS =
  "SELECT group_concat(rtrim(c.name || ' ' || c.type), ', ') AS columns FROM pragma_table_xinfo(:name) c";

export const listTables = (databases: Databases): Tool =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description:
      'List the tables and views of a database. With detail full, one call gives the columns of all of them. To find a column by its name use search_schema.',
    icons: listIcon,
    annotations: readsOnly,
    inputSchema,
    outputSchema,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const database = databases.find(name);
      const request = { database: database.name, pattern, type, detail };
      const skip = cursor === undefined ? 0 : Number(readPageCursor(request, cursor));
      const { maxRows } = databases.options.limits;
      const params = { type, pattern, limit: maxRows + 1, skip: Number.isSafeInteger(skip) ? skip : 0 };
      const [found] = await database.catalog([{ query: TABLES, params }], ctx);
      const rows = found?.rows ?? [];
      const tables = await describeAll(database, rows.slice(0, maxRows), detail, ctx);
      const next =
        rows.length > maxRows ? { nextCursor: writePageCursor(request, String(skip + maxRows)) } : {};
      return jsonResult({ tables, ...next });
    },
  });

type Detail = 'names' | 'summary' | 'full';

/** The tables with as much detail as is wanted. */
const describeAll = async (
  database: Database,
  tables: readonly CatalogRow[],
  detail: Detail,
  ctx: Context,
): Promise<object[]> => {
  const names = tables.map(({ name }) => String(name));
  const counts = names.map((name, at): OwnSql => {
    const isCounted = detail !== 'names' && tables[at]?.['countable'] === 1;
    return { query: isCounted ? `SELECT count(*) AS rows FROM ${quoteName(name)}` : NOTHING };
  });
  // A view of a table that is gone, or a virtual table of an unknown kind, hides nothing else.
  const columns = names.map((name): OwnSql =>
    detail === 'full' ? { query: COLUMNS, params: { name }, mayFail: true } : { query: NOTHING },
  );
  const answers = detail === 'names' ? [] : await database.catalog([...counts, ...columns], ctx);
  return tables.map(({ name, type }, at) => ({
    name,
    type,
    ...answers[at]?.rows[0],
    ...toColumns(answers[names.length + at]),
  }));
};

const NOTHING = 'SELECT 1 WHERE 0';

const toColumns = (answer: CatalogAnswer | undefined): object => {
  if (answer?.problem !== undefined) return { problem: answer.problem };
  return answer?.rows[0] ?? {};
};
