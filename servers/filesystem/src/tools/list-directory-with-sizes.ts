// list_directory_with_sizes: as list_directory, with sizes and totals.
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import type { EntryWithState } from '@mcp/files';
import type { Access } from '../access.ts';
import { takeFitting, toLine, type ListedEntry } from './listed-entries.ts';
import { placeToUse } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: placeToUse('Path of the directory'),
    sortBy: { type: 'string', enum: ['name', 'size'] },
  },
  additionalProperties: false,
} as const;

/** `maxChars` bounds one answer. */
export const listDirectoryWithSizes = (access: Access, maxChars: number): Tool =>
  defineTool({
    name: 'list_directory_with_sizes',
    // list_directory with fields does the same; models know the name. What only a list would show is left out.
    listed: false,
    description: 'List the entries of one directory with sizes and totals.',
    annotations: readsOnly,
    inputSchema: input,
    async run({ path, sortBy }, ctx) {
      const { path: real, entries: found } = await access(ctx).listWithStates(path);
      const all = found.map(toListed);
      if (sortBy === 'size') all.sort((a, b) => (b.size ?? 0) - (a.size ?? 0));
      const entries = takeFitting(all, maxChars, LINE_CHARS);
      const files = all.filter(({ type }) => type !== 'directory');
      const totals = {
        files: files.length,
        dirs: all.length - files.length,
        bytes: files.reduce((sum, { size = 0 }) => sum + size, 0),
      };
      const note =
        `[Only ${entries.length} of ${all.length} entries fit; the totals are of all. list_directory with ` +
        'fields ["size"] returns the rest page by page.]';
      return new ToolResult({
        content: [
          text([...entries.map(describe), ...summarize(totals)].join('\n')),
          ...(entries.length < all.length ? [text(note)] : []),
        ],
        structuredContent: { path: real, entries, totals },
      });
    },
  });

/** Of a line without its name, at most. */
const LINE_CHARS = 50;

// What the file system says of the size of a directory is not the size of what is in it.
const toListed = ({ name, type, state }: EntryWithState): ListedEntry =>
  type === 'directory' || state === undefined ? { name, type } : { name, type, size: state.size };

/** The columns of the official server. */
const describe = (entry: ListedEntry): string => {
  const [mark = '', ...name] = toLine(entry).split(' ');
  const size = entry.size === undefined ? '' : formatSize(entry.size).padStart(10);
  return `${mark} ${name.join(' ').padEnd(30)} ${size}`;
};

const summarize = (totals: { files: number; dirs: number; bytes: number }): string[] => [
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
