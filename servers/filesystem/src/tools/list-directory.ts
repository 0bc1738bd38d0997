// list_directory: the names in a directory.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Entry } from '../anchored/entries.ts';
import type { Access } from '../anchored/file-access.ts';
import { listIcon } from '../icons.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Absolute, or relative to the first allowed directory.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string', description: 'With symbolic links resolved.' },
    entries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          type: { type: 'string', enum: ['file', 'directory', 'symlink', 'other'] },
        },
        required: ['name', 'type'],
        additionalProperties: false,
      },
    },
    total: { type: 'integer', description: 'How many entries the directory has.' },
    truncated: { type: 'boolean', description: 'The size limit left out entries.' },
  },
  required: ['content', 'path', 'entries', 'total', 'truncated'],
  additionalProperties: false,
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const listDirectory = (access: Access, maxOutputBytes: number) =>
  defineTool({
    name: 'list_directory',
    title: 'List directory',
    description:
      'Lists what is in one directory, by name, with [DIR] or [FILE] before each name. Symbolic links are not followed.',
    icons: listIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ path }, ctx) {
      const { path: real, entries: all } = await access(ctx).list(path);
      const entries = takeFitting(all, maxOutputBytes);
      const truncated = entries.length < all.length;
      const content = entries.map(toLine).join('\n');
      const note = `[Only ${entries.length} of ${all.length} entries fit. Find others with search_files.]`;
      return new ToolResult({
        content: [text(content), ...(truncated ? [text(note)] : [])],
        structured: { content, path: real, entries, total: all.length, truncated },
      });
    },
  });

const toLine = ({ name, type }: Entry): string => `${type === 'directory' ? '[DIR]' : '[FILE]'} ${name}`;

const takeFitting = (entries: readonly Entry[], maxBytes: number): Entry[] => {
  let bytes = 0;
  const end = entries.findIndex((entry) => (bytes += Buffer.byteLength(toLine(entry)) + 1) > maxBytes + 1);
  return entries.slice(0, end < 0 ? entries.length : end);
};
