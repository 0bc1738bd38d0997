// Matches by file: as data, and as text like `12: text`, with lines around a match as `11- text`. A line comes once.
import { oneLine } from '@mcp/files';
import type { ContentMatch, ContentOutput } from './contents.ts';

/** A line of a file. */
export interface ShownLine {
  readonly line: number;
  /** Where the match begins; absent for a line around one. */
  readonly column?: number;
  readonly text: string;
}

/** A file in which something was found. */
export interface FoundFile {
  readonly path: string;
  readonly lines?: readonly ShownLine[];
  /** How many lines match. */
  readonly count?: number;
}

/** The files in the order of their matches. */
export const groupMatches = (matches: readonly ContentMatch[], output: ContentOutput): FoundFile[] => {
  if (output === 'files') return matches.map(({ path }) => ({ path }));
  if (output === 'count') return matches.map(({ path, count = 0 }) => ({ path, count }));
  const files: FoundFile[] = [];
  for (let first = 0; first < matches.length;) {
    const path = matches[first]?.path ?? '';
    let end = first;
    while (matches[end]?.path === path) end++;
    files.push({ path, lines: linesOf(matches.slice(first, end)) });
    first = end;
  }
  return files;
};

const linesOf = (matches: readonly ContentMatch[]): ShownLine[] => {
  const lines = new Map<number, ShownLine>();
  for (const { line, before = [], after = [] } of matches) {
    for (const [i, text] of before.entries()) add(lines, line - before.length + i, text);
    for (const [i, text] of after.entries()) add(lines, line + 1 + i, text);
  }
  for (const { line, column, text } of matches) lines.set(line, { line, column, text });
  return [...lines.values()].toSorted((a, b) => a.line - b.line);
};

const add = (lines: Map<number, ShownLine>, line: number, text: string): void =>
  void lines.set(line, { line, text });

/** The files as text: each path once, then its lines. */
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
