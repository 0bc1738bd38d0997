// Arguments and results that many tools have in common.
import { inWords } from '@mcp/command-line';
import { readPageCursor, ToolResult, type JsonObject, type Meta } from '@mcp/runtime';
import { showInvisible } from '../sql/value.ts';
import type { RowLimits, WriteAnswer } from '../tasks.ts';

/** Which database: every tool takes it. */
export const databaseName = {
  type: 'string',
  description: 'The name of the database, if there are several.',
} as const;

/** For tools that look through several. */
export const anyDatabase = {
  type: 'string',
  description: 'The name of a database. Default: all of them.',
} as const;

/** What other servers call the SQL. */
export const sqlAlias = { sql: 'query' } as const;

/** Values for the parameters of a statement. */
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

/** Where a page begins. */
export const pageCursor = {
  type: 'string',
  description: 'next_cursor of the previous answer; keep the other arguments.',
} as const;

/** A list of texts in a result. */
export const strings = { type: 'array', items: { type: 'string' } } as const;

/** What the tools that write report alike. */
export const reported = {
  schema_changes: strings,
  dry_run: { type: 'boolean' },
  undo: { type: 'string', description: 'undo_last_write, or why that cannot undo it.' },
} as const;

/** Returns how many items the pages before had. @throws {ToolError} for a cursor of another request. */
export const skipOf = (request: JsonObject, cursor: string | undefined): number =>
  cursor === undefined ? 0 : Number(readPageCursor(request, cursor)) || 0;

/** Whether a write is only tried. */
export const tryOnly = {
  type: 'boolean',
  default: false,
  description: 'Report what would change, and change nothing.',
} as const;

/**
 * Returns data without members that are undefined, and the same as JSON text. Characters without a glyph, which could
 * hide instructions, are escapes in the text.
 */
export const jsonResult = (data: object, _meta?: Meta): ToolResult => {
  const structuredContent = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== undefined),
  );
  const content = showInvisible(JSON.stringify(structuredContent));
  return new ToolResult({ content, structuredContent, ...(_meta && { _meta }) });
};

/** Of the cursor and the note of an answer. */
const FRAME_BYTES = 300;

/** The first items that fit an answer together: at least one. */
export const fitting = <T>(items: readonly T[], { maxRows, maxBytes }: RowLimits): T[] => {
  let bytes = FRAME_BYTES;
  const most = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item)) + 1) > maxBytes);
  return items.slice(0, most === -1 ? maxRows : Math.min(maxRows, Math.max(1, most)));
};

/** Returns the members of `reported`. Changes of the schema are like `create table users`. */
export const toReport = ({ schemaChanges, undo }: WriteAnswer, isDryRun: boolean): object => {
  const changes = schemaChanges.map(({ change, type, name }) => `${change} ${type} ${name}`);
  return {
    schema_changes: changes.length === 0 ? undefined : changes,
    dry_run: isDryRun,
    undo: undo && inWords(undo),
  };
};
