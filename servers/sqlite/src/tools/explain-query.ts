// explain_query: shows how SQLite would run a query, and what is slow about it.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { planIcon } from '../icons.ts';
import { databaseName, jsonResult, sqlAlias, sqlParams, strings, unlessEmpty } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'One SELECT, INSERT, UPDATE or DELETE, without EXPLAIN.',
    },
    params: sqlParams,
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: { plan: strings, full_scans: strings, indexes_used: strings, advice: { type: 'string' } },
  required: ['plan'],
} as const;

export const explainQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'explain_query',
    title: 'Explain query',
    description:
      'Show how SQLite would run a query, without running it: the plan, the indexes used, the tables scanned in full, and the columns that an index would help.',
    icons: planIcon,
    annotations: readsOnly,
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, params, database: name }, ctx) {
      const database = databases.find(name, query);
      const { rows } = await database.query({ query: `EXPLAIN QUERY PLAN ${query}`, params }, ctx);
      const depths = new Map<number, number>([[0, -1]]);
      const plan = (JSON.parse(rows) as Step[]).map(([id, parent, , detail]) => {
        const depth = (depths.get(parent) ?? -1) + 1;
        depths.set(id, depth);
        return '  '.repeat(depth) + detail;
      });
      const derived = unique(plan, DERIVED);
      const scans = unique(plan, FULL_SCAN).filter((table) => !derived.includes(table));
      const found = {
        plan,
        full_scans: unlessEmpty(scans),
        indexes_used: unlessEmpty(unique(plan, INDEX)),
      };
      if (scans.length === 0) return jsonResult(found);
      const columns = await database.advise({ query, params }, ctx);
      return jsonResult({
        ...found,
        advice: `It reads all rows of ${scans.join(', ')}; ${toHint(columns)}.`,
      });
    },
  });

const toHint = (columns: readonly string[] | null): string => {
  if (columns === null) return 'an index may help if the query wants few of them';
  if (columns.length === 0) return 'no index on one column would help';
  return `an index would help on ${columns.join(', ')}`;
};

type Step = readonly [id: number, parent: number, unused: number, detail: string];

// An index cannot help parts of the query itself and table-valued functions.
const DERIVED = /^ *(?:MATERIALIZE|CO-ROUTINE) (.+)$/;
const FULL_SCAN =
  /^ *SCAN (?!CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES|\()(?!.* (?:USING|VIRTUAL TABLE) )(.+?)(?: LEFT-JOIN)?$/;
// Without automatic indexes, which SQLite creates for each run.
const INDEX = / USING (?:COVERING )?INDEX (.+?)(?: \(.*| LEFT-JOIN| FOR IN-OPERATOR)?$/;

const unique = (plan: readonly string[], pattern: RegExp): string[] => [
  ...new Set(plan.flatMap((line) => pattern.exec(line)?.[1] ?? [])),
];
