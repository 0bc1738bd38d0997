// search_files: names in a whole tree. Long searches tell how far they are and can be stopped (features: progress, cancellation).
import { join } from 'node:path';
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import { searchIcon } from '../icons.ts';
import { readCursor, writeCursor } from '../search/cursor.ts';
import { searchNames } from '../search/name-search.ts';
import { oneLine } from '../text/one-line.ts';
import { Pace } from '../search/pace.ts';
import { CURSOR, errorNote, EXCLUDE, moreNote, toErrors, WALK_MS } from './tree-walk.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    pattern: { type: 'string' },
    excludePatterns: EXCLUDE,
    maxResults: COUNT,
    type: { type: 'string', enum: ['file', 'directory', 'symlink', 'other'] },
    cursor: CURSOR,
  },
  required: ['path', 'pattern'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    matches: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, type: { type: 'string' } } },
    },
    scanned: { type: 'integer' },
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
  },
  required: ['content', 'matches'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const searchFiles = (access: Access, maxOutputBytes: number) =>
  defineTool({
    name: 'search_files',
    title: 'Search files',
    description: 'Finds names by globs: *.md in path itself, **/*.md everywhere below.',
    icons: searchIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ cursor: from, maxResults, ...query }, ctx) {
      const tree = await access(ctx).tree(query.path);
      const { matches, scanned, next, ...failures } = await searchNames({
        ...query,
        source: tree,
        pace: new Pace({ signal: ctx.signal, maxMs: WALK_MS }),
        maxResults: countOr(maxResults, Infinity),
        maxBytes: maxOutputBytes,
        startBytes: Buffer.byteLength(tree.path) + 1,
        from: from === undefined ? undefined : readCursor(from, query),
        onProgress: (progress) =>
          ctx.progress(
            progress.scanned,
            undefined,
            `${progress.scanned} entries looked at, ${progress.found} found`,
          ),
      });
      const found = matches.map(({ path, type }) => ({ path: join(tree.path, path), type }));
      const content = found.map(({ path }) => oneLine(path)).join('\n') || 'No matches found';
      const errors = toErrors(tree.path, failures);
      const nextCursor = next === undefined ? undefined : writeCursor(next, query);
      const notes = [
        ...(found.length === 0 ? patternNote(query.pattern) : []),
        ...moreNote(nextCursor, `${found.length} matches`),
        ...errorNote(errors),
      ];
      return new ToolResult({
        content: [content, ...notes].map((block) => text(block)),
        structuredContent: {
          content,
          path: tree.path,
          matches: found,
          scanned,
          errors,
          truncated: nextCursor !== undefined,
          ...(nextCursor === undefined ? {} : { nextCursor }),
        },
      });
    },
  });

// Such a pattern can match nothing.
const patternNote = (pattern: string): string[] =>
  /^(?:\/|\.\.\/|[A-Za-z]:)/u.test(pattern)
    ? ['[The pattern is compared with paths below path. Write it without / or .. at its beginning.]']
    : [];
