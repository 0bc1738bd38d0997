// list_directory: the names in a directory.
import { defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import type { Entry } from '../anchored/entries.ts';
import type { Access } from '../anchored/file-access.ts';
import { listIcon } from '../icons.ts';
import { PATH } from './arguments.ts';
import { READS } from './hints.ts';
import { CURSOR } from './tree-walk.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    cursor: CURSOR,
    limit: { type: 'integer', minimum: 1 },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    entries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { type: 'string' },
        },
      },
    },
    total: { type: 'integer' },
    nextCursor: { type: 'string' },
  },
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const listDirectory = (access: Access, maxOutputBytes: number): Tool =>
  defineTool({
    name: 'list_directory',
    title: 'List directory',
    description: 'Lists a directory, with [DIR] or [FILE] before each name.',
    icons: listIcon,
    annotations: READS,
    input,
    output,
    async run({ path, cursor, limit = Infinity }, ctx) {
      const { path: real, entries: all } = await access(ctx).list(path);
      const start = cursor === undefined ? 0 : all.findIndex(({ name }) => name > cursor);
      const rest = start < 0 ? [] : all.slice(start);
      const { lines, bytes } = toLines(rest, maxOutputBytes);
      const count = Math.min(limit, lines.length);
      const entries = rest.slice(0, count);
      const content = lines.slice(0, count).join('\n');
      const nextCursor = count < rest.length ? entries.at(-1)?.name : undefined;
      const truncated = bytes > maxOutputBytes && count === lines.length;
      const note = `[${count} of ${all.length} entries. Go on with cursor ${JSON.stringify(nextCursor)}.]`;
      return new ToolResult({
        content: [text(content), ...(nextCursor === undefined ? [] : [text(note)])],
        structured: {
          content,
          path: real,
          entries,
          total: all.length,
          ...(nextCursor === undefined ? {} : { nextCursor }),
          truncated,
        },
      });
    },
  });

/** The lines that fit, at least one, and the bytes up to the first that does not. */
const toLines = (entries: readonly Entry[], maxBytes: number): { lines: string[]; bytes: number } => {
  const lines: string[] = [];
  let bytes = -1;
  for (const { name, type } of entries) {
    const line = `${type === 'directory' ? '[DIR]' : '[FILE]'} ${name}`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes && lines.length > 0) break;
    lines.push(line);
  }
  return { lines, bytes };
};
