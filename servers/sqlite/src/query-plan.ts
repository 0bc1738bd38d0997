// The plan of a query: what EXPLAIN QUERY PLAN says, and what it means.
import type { Context } from '@mcp/runtime';
import type { Database } from './databases.ts';
import type { Sql } from './tasks.ts';

export interface QueryPlan {
  /** One line for each step, indented by two spaces for each level. */
  readonly plan: string[];
  /** Tables that are read from end to end without an index. */
  readonly fullScans: string[];
  readonly indexesUsed: string[];
}

type Step = readonly [id: number, parent: number, unused: number, detail: string];

/** @throws {ToolError} when the query cannot be compiled. */
export const explain = async (
  database: Database,
  { query, params }: Sql,
  ctx: Context,
): Promise<QueryPlan> => {
  const { rows } = await database.query({ query: `EXPLAIN QUERY PLAN ${query}`, params }, ctx);
  const depths = new Map<number, number>([[0, -1]]);
  const steps = (JSON.parse(rows) as Step[]).map(([id, parent, , detail]) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return { depth, detail };
  });
  const details = steps.map(({ detail }) => detail);
  const derived = unique(details, DERIVED);
  return {
    plan: steps.map(({ depth, detail }) => '  '.repeat(depth) + detail),
    fullScans: unique(details, FULL_SCAN).filter((name) => !derived.includes(name)),
    indexesUsed: unique(details, INDEX),
  };
};

// What an index cannot help: parts of the query itself, and tables that are functions.
const DERIVED = /^(?:MATERIALIZE|CO-ROUTINE) (.+)$/;
const FULL_SCAN =
  /^SCAN (?!CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES|\()(?!.* (?:USING|VIRTUAL TABLE) )(.+?)(?: LEFT-JOIN)?$/;
// An automatic index is none: SQLite makes it for each run.
const INDEX = / USING (?:COVERING )?INDEX (.+?)(?: \(.*| LEFT-JOIN| FOR IN-OPERATOR)?$/;

const unique = (details: readonly string[], pattern: RegExp): string[] => [
  ...new Set(details.flatMap((detail) => pattern.exec(detail)?.[1] ?? [])),
];
