// Results of tools: data as structured content, and the same as JSON text.
import { ToolResult } from '@mcp/runtime';
import { showInvisible, type JsonValue } from './sql/value.ts';
import type { SchemaChange, WriteResult } from './tasks.ts';

/** Characters without a glyph, which could hide instructions, are escapes in the text. */
export const jsonResult = (structuredContent: object): ToolResult =>
  new ToolResult({ content: showInvisible(JSON.stringify(structuredContent)), structuredContent });

/** What one statement did: as `WriteResult`, but its rows are lists. */
export interface StatementResult extends Omit<WriteResult, 'returning'> {
  readonly returning?: { readonly columns: readonly object[]; readonly rows: readonly JsonValue[][] };
}

export const toStatementResult = ({ returning, ...written }: WriteResult): StatementResult => {
  if (returning === undefined) return written;
  const { columns, json } = returning;
  return { ...written, returning: { columns, rows: JSON.parse(json) as JsonValue[][] } };
};

/** `create table users`, for each change of the schema. */
export const toLines = (changes: readonly SchemaChange[]): string[] =>
  changes.map(({ change, type, name }) => `${change} ${type} ${name}`);
