// The answer of the official server's list_directory_with_sizes: a column of sizes, and totals.
import { text, ToolResult } from '@mcp/runtime';
import { firstFitting, toLine, type ListedEntry } from './listed-entries.ts';

/** Maximum length of a line without its name. */
const LINE_BYTES = 50;

/** Returns entries with their sizes, up to `maxBytes`, and the totals of all entries. */
export const toSizeColumns = (path: string, all: readonly ListedEntry[], maxBytes: number): ToolResult => {
  const entries = firstFitting(all, maxBytes, LINE_BYTES);
  const files = all.filter(({ type }) => type !== 'directory');
  const bytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const totals = { files: files.length, dirs: all.length - files.length, bytes };
  const lines = [
    ...entries.map(toColumns),
    '',
    `Total: ${totals.files} files, ${totals.dirs} directories`,
    `Combined size: ${formatSize(bytes)}`,
  ];
  const note =
    `[Only ${entries.length} of ${all.length} entries fit; the totals are of all. list_directory with ` +
    'fields ["size"] returns the rest page by page.]';
  return new ToolResult({
    content: [...(entries.length < all.length ? [note] : []), lines.join('\n')].map((block) => text(block)),
    structuredContent: { path, entries, totals },
  });
};

const toColumns = (entry: ListedEntry): string => {
  const [mark = '', ...name] = toLine(entry).split(' ');
  const size = entry.size === undefined ? '' : formatSize(entry.size).padStart(10);
  return `${mark} ${name.join(' ').padEnd(30)} ${size}`;
};

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

const formatSize = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(2)} ${UNITS[unit]}`;
};
