// list_tables: the tables and views of a database.
import { defineTool, text, ToolError, ToolResult, type Context } from '@mcp/runtime';
import { quoteName, toObjects, type JsonRow } from '../catalog.ts';
import { readCursor, toCursor } from '../cursor.ts';
import type { Database, Databases } from '../databases.ts';
import { listIcon } from '../icons.ts';
import { pythonString } from '../sql/python-text.ts';
import { toPlainText } from '../sql/value.ts';
import { database, READS } from './shapes.ts';
import { notes } from './read-query.ts';

const input = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'LIKE pattern' },
    type: { type: 'string', enum: ['table', 'view', 'all'], default: 'table' },
    detail: { type: 'string', enum: ['names', 'summary', 'full'], default: 'names' },
    cursor: { type: 'string' },
    database,
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    // Each with name, type; for summary the number of rows; for full also columns, or the problem with them.
    tables: { type: 'array', items: { type: 'object' } },
    nextCursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

const NAMES = 'SELECT name, type';
// A view may take for ever, and a virtual table may be anything.
const COUNTABLE = "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AS countable";
const COLUMNS =
  "SELECT group_concat(rtrim(c.name || ' ' || c.type), ', ') AS columns FROM pragma_table_xinfo(:name) c";
const FIELDS = { names: NAMES, summary: `${NAMES}, ${COUNTABLE}`, full: `${NAMES}, ${COUNTABLE}` } as const;
const FROM =
  " FROM sqlite_schema s WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)";

export const listTables = (databases: Databases) =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description: 'List all tables in the SQLite database',
    icons: listIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const target = databases.find(name);
      const request = [target.name, pattern, type, detail];
      const skip = readCursor(cursor, request);
      const query = FIELDS[detail] + FROM;
      const [found] = await target.read([{ query, params: { type, pattern }, isOwn: true }], ctx, { skip });
      if (found === undefined) throw new Error('no result');
      const rows = toObjects(found);
      const counts = await countRows(target, rows, ctx);
      const columns = detail === 'full' ? await listColumns(target, rows, ctx) : [];
      const tables = rows.map((row, index) => {
        const table = toPlainText(row['name']);
        const count = counts.get(table);
        return {
          name: table,
          type: toPlainText(row['type']),
          ...(count === undefined ? {} : { rows: count }),
          ...columns[index],
        };
      });
      const next = found.isTruncated ? { nextCursor: toCursor(skip + tables.length, request) } : {};
      return new ToolResult({
        content: [text(`[${tables.map(toText).join(', ')}]`), ...notes(found).map((note) => text(note))],
        structuredContent: { tables, ...next },
      });
    },
  });

/** How many rows the tables have that can be counted. */
const countRows = async (
  target: Database,
  tables: readonly JsonRow[],
  ctx: Context,
): Promise<ReadonlyMap<string, number>> => {
  const names = tables.filter(({ countable }) => countable === 1).map(({ name }) => toPlainText(name));
  if (names.length === 0) return new Map();
  const statements = names.map((name) => ({ query: `SELECT count(*) FROM ${quoteName(name)}` }));
  const counts = await target.read(statements, ctx);
  return new Map(names.map((name, index) => [name, Number(counts[index]?.values[0]?.[0])]));
};

type Columns = { readonly columns: string } | { readonly problem: string };

const listColumns = async (
  target: Database,
  tables: readonly JsonRow[],
  ctx: Context,
): Promise<readonly Columns[]> => {
  const statements = tables.map(({ name = null }) => ({ query: COLUMNS, params: { name }, isOwn: true }));
  const read = async (some: typeof statements): Promise<Columns[]> =>
    (await target.read(some, ctx)).map(({ values }) => ({ columns: toPlainText(values[0]?.[0]) }));
  try {
    return await read(statements);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
  // A view of a table that is gone, or a virtual table of an unknown kind: the others are told all the same.
  const found: Columns[] = [];
  for (const statement of statements)
    found.push(...(await read([statement]).catch((error: unknown) => [toProblem(error)])));
  return found;
};

const toProblem = (error: unknown): Columns => {
  if (error instanceof ToolError) return { problem: error.message };
  throw error;
};

interface Listed {
  readonly name: string;
  readonly rows?: number;
  readonly columns?: string;
  readonly problem?: string;
}

const toText = ({ name, rows, columns, problem }: Listed): string => {
  const more = [
    ...(rows === undefined ? [] : [`, 'rows': ${rows}`]),
    ...(columns === undefined ? [] : [`, 'columns': ${pythonString(columns)}`]),
    ...(problem === undefined ? [] : [`, 'problem': ${pythonString(problem)}`]),
  ];
  return `{'name': ${pythonString(name)}${more.join('')}}`;
};
