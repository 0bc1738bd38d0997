// profile_table: what the columns of a table hold, in one call.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { describeTable } from '../catalog.ts';
import type { Databases } from '../databases.ts';
import { describeIcon } from '../icons.ts';
import { quoteName } from '../sql/name.ts';
import { databaseName, fitting, jsonResult } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    table_name: { type: 'string', description: 'The name of a table or view.' },
    database: databaseName,
  },
  required: ['table_name'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    table: { type: 'string' },
    rows: { type: 'integer', description: 'How many rows were looked at.' },
    more_rows: { type: 'boolean', description: 'True when the table has more rows than that.' },
    columns: {
      type: 'array',
      items: { type: 'object' },
      description: 'For each: nulls, distinct values, minimum, maximum, and the most frequent values as SQL.',
    },
  },
  required: ['table', 'rows', 'columns'],
} as const;

/** Values to look at: rows times columns. */
const MOST_VALUES = 1_000_000;
const MOST_ROWS = 100_000;
/** Each is a part of a UNION with a subquery of its own. */
const MOST_COLUMNS = 100;
const EXAMPLES = 3;
/** Of a minimum, a maximum or an example. */
const CHARACTERS = 60;

export const profileTable = (databases: Databases): Tool =>
  defineTool({
    name: 'profile_table',
    title: 'Profile table',
    description:
      'Show what each column holds: NULLs, distinct values, the smallest, largest and most frequent ones, in the first 100,000 rows.',
    icons: describeIcon,
    annotations: readsOnly,
    aliases: { table: 'table_name' },
    inputSchema,
    outputSchema,
    async run({ table_name: given, database: name }, ctx) {
      const database = databases.find(name);
      const { name: table, columns } = await describeTable(database, given, ctx);
      const names = (columns as readonly { readonly name: string }[]).map((column) => column.name);
      const looked = names.slice(0, MOST_COLUMNS);
      const most = Math.min(MOST_ROWS, Math.ceil(MOST_VALUES / looked.length));
      const from = `(SELECT * FROM ${quoteName(table)} LIMIT ${most})`;
      const parts = looked.map((column) => profileOf(quoteName(column), from));
      const limits = { maxRows: MOST_COLUMNS, maxChars: Infinity };
      const found = await database.query({ query: parts.join(' UNION ALL '), ...limits }, ctx);
      const rows = JSON.parse(found.rows) as Profile[];
      const count = rows[0]?.[0] ?? 0;
      const described = rows.map(([, nulls, distinct, minimum, maximum, examples], at) => ({
        name: looked[at],
        nulls,
        distinct,
        ...(nulls === count ? {} : { minimum, maximum, examples }),
      }));
      const more = count === most ? { more_rows: await hasMore(database, table, most, ctx) } : {};
      return jsonResult({ table, rows: count, ...more, columns: fitting(described, databases.limits) });
    },
  });

type Profile = readonly [
  rows: number,
  nulls: number,
  distinct: number,
  minimum: unknown,
  maximum: unknown,
  examples: unknown,
];

const profileOf = (column: string, from: string): string => {
  const short = (value: string): string =>
    `iif(typeof(${value}) IN ('text', 'blob'), substr(${value}, 1, ${CHARACTERS}), ${value})`;
  const frequent = `SELECT quote(${short(column)}) AS value FROM ${from} WHERE ${column} IS NOT NULL
    GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${EXAMPLES}`;
  return `SELECT count(*), count(*) - count(${column}), count(DISTINCT ${column}), ${short(`min(${column})`)},
    ${short(`max(${column})`)}, (SELECT group_concat(value, ', ') FROM (${frequent})) FROM ${from}`;
};

const hasMore = async (...[database, table, most, ctx]: HasMore): Promise<boolean> => {
  const query = `SELECT 1 FROM ${quoteName(table)} LIMIT 1 OFFSET ${most}`;
  return (await database.query({ query }, ctx)).count > 0;
};

type HasMore = [
  database: ReturnType<Databases['find']>,
  table: string,
  most: number,
  ctx: Parameters<Tool['run']>[1],
];
