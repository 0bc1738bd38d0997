// Shared arguments and results of the tools.
import { inWords } from '@mcp/command-line';
import { readPageCursor, ToolResult, type JsonObject, type Meta } from '@mcp/runtime';
import { showInvisible } from '../sql/value.ts';
import type { RowLimits, WriteAnswer } from '../tasks.ts';

/** The `database` argument of most tools. */
export const databaseName = {
  type: 'string',
  description: 'Name of the database, required if there are several.',
} as const;

/** The `database` argument of tools that search all databases. */
export const anyDatabase = {
  type: 'string',
  description: 'Name of the database. Default: all databases.',
} as const;

/** The name of `query` in other servers. */
export const sqlAlias = { sql: 'query' } as const;

/** The `params` argument: values for the parameters of a statement. */
export const sqlParams = {
  type: 'array',
  items: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null' },
      // One object for :name, or a value like {"int64": "9007199254740993"}.
      { type: 'object', deprecated: true },
    ],
  },
  description: 'Values to bind, one for each ?, like ["tea", 5].',
} as const;

/** The `cursor` argument. */
export const pageCursor = {
  type: 'string',
  description: 'next_cursor of the previous answer; keep the other arguments.',
} as const;

/** A list of strings. */
export const strings = { type: 'array', items: { type: 'string' } } as const;

/** Members that all writing tools report. */
export const reported = {
  schema_changes: strings,
  dry_run: { type: 'boolean' },
  undo: { type: 'string', description: 'undo_last_write, or why the write cannot be undone.' },
} as const;

/** Returns how many items the previous pages had. @throws {ToolError} for a cursor of another request. */
export const skipOf = (request: JsonObject, cursor: string | undefined): number =>
  cursor === undefined ? 0 : Number(readPageCursor(request, cursor)) || 0;

/** The `dry_run` argument. */
export const tryOnly = {
  type: 'boolean',
  default: false,
  description: 'Report what would change, and change nothing.',
} as const;

/**
 * Returns data as structured content and as JSON text, without members that are undefined or false. The text escapes
 * characters without a glyph, because they could hide instructions.
 */
export const jsonResult = (data: object, _meta?: Meta): ToolResult => {
  const structuredContent = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== undefined && value !== false),
  );
  const content = showInvisible(JSON.stringify(structuredContent));
  return new ToolResult({ content, structuredContent, ...(_meta && { _meta }) });
};

/** Returns the list, or undefined if it is empty: answers leave empty lists out. */
export const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/** For the cursor and the note of an answer. */
const FRAME_BYTES = 300;

/** Returns the first items that fit into an answer, at least one. */
export const fitting = <T>(items: readonly T[], { maxRows, maxBytes }: RowLimits): T[] => {
  let bytes = FRAME_BYTES;
  const most = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item)) + 1) > maxBytes);
  return items.slice(0, most === -1 ? maxRows : Math.min(maxRows, Math.max(1, most)));
};

/** Returns the members of `reported`. Schema changes read like `create table users`. */
export const toReport = ({ schemaChanges, undo }: WriteAnswer, isDryRun: boolean): object => {
  const changes = schemaChanges.map(({ change, type, name }) => `${change} ${type} ${name}`);
  return {
    schema_changes: unlessEmpty(changes),
    dry_run: isDryRun,
    undo: undo && inWords(undo),
  };
};
