// Shared by the tools that walk a tree: cursors, and answers with notes on what is missing and how to get it.
import { basename, dirname } from 'node:path';
import { FileError, type FileSystem } from '@mcp/files';
import { readPageCursor, text, ToolResult, writePageCursor, type JsonObject } from '@mcp/runtime';
import type { Position, WalkReport } from '../search/walk.ts';
import { toList, withoutEmpty } from './shared.ts';

/**
 * Writes a cursor. It contains the position, so that the server stores nothing between calls. `search` are the
 * arguments, which must stay the same.
 */
const writeCursor = ({ path, line = 0 }: Position, search: JsonObject): string =>
  writePageCursor(search, `${line}:${path}`);

/**
 * Reads a cursor. Its position is only compared with names, never opened, so a forged one opens nothing.
 *
 * @throws {ToolError} if it does not belong to this search.
 */
export const readCursor = (cursor: string | undefined, search: JsonObject): Position | undefined => {
  if (cursor === undefined) return undefined;
  const [, line = '', path = ''] = /^(\d{1,15}):([^]*)$/.exec(readPageCursor(search, cursor)) ?? [];
  return Number(line) === 0 ? { path } : { path, line: Number(line) };
};

/** Output schema that searches share. */
export const walkOutput = {
  path: { type: 'string', description: 'The directory that was searched.' },
  ignored: { type: 'integer', description: 'Entries skipped because git ignores them.' },
  errors: { type: 'array', items: { type: 'string' } },
  notes: { type: 'array', items: { type: 'string' } },
  nextCursor: { type: 'string' },
} as const;

export interface SearchFound extends Omit<WalkReport, 'scanned'> {
  readonly matches?: readonly object[];
  readonly files?: readonly object[];
  readonly next?: Position;
}

export interface ShownSearch {
  /** The arguments, which must stay the same in the next call. */
  readonly search: JsonObject;
  readonly list: string;
  /** Like `20 matches`. */
  readonly count: string;
  /** A note that the list is cut. It comes first, because hosts that cut an answer keep its start. */
  readonly cut?: string | undefined;
  readonly notes?: readonly string[];
}

/** Returns the answer of a search, as text with notes and as data. Many hosts show the model only the text. */
export const toSearchResult = (
  { next, ignored, errors, ...found }: SearchFound,
  { search, list, count, cut, notes = [] }: ShownSearch,
): ToolResult => {
  const nextCursor = next === undefined ? undefined : writeCursor(next, search);
  const more = `[Stopped after ${count}; continue with cursor ${JSON.stringify(nextCursor)}, or search for less.]`;
  const blocks = [
    ...(nextCursor === undefined ? [] : [more]),
    ...(cut === undefined ? [] : [cut]),
    list || 'No matches found',
    ...notes,
    ...walkNotes({ ignored, errors }),
  ];
  return new ToolResult({
    content: blocks.map((block) => text(block)),
    structuredContent: {
      ...found,
      ...withoutEmpty({
        ignored,
        errors,
        notes: [...(cut === undefined ? [] : [cut]), ...notes],
        nextCursor,
      }),
    },
  });
};

/** Returns notes on entries that .gitignore files hid or that could not be read. */
export const walkNotes = ({ ignored, errors }: Pick<WalkReport, 'ignored' | 'errors'>): string[] => {
  const entries = ignored === 1 ? '1 entry' : `${ignored} entries`;
  const [first, ...others] = errors;
  const more = others.length > 0 ? ` And ${others.length} more.` : '';
  return [
    ...(ignored === 0 ? [] : [`[Left out ${entries} that git ignores; gitignore: false includes them.]`]),
    ...(first === undefined ? [] : [`[Not everything could be read. ${first}${more}]`]),
  ];
};

/**
 * Returns where to search for text, and in which files. A single file is a search in its directory for this name only.
 *
 * @throws {FileError} `not_regular` for a pipe, device or socket.
 */
export const toSearchTarget = async (
  files: FileSystem,
  { path: given, glob, gitignore }: { path: string; glob?: string | readonly string[]; gitignore: boolean },
) => {
  const { path, state } = await files.stat(given);
  const { rules } = await files.scope(given);
  if (state.type === 'directory')
    return {
      target: { rules, path, gitignore },
      where: { globs: glob === undefined ? undefined : toList(glob) },
    };
  if (state.type === 'file')
    return { target: { rules, path: dirname(path), gitignore: false }, where: { file: basename(path) } };
  throw new FileError('not_regular', `${given} is not a regular file.`, {
    hint: 'Pipes, devices and sockets are not searched.',
  });
};
