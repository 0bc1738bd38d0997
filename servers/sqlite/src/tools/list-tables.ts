// list_tables: the tables and views of a database.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toObjects } from '../catalog.ts';
import { readCursor, toCursor } from '../cursor.ts';
import type { Databases } from '../databases.ts';
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
    detail: { type: 'string', enum: ['names', 'columns'], default: 'names' },
    cursor: { type: 'string' },
    database,
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    // Each with name, type and, when asked for, columns.
    tables: { type: 'array', items: { type: 'object' } },
    nextCursor: { type: 'string' },
  },
  required: ['tables'],
} as const;

const NAMES = 'SELECT name, type';
const WITH_COLUMNS = `${NAMES}, (SELECT group_concat(rtrim(c.name || ' ' || c.type), ', ') FROM pragma_table_xinfo(s.name) c) AS columns`;
const FROM =
  " FROM sqlite_schema s WHERE type IN ('table', 'view') AND (:type = 'all' OR type = :type) AND (:pattern IS NULL OR name LIKE :pattern)";

export const listTables = (databases: Databases) =>
  defineTool({
    name: 'list_tables',
    title: 'List tables',
    description: 'List all tables in the SQLite database',
    icons: listIcon,
    annotations: READS,
    input,
    output,
    async run({ pattern = null, type, detail, cursor, database: name }, ctx) {
      const target = databases.find(name);
      const request = [target.name, pattern, type, detail];
      const skip = readCursor(cursor, request);
      const query = (detail === 'names' ? NAMES : WITH_COLUMNS) + FROM;
      const [found] = await target.read([{ query, params: { type, pattern } }], ctx, { skip });
      if (found === undefined) throw new Error('no result');
      const tables = toObjects(found).map((row) => ({
        name: toPlainText(row['name']),
        type: toPlainText(row['type']),
        ...(detail === 'names' ? {} : { columns: toPlainText(row['columns']) }),
      }));
      const next = found.isTruncated ? { nextCursor: toCursor(skip + tables.length, request) } : {};
      return new ToolResult({
        content: [text(`[${tables.map(toText).join(', ')}]`), ...notes(found).map((note) => text(note))],
        structured: { tables, ...next },
      });
    },
  });

const toText = ({ name, columns }: { readonly name: string; readonly columns?: string }): string =>
  `{'name': ${pythonString(name)}${columns === undefined ? '' : `, 'columns': ${pythonString(columns)}`}}`;
