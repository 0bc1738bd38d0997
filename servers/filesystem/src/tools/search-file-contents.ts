// search_file_contents: text in the files of a tree, on a thread of its own (features: progress, cancellation).
import { basename, dirname, join } from 'node:path';
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Access, Found } from '../files/file-access.ts';
import { searchIcon } from '../icons.ts';
import type { ContentFound } from '../search/content-search.ts';
import { readCursor, writeCursor } from '../search/cursor.ts';
import { formatMatches } from '../search/format-matches.ts';
import type { SearchThreads } from '../search/search-threads.ts';
import type { SearchPlace } from '../search/search-worker.ts';
import { CURSOR, errorNote, moreNote, toErrors, WALK_MS } from './tree-walk.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';

/** Lines that one answer has unless more are asked for. */
const MAX_MATCHES = 200;
const MAX_CONTEXT_LINES = 10;

const input = {
  type: 'object',
  properties: {
    path: PATH,
    query: { type: 'string' },
    regex: { type: 'boolean' },
    glob: { type: 'string' },
    caseSensitive: { type: 'boolean', default: true },
    contextLines: COUNT,
    maxMatches: { type: 'integer', default: MAX_MATCHES },
    gitignore: { type: 'boolean', default: true },
    cursor: CURSOR,
  },
  required: ['path', 'query'],
  additionalProperties: false,
} as const;

const lines = { type: 'array', items: { type: 'string' } } as const;

const output = {
  type: 'object',
  properties: {
    matches: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          line: { type: 'integer' },
          column: { type: 'integer' },
          text: { type: 'string' },
          before: lines,
          after: lines,
        },
      },
    },
    filesScanned: { type: 'integer' },
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
  },
  required: ['matches'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const searchFileContents = (access: Access, threads: SearchThreads, maxOutputBytes: number) =>
  defineTool({
    name: 'search_file_contents',
    title: 'Search contents',
    description:
      'Finds lines with a text, or JavaScript regex, in a file or tree; glob narrows it, like src/**/*.ts.',
    icons: searchIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ cursor: from, regex = false, caseSensitive, gitignore, ...others }, ctx) {
      const contextLines = Math.min(countOr(others.contextLines, 0), MAX_CONTEXT_LINES);
      const maxMatches = countOr(others.maxMatches, MAX_MATCHES);
      const args = { ...others, regex, caseSensitive, gitignore, contextLines, maxMatches };
      const files = access(ctx);
      const scope = await files.scope(args.path);
      const place = toPlace(await files.find(args.path), args);
      const where: SearchPlace = { rules: scope.rules, path: place.start };
      const found = await threads.search({
        where,
        query: {
          ...place.query,
          text: args.query,
          isRegex: regex,
          isCaseSensitive: caseSensitive,
          contextLines,
          maxMatches,
          // All of them: the cursor can point into a file.
          maxMatchesPerFile: maxMatches + 1,
          maxBytes: maxOutputBytes,
          startBytes: Buffer.byteLength(place.start) + 1,
          from: from === undefined ? undefined : readCursor(from, args),
        },
        maxMs: WALK_MS,
        signal: ctx.signal,
        onProgress: ({ filesScanned, found: count }) =>
          ctx.progress(filesScanned, undefined, `${filesScanned} files searched, ${count} lines found`),
      });
      return toResult(place.start, found, args);
    },
  });

interface Place {
  readonly start: string;
  readonly query: { readonly glob?: string; readonly gitignore?: boolean; readonly maxDepth?: number };
}

/** A single file is a search in its directory for this name only. */
const toPlace = (
  { path, state }: Found,
  args: { readonly glob?: string; readonly gitignore: boolean },
): Place => {
  const { glob: wanted, gitignore } = args;
  if (state.type === 'directory')
    return { start: path, query: { gitignore, ...(wanted === undefined ? {} : { glob: wanted }) } };
  const name = basename(path).replaceAll(/[!*?[\]{}()\\@+|]/g, String.raw`\$&`);
  return { start: dirname(path), query: { glob: name, maxDepth: 1 } };
};

const toResult = (base: string, found: ContentFound, search: object): ToolResult => {
  const { filesScanned, next } = found;
  const errors = toErrors(base, found);
  const matches = found.matches.map(({ path, line, column, text: shown, before, after }) => ({
    path: join(base, path),
    line,
    column,
    text: shown,
    ...(before.length > 0 ? { before } : {}),
    ...(after.length > 0 ? { after } : {}),
  }));
  const content = formatMatches(matches) || 'No matches found';
  const nextCursor = next === undefined ? undefined : writeCursor(next, search);
  const notes = [...moreNote(nextCursor, `${matches.length} lines`), ...errorNote(errors)];
  return new ToolResult({
    content: [content, ...notes].map((block) => text(block)),
    structuredContent: {
      path: base,
      matches,
      filesScanned,
      errors,
      truncated: nextCursor !== undefined,
      ...(nextCursor === undefined ? {} : { nextCursor }),
    },
  });
};
