// The plan of a query: what EXPLAIN QUERY PLAN says, and what it means.
import type { Context } from '@mcp/runtime';
import type { Database } from './databases.ts';
import type { Sql } from './executor/task.ts';
import { toPlainText } from './sql/value.ts';

export interface QueryPlan {
  /** One line for each step, indented by two spaces for each level. */
  readonly plan: string[];
  /** Tables that are read from end to end without an index. */
  readonly fullScans: string[];
  readonly indexesUsed: string[];
}

/** @throws {ToolError} when the query cannot be compiled. */
export const explain = async (
  database: Database,
  { query, params }: Sql,
  ctx: Context,
): Promise<QueryPlan> => {
  const [answer] = await database.read([{ query: `EXPLAIN QUERY PLAN ${query}`, params }], ctx);
  const depths = new Map<unknown, number>([[0, -1]]);
  const steps = (answer?.values ?? []).map(([id, parent, , detail]) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return { depth, detail: toPlainText(detail) };
  });
  const details = steps.map(({ detail }) => detail);
  return {
    plan: steps.map(({ depth, detail }) => '  '.repeat(depth) + detail),
    fullScans: unique(details, /^SCAN (?!CONSTANT ROW)(?!.* USING )(?!\()(\S+)/),
    indexesUsed: unique(details, / USING (?:AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?INDEX (\S+)/),
  };
};

const unique = (details: readonly string[], pattern: RegExp): string[] => [
  ...new Set(details.flatMap((detail) => pattern.exec(detail)?.[1] ?? [])),
];
