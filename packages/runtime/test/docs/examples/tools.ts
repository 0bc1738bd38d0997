// Examples of docs/writing-a-server.md: tools.
import { defineServer, defineTool, resourceLink, text, ToolError, ToolResult } from '@mcp/runtime';
import { z } from 'zod';

// region tool
export const repeat = defineTool({
  name: 'repeat_text',
  title: 'Repeat text',
  description: 'Repeats a text. Use it when the user wants the same text several times.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What to repeat' },
      times: { type: 'integer', minimum: 1, maximum: 100, default: 2, description: 'How often' },
    },
    required: ['text'],
    additionalProperties: false,
  },
  run: ({ text: value, times }) => value.repeat(times),
});
// endregion

// region structured
export const statistics = defineTool({
  name: 'statistics',
  description: 'Counts the characters, words and lines of a text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  outputSchema: {
    type: 'object',
    properties: {
      characters: { type: 'integer' },
      words: { type: 'integer' },
      lines: { type: 'integer' },
    },
    required: ['characters', 'words', 'lines'],
  },
  run: ({ text: value }) => ({
    characters: value.length,
    words: value.split(/\s+/).filter((word) => word !== '').length,
    lines: value.split('\n').length,
  }),
});
// endregion

// region result
export const findChapter = defineTool({
  name: 'find_chapter',
  description: 'Finds the chapter about a subject.',
  inputSchema: { type: 'object', properties: { subject: { type: 'string' } }, required: ['subject'] },
  outputSchema: { type: 'object', properties: { chapter: { type: 'integer' } }, required: ['chapter'] },
  run: ({ subject }) =>
    new ToolResult({
      content: [
        text(`Chapter 3 is about ${subject}.`),
        resourceLink({ uri: 'book:///chapters/3', name: 'Chapter 3', mimeType: 'text/markdown' }),
      ],
      structuredContent: { chapter: 3 },
    }),
});
// endregion

// region tool-error
export const divide = defineTool({
  name: 'divide',
  description: 'Divides two numbers.',
  inputSchema: {
    type: 'object',
    properties: { dividend: { type: 'number' }, divisor: { type: 'number' } },
    required: ['dividend', 'divisor'],
  },
  run: ({ dividend, divisor }) => {
    if (divisor === 0) throw new ToolError('divisor is 0; give any other number');
    return String(dividend / divisor);
  },
});
// endregion

// region zod
export const greet = defineTool({
  name: 'greet',
  description: 'Greet a person.',
  inputSchema: z.object({ name: z.string().min(1), formal: z.boolean().default(false) }),
  run: ({ name, formal }) => (formal ? `Good day, ${name}.` : `Hi ${name}!`),
});
// endregion

export const server = defineServer({
  name: 'text',
  version: '1.0.0',
  tools: [repeat, statistics, findChapter, divide, greet],
});
