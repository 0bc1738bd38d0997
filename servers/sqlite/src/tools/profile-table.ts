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
      const looked = columns.slice(0, MOST_COLUMNS).map((column) => column.name);
      const most = Math.min(MOST_ROWS, Math.ceil(MOST_VALUES / looked.length));
      const some = (count: number): string => `(SELECT * FROM ${quoteName(table)} LIMIT ${count})`;
      const parts = looked.map((column) => profileOf(quoteName(column), some(most)));
      const query = `WITH all_rows AS (SELECT count(*) FROM ${some(most + 1)}) ${parts.join(' UNION ALL ')}`;
      const found = await database.query({ query, maxRows: MOST_COLUMNS, maxBytes: Infinity }, ctx);
      const profiles = JSON.parse(found.rows) as Profile[];
      const count = profiles[0]?.[0] ?? 0;
      const described = profiles.map(([, nulls, distinct, minimum, maximum, examples], at) => ({
        name: looked[at],
        nulls,
        distinct,
        ...(nulls < Math.min(count, most) && { minimum, maximum, examples }),
      }));
      return jsonResult({
        table,
        rows: Math.min(count, most),
        more_rows: count > most || undefined,
        columns: fitting(described, databases.limits),
      });
    },
  });

/** `rows` counts one more than was looked at if there are more. */
type Profile = readonly [rows: number, nulls: number, distinct: number, ...values: readonly unknown[]];

const profileOf = (column: string, from: string): string => {
  const short = (value: string): string =>
    `iif(typeof(${value}) IN ('text', 'blob'), substr(${value}, 1, ${CHARACTERS}), ${value})`;
  const frequent = `SELECT quote(${short(column)}) AS value FROM ${from} WHERE ${column} IS NOT NULL
    GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${EXAMPLES}`;
  return `SELECT (SELECT * FROM all_rows), count(*) - count(${column}), count(DISTINCT ${column}), ${short(`min(${column})`)},
    ${short(`max(${column})`)}, (SELECT group_concat(value, ', ') FROM (${frequent})) FROM ${from}`;
};
