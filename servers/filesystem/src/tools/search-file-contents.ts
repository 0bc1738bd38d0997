// search_file_contents: searches the files of a tree for text, on a thread (features: progress, cancellation).
import { defineTool, readsOnly, type JsonObject, type Tool, type ToolResult } from '@mcp/runtime';
import { searchIcon } from '../icons.ts';
import type { ContentOutput, ContentsFound } from '../search/contents.ts';
import { formatFiles, groupMatches } from '../search/format-matches.ts';
import { hasCapital, syntaxError } from '../search/query.ts';
import { searchWithDocuments } from '../search/search-documents.ts';
import { readCursor, toSearchTarget, toSearchResult, walkOutput } from './tree-walk.ts';
import {
  countOr,
  fileGlobs,
  limitOf,
  nextCursor,
  optionalPath,
  skipsIgnored,
  withoutEmpty,
  type Toolbox,
} from './shared.ts';

const MAX_MATCHES = 200;
const MAX_CONTEXT_LINES = 10;

const input = {
  type: 'object',
  properties: {
    path: optionalPath('Directory or file to search'),
    query: { type: 'string', description: 'JavaScript regular expression; `^` and `$` match at each line.' },
    literal: { type: 'boolean', description: 'Treat `query` as plain text.' },
    output: {
      type: 'string',
      enum: ['lines', 'files', 'count'],
      default: 'lines',
      description: 'Matching lines, paths only, or the number of lines per file.',
    },
    glob: fileGlobs,
    caseSensitive: { type: 'boolean', description: 'Default: only if `query` has a capital letter.' },
    contextLines: { type: 'integer', description: 'Lines to show around each match, up to 10.' },
    limit: { ...limitOf('lines or files'), default: MAX_MATCHES },
    tail: { type: 'integer', description: 'Only the last `tail` matching lines of each file.' },
    gitignore: skipsIgnored,
    cursor: nextCursor,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          count: { type: 'integer', description: 'How many lines match, with output count.' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                line: { type: 'integer' },
                column: { type: 'integer', description: 'Absent for lines around a match.' },
                text: { type: 'string' },
              },
            },
          },
        },
      },
    },
    filesScanned: { type: 'integer' },
    binaryFiles: { type: 'integer', description: 'How many of them are not text.' },
    ...walkOutput,
  },
  required: ['files'],
} as const;

export const searchFileContents = ({ access, searches, documents, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'search_file_contents',
    title: 'Search contents',
    description:
      'Find lines that match a regular expression in one file or a whole tree, including PDF, Office and ' +
      'Jupyter documents. To find files by name use search_files.',
    icons: searchIcon,
    annotations: readsOnly,
    task: 'optional',
    asksFirst: true,
    aliases: ALIASES,
    unlisted: ['gitignore'],
    inputSchema: input,
    outputSchema: output,
    async run({ cursor, ...search }, ctx) {
      const files = access(ctx);
      const { target, where } = await toSearchTarget(files, search);
      const { text, isRegex, notes, ...read } = readQuery(search);
      const isCaseSensitive = search.caseSensitive ?? read.isCaseSensitive ?? hasCapital({ text, isRegex });
      const query = {
        ...where,
        text,
        isRegex,
        isCaseSensitive,
        output: search.output,
        contextLines: Math.min(countOr(search.contextLines, 0), MAX_CONTEXT_LINES),
        tail: countOr(search.tail, undefined),
        maxMatches: countOr(search.limit, MAX_MATCHES),
        maxBytes,
        from: readCursor(cursor, search),
      };
      const request = { ...target, query, signal: ctx.signal };
      const parts = { searches, documents, files, call: ctx };
      const found = await searchWithDocuments(parts, {
        ...request,
        onProgress: (scanned, matches) =>
          ctx.progress(scanned, undefined, `${scanned} files searched, ${matches} lines found`),
      });
      if (!isCaseSensitive || found.matches.length > 0) return toResult(found, search, notes);
      const anyCase = { ...query, isCaseSensitive: false, maxMatches: 1 };
      const other = await searchWithDocuments(parts, { ...request, query: anyCase });
      return toResult(found, search, [...notes, ...(other.matches.length > 0 ? [OTHER_CASE] : [])]);
    },
  });

const ALIASES = {
  directory: 'path',
  pattern: 'query',
  include: 'glob',
  file_pattern: 'glob',
  case_sensitive: 'caseSensitive',
  context: 'contextLines',
  maxMatches: 'limit',
  max_matches: 'limit',
  max_results: 'limit',
  maxResults: 'limit',
  last: 'tail',
  fixed_strings: 'literal',
  output_mode: 'output',
} as const;

const OTHER_CASE = '[Found only in a different case; caseSensitive: false finds it.]';

const toResult = (
  found: ContentsFound,
  search: JsonObject & { readonly output: ContentOutput },
  notes: readonly string[],
): ToolResult => {
  const { matches, document: _, binaryFiles, ...report } = found;
  const files = groupMatches(matches, search.output);
  return toSearchResult(
    { ...report, ...withoutEmpty({ binaryFiles }), files },
    {
      search,
      list: formatFiles(files),
      count: `${matches.length} ${search.output === 'lines' ? 'lines' : 'files'}`,
      notes: [...notes, ...binaryNote(binaryFiles)],
    },
  );
};

interface ReadQuery {
  readonly text: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive?: boolean;
  readonly notes: readonly string[];
}

/** Reads an invalid expression, like `total(`, as plain text, and `/total/i` without its slashes and flags. */
const readQuery = ({ query, literal = false }: { query: string; literal?: boolean }): ReadQuery => {
  if (literal) return { text: query, isRegex: false, notes: [] };
  const [, text = query, flags] = /^\/(.+)\/([gimu]*i[gimu]*)$/.exec(query) ?? [];
  const note = `[Searched for ${text} in any case: slashes and flags are not part of query.]`;
  const read = flags === undefined ? { notes: [] } : { isCaseSensitive: false, notes: [note] };
  const reason = syntaxError(text);
  if (reason === undefined) return { ...read, text, isRegex: true };
  return {
    ...{ ...read, text, isRegex: false },
    notes: [...read.notes, `[Searched as text, not as an expression: ${reason}.]`],
  };
};

const binaryNote = (count: number): string[] =>
  count === 0 ? [] : [`[${count === 1 ? '1 file is' : `${count} files are`} not text and not searched.]`];
