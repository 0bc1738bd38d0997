// Results of tools: data as structured content, and the same as JSON text.
import { ToolResult } from '@mcp/runtime';
import { showInvisible } from './sql/value.ts';
import type { WriteAnswer } from './tasks.ts';

/** Characters without a glyph, which could hide instructions, are escapes in the text. */
export const jsonResult = (structuredContent: object): ToolResult =>
  new ToolResult({ content: showInvisible(JSON.stringify(structuredContent)), structuredContent });

/** What the tools that write report alike. Changes of the schema are like `create table users`. */
export const toReport = ({ schemaChanges, backup }: WriteAnswer, dryRun: boolean): object => ({
  ...(schemaChanges.length === 0
    ? {}
    : { schemaChanges: schemaChanges.map(({ change, type, name }) => `${change} ${type} ${name}`) }),
  dryRun,
  ...(backup === undefined ? {} : { backup }),
});
