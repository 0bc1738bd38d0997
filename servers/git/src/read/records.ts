// Records and lines of git's output.
import type { Read } from '@mcp/git';
import type { Repository } from '../repositories.ts';

/** A read-only command. */
export type ReadingWork = Parameters<Read>[0];

/** Reads a piece of standard output. False stops git. */
export type OnChunk = Parameters<Repository['stream']>[1];

/** Splits a text into records. What follows the last NUL is dropped. */
export const splitRecords = (text: string): string[] => text.split('\0').slice(0, -1);

/** Splits a text into lines, each with its line feed. */
export const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
};

/** Splits a text before each line for which `isFirst` is true. */
export const partsOf = (text: string, isFirst: (line: string) => boolean): string[] => {
  const parts: string[][] = [];
  for (const line of linesOf(text)) {
    const part = parts.at(-1);
    if (part === undefined || isFirst(line)) parts.push([line]);
    else part.push(line);
  }
  return parts.map((lines) => lines.join(''));
};

/** Splits a text into lines and drops empty ones. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
