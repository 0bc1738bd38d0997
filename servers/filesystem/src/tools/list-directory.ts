// list_directory: lists a directory page by page (feature: pagination).
import { join } from 'node:path';
import {
  defineTool,
  readPageCursor,
  readsOnly,
  text,
  ToolError,
  ToolResult,
  writePageCursor,
  type Tool,
} from '@mcp/runtime';
import { type Entry, type FileSystem, unlessRefused } from '@mcp/files';
import { listIcon } from '../icons.ts';
import { ENTRIES, firstFitting, toLine, withDetails, type ListedEntry } from './listed-entries.ts';
import { limitOf, nextCursor as cursorArgument, optionalPath, type Toolbox } from './shared.ts';
import { toSizeColumns } from './size-columns.ts';

const FIELDS = ['size', 'mtime', 'symlink'] as const;

type Field = (typeof FIELDS)[number];

const input = {
  type: 'object',
  properties: {
    path: optionalPath('Path of the directory'),
    fields: {
      type: 'array',
      items: { type: 'string', enum: FIELDS },
      description: 'Details to add: size in bytes, mtime (last modification), symlink (target of a link).',
    },
    limit: limitOf('entries'),
    cursor: cursorArgument,
    // For list_directory_with_sizes, whose answer it selects.
    sortBy: { type: 'string', enum: ['name', 'size'] },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    entries: ENTRIES,
    total: { type: 'integer' },
    nextCursor: { type: 'string' },
  },
  required: ['path', 'entries'],
} as const;

export const listDirectory = ({ access, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'list_directory',
    title: 'List directory',
    description:
      'List the entries of one directory by name. For everything below it use directory_tree; to find names use search_files.',
    icons: listIcon,
    annotations: readsOnly,
    aliases: { directory: 'path', dir: 'path', max_results: 'limit', maxResults: 'limit' },
    unlisted: ['sortBy'],
    inputSchema: input,
    outputSchema: output,
    async run({ path, fields = [], limit = 0, cursor, sortBy }, ctx) {
      if (sortBy !== undefined && (fields.length > 0 || limit > 0 || cursor !== undefined))
        throw new ToolError(
          'With sortBy, and under the name list_directory_with_sizes, one answer has all entries with their sizes: omit ' +
            'fields, limit and cursor. Pages come from list_directory with fields ["size"].',
        );
      const files = access(ctx);
      const { path: real, entries: all } = await files.list(path);
      if (sortBy !== undefined) {
        const sized = await addFields(files, real, all, ['size']);
        const bySize = sized.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
        return toSizeColumns(real, sortBy === 'size' ? bySize : sized, maxBytes);
      }
      const after = cursor === undefined ? '' : readPageCursor({ path }, cursor);
      const rest = all.filter(({ name }) => name > after);
      const page = firstFitting(limit < 1 ? rest : rest.slice(0, limit), maxBytes);
      const entries: readonly ListedEntry[] =
        fields.length === 0 ? page : firstFitting(await addFields(files, real, page, fields), maxBytes);
      const last = entries.at(-1);
      const isCut = last !== undefined && last.name !== rest.at(-1)?.name;
      const nextCursor = isCut ? writePageCursor({ path }, last.name) : undefined;
      const note = `[${entries.length} of ${all.length} entries; continue with cursor "${nextCursor}".]`;
      return new ToolResult({
        content: [
          ...(isCut ? [text(note)] : []),
          text(
            all.length === 0
              ? '[The directory is empty.]'
              : entries.map((entry) => withDetails(toLine(entry), entry)).join('\n'),
          ),
        ],
        structuredContent: {
          path: real,
          entries,
          total: all.length,
          ...(nextCursor === undefined ? {} : { nextCursor }),
        },
      });
    },
  });

const addFields = async (
  files: FileSystem,
  directory: string,
  wanted: readonly Entry[],
  fields: readonly Field[],
): Promise<readonly ListedEntry[]> => {
  const { entries } = await files.listWithStates(directory, () => wanted);
  return Promise.all(
    entries.map(async ({ name, type, state }) => {
      const isLink = type === 'symlink' && fields.includes('symlink');
      // The target of a link to the outside is not shown.
      const target = isLink ? await unlessRefused(() => files.stat(join(directory, name))) : undefined;
      const size = fields.includes('size') && type !== 'directory' ? state?.size : undefined;
      const mtimeMs = fields.includes('mtime') ? state?.mtimeMs : undefined;
      return {
        ...{ name, type },
        ...(size === undefined ? {} : { size }),
        ...(mtimeMs === undefined ? {} : { mtime: new Date(mtimeMs).toISOString() }),
        ...(target === undefined ? {} : { symlink: target.path }),
      };
    }),
  );
};
