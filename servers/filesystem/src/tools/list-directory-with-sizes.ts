// list_directory_with_sizes: the names in a directory, with sizes and totals.
import { defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import type { EntryWithState } from '../files/entries.ts';
import type { Access } from '../files/file-access.ts';
import { sizesIcon } from '../icons.ts';
import { oneLine } from '../text/one-line.ts';
import { PATH } from './arguments.ts';
import { READS } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    sortBy: { type: 'string', enum: ['name', 'size'], default: 'name' },
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
          size: { type: 'integer' },
        },
      },
    },
    totals: {
      type: 'object',
      properties: {
        files: { type: 'integer' },
        dirs: { type: 'integer' },
        bytes: { type: 'integer' },
      },
    },
  },
  required: ['content', 'entries'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const listDirectoryWithSizes = (access: Access, maxOutputBytes: number): Tool =>
  defineTool({
    name: 'list_directory_with_sizes',
    title: 'List with sizes',
    description: 'Lists a directory with sizes and totals.',
    icons: sizesIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ path, sortBy }, ctx) {
      const { path: real, entries } = await access(ctx).listWithStates(path);
      const all = entries.map(describe);
      if (sortBy === 'size') all.sort((a, b) => b.size - a.size);
      const { lines, kept } = toLines(all, maxOutputBytes);
      const files = all.filter(({ type }) => type !== 'directory');
      const totals = {
        files: files.length,
        dirs: all.length - files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
      };
      const content = [...lines, ...summary(totals)].join('\n');
      const truncated = kept.length < all.length;
      const note = `[Only ${kept.length} of ${all.length} entries fit; the totals are of all.]`;
      return new ToolResult({
        content: [text(content), ...(truncated ? [text(note)] : [])],
        structuredContent: { content, path: real, entries: kept, totals, truncated },
      });
    },
  });

interface Sized {
  readonly name: string;
  readonly type: EntryWithState['type'];
  readonly size: number;
}

// What the file system says of the size of a directory is not the size of what is in it.
const describe = ({ name, type, state }: EntryWithState): Sized => ({
  name,
  type,
  size: type === 'directory' ? 0 : state.size,
});

const toLines = (
  entries: readonly Sized[],
  maxBytes: number,
): { lines: string[]; kept: readonly Sized[] } => {
  const lines: string[] = [];
  let bytes = 0;
  for (const { name, type, size } of entries) {
    const isDirectory = type === 'directory';
    const line = `${isDirectory ? '[DIR]' : '[FILE]'} ${oneLine(name).padEnd(30)} ${isDirectory ? '' : formatSize(size).padStart(10)}`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) break;
    lines.push(line);
  }
  return { lines, kept: lines.length === entries.length ? entries : entries.slice(0, lines.length) };
};

const summary = (totals: { files: number; dirs: number; bytes: number }): string[] => [
  '',
  `Total: ${totals.files} files, ${totals.dirs} directories`,
  `Combined size: ${formatSize(totals.bytes)}`,
];

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Like `1.50 KB`; bytes without decimals. */
const formatSize = (bytes: number): string => {
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? bytes : size.toFixed(2)} ${UNITS[unit]}`;
};
