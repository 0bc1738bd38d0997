// Formats matches by file: as data, and as text like `12: text`, with context as `11- text`. Each line appears once.
import { oneLine } from '@mcp/files';
import type { ContentMatch, ContentOutput } from './contents.ts';

export interface ShownLine {
  readonly line: number;
  /** Start of the match; absent in context lines. */
  readonly column?: number;
  readonly text: string;
}

export interface FoundFile {
  readonly path: string;
  readonly lines?: readonly ShownLine[];
  readonly count?: number;
}

/** Groups matches by file, in their order. A matching line counts as a match even in the context of another. */
export const groupMatches = (matches: readonly ContentMatch[], output: ContentOutput): FoundFile[] => {
  if (output === 'files') return matches.map(({ path }) => ({ path }));
  if (output === 'count') return matches.map(({ path, count = 0 }) => ({ path, count }));
  const files = new Map<string, Map<number, ShownLine>>();
  for (const { path, line, column, text, before = [], after = [] } of matches) {
    const lines = files.get(path) ?? new Map<number, ShownLine>();
    files.set(path, lines);
    for (const [i, one] of [...before, text, ...after].entries()) {
      const at = line - before.length + i;
      if (at === line) lines.set(at, { line, column, text });
      else if (!lines.has(at)) lines.set(at, { line: at, text: one });
    }
  }
  return [...files].map(([path, lines]) => ({ path, lines: [...lines.values()] }));
};

/** Returns the files as text: each path once, followed by its lines. */
export const formatFiles = (files: readonly FoundFile[]): string => {
  const separator = files.some(({ lines }) => lines !== undefined) ? '\n\n' : '\n';
  return files.map(formatFile).join(separator);
};

const formatFile = ({ path, lines, count }: FoundFile): string => {
  if (count !== undefined) return `${oneLine(path)}: ${count}`;
  if (lines === undefined) return oneLine(path);
  const hasContext = lines.some(({ column }) => column === undefined);
  const shown = [oneLine(path)];
  let last: number | undefined;
  for (const { line, column, text } of lines) {
    if (hasContext && last !== undefined && line > last + 1) shown.push('--');
    shown.push(`${line}${column === undefined ? '-' : ':'} ${text}`);
    last = line;
  }
  return shown.join('\n');
};
