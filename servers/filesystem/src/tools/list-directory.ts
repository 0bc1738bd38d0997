// list_directory: the names in a directory.
import { join } from 'node:path';
import { defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import type { Entry } from '../files/entries.ts';
import type { Access, FileAccess } from '../files/file-access.ts';
import { FileError } from '../failure.ts';
import { listIcon } from '../icons.ts';
import { oneLine } from '../text/one-line.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';
import { CURSOR } from './tree-walk.ts';

const FIELDS = ['size', 'mtime', 'symlink'] as const;

type Field = (typeof FIELDS)[number];

const input = {
  type: 'object',
  properties: {
    path: PATH,
    cursor: CURSOR,
    limit: COUNT,
    fields: { type: 'array', items: { type: 'string', enum: FIELDS } },
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
          // Those that `fields` asks for; `symlink` is where a link leads, when that is inside.
          size: { type: 'integer' },
          mtime: { type: 'string' },
          symlink: { type: 'string' },
        },
      },
    },
    total: { type: 'integer' },
    nextCursor: { type: 'string' },
  },
  required: ['content', 'entries'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const listDirectory = (access: Access, maxOutputBytes: number): Tool =>
  defineTool({
    name: 'list_directory',
    title: 'List directory',
    description: 'Lists a directory: [DIR] or [FILE] and the name.',
    icons: listIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ path, cursor, limit, fields = [] }, ctx) {
      const files = access(ctx);
      const { path: real, entries: all } = await files.list(path);
      const page = takePage(all, { cursor, limit: countOr(limit, Infinity), maxBytes: maxOutputBytes });
      const entries =
        fields.length === 0 ? page.entries : await addFields(files, { path, real, page, fields });
      const { content, nextCursor, truncated } = page;
      const note = `[${page.entries.length} of ${all.length} entries. Go on with cursor ${JSON.stringify(nextCursor)}.]`;
      return new ToolResult({
        content: [text(content), ...(nextCursor === undefined ? [] : [text(note)])],
        structuredContent: {
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

interface Page {
  readonly entries: readonly Entry[];
  /** One line for each. */
  readonly content: string;
  readonly nextCursor: string | undefined;
  /** Less than was asked for, because of the limit in bytes. */
  readonly truncated: boolean;
}

interface Room {
  /** The last name of the page before. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly maxBytes: number;
}

/** Of `[FILE] `, and a line break. */
const MARK_BYTES = 8;
/** Of one unit of a name: as much as an escape has. */
const MOST_BYTES = 6;

/** The entries that fit, at least one. */
const takePage = (all: readonly Entry[], { cursor, limit, maxBytes }: Room): Page => {
  const start = cursor === undefined ? 0 : all.findIndex(({ name }) => name > cursor);
  const rest = start < 0 ? [] : all.slice(start);
  const lines: string[] = [];
  // Nearly all lists fit by far; then no line has to be measured.
  const fits = rest.reduce((most, { name }) => most + MARK_BYTES + name.length * MOST_BYTES, 0) <= maxBytes;
  let bytes = -1;
  for (const { name, type } of rest) {
    const line = `${type === 'directory' ? '[DIR]' : '[FILE]'} ${oneLine(name)}`;
    if (!fits) bytes += Buffer.byteLength(line) + 1;
    if (lines.length >= limit || (bytes > maxBytes && lines.length > 0)) break;
    lines.push(line);
  }
  const entries = lines.length === all.length ? all : rest.slice(0, lines.length);
  const nextCursor = lines.length < rest.length ? entries.at(-1)?.name : undefined;
  return {
    entries,
    content: lines.join('\n'),
    nextCursor,
    truncated: nextCursor !== undefined && lines.length < limit,
  };
};

interface Wanted {
  readonly path: string;
  /** With links resolved. */
  readonly real: string;
  readonly page: Page;
  readonly fields: readonly Field[];
}

const addFields = async (files: FileAccess, { path, real, page, fields }: Wanted): Promise<object[]> => {
  const { entries } = await files.listWithStates(path, () => page.entries);
  const has = new Set(fields);
  return Promise.all(
    entries.map(async ({ name, type, state }) => {
      const leads = has.has('symlink') && type === 'symlink';
      const symlink = leads ? await targetOf(files, join(real, name)) : undefined;
      return {
        name,
        type,
        ...(has.has('size') ? { size: state.size } : {}),
        ...(has.has('mtime') ? { mtime: new Date(state.mtimeMs).toISOString() } : {}),
        ...(symlink === undefined ? {} : { symlink }),
      };
    }),
  );
};

// Where a link outside leads is not told.
const targetOf = async (files: FileAccess, link: string): Promise<string | undefined> => {
  try {
    return (await files.find(link)).path;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
};
