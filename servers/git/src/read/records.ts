// What git lists, as records and lines.
import type { Read } from '@mcp/git';
import type { Repository } from '../repositories.ts';

/** A command that changes nothing. */
export type ReadingWork = Parameters<Read>[0];

/** Takes a piece of standard output. False: it is enough, git is stopped. */
export type Take = Parameters<Repository['stream']>[1];

/** The records of a whole text. What follows the last NUL is dropped. */
export const splitRecords = (text: string): string[] => text.split('\0').slice(0, -1);

/** The lines of a whole text, each with its line feed. */
export const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
};

/** The parts of a whole text: each begins at a line that `isFirst` knows, but for what comes before. */
export const partsOf = (text: string, isFirst: (line: string) => boolean): string[] => {
  const parts: string[][] = [];
  for (const line of linesOf(text)) {
    const part = parts.at(-1);
    if (part === undefined || isFirst(line)) parts.push([line]);
    else part.push(line);
  }
  return parts.map((lines) => lines.join(''));
};

/** The lines of a whole text, without empty ones. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
