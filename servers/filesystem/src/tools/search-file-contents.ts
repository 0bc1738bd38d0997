// search_file_contents: text in the files of a tree, on a thread of its own (features: progress, cancellation).
import { basename, dirname } from 'node:path';
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { FileError } from '../failure.ts';
import type { Access, FileSystem } from '../files/file-system.ts';
import { searchIcon } from '../icons.ts';
import { formatMatches } from '../search/format-matches.ts';
import type { ContentQuery, ContentsFound } from '../search/contents.ts';
import { TooSlowError, type SearchPool, type SearchRequest } from '../search/pool.ts';
import { countOr, readCursor, toSearchResult } from './tree-walk.ts';

/** Lines that one answer has unless more are asked for. */
const MAX_MATCHES = 200;
const MAX_CONTEXT_LINES = 10;

const input = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      default: '.',
      description: 'Directory or file to search, absolute or relative to the first allowed directory.',
    },
    query: { type: 'string', description: 'Text to look for, or a regular expression with `regex`.' },
    regex: {
      type: 'boolean',
      default: false,
      description: 'Read `query` as a regular expression of JavaScript; `^` and `$` match at each line.',
    },
    glob: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Only files that match one of these: `*.ts` by name at any depth, or a path below `path` like `src/**/*.ts`.',
    },
    caseSensitive: { type: 'boolean', default: true, description: 'Tell upper and lower case apart.' },
    contextLines: { type: 'integer', description: 'Lines to show before and after each match, up to 10.' },
    maxMatches: {
      type: 'integer',
      default: MAX_MATCHES,
      description: 'Stop after this many lines and return a cursor.',
    },
    gitignore: {
      type: 'boolean',
      default: true,
      description:
        'Skip .git and names in .gitignore files; false searches everything. A file given as `path` is always searched.',
    },
    cursor: {
      type: 'string',
      description: 'nextCursor of the last answer, to go on with the same arguments.',
    },
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const lines = { type: 'array', items: { type: 'string' } } as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The directory that was searched.' },
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
    binaryFiles: { type: 'integer', description: 'How many of them are not text.' },
    ignored: { type: 'integer', description: 'Entries skipped because git ignores them.' },
    errors: lines,
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
  },
  required: ['matches'],
} as const;

/** `maxOutputChars` bounds one answer. */
export const searchFileContents = (access: Access, searches: SearchPool, maxOutputChars: number): Tool =>
  defineTool({
    name: 'search_file_contents',
    title: 'Search contents',
    description:
      'Find the lines of files that contain a text or match a regular expression, in one file or a whole tree. ' +
      'Binary files are skipped. To find files by name use search_files.',
    icons: searchIcon,
    annotations: readsOnly,
    aliases: {
      directory: 'path',
      pattern: 'query',
      include: 'glob',
      case_sensitive: 'caseSensitive',
      context: 'contextLines',
      max_matches: 'maxMatches',
    },
    inputSchema: input,
    outputSchema: output,
    async run({ cursor, ...search }, ctx) {
      const files = access(ctx);
      const { rules } = await files.scope(search.path);
      const place = await toPlace(files, search);
      const found = await searchAround(searches, {
        rules,
        path: place.path,
        gitignore: place.gitignore,
        query: {
          ...place.files,
          text: search.query,
          isRegex: search.regex,
          isCaseSensitive: search.caseSensitive,
          contextLines: Math.min(countOr(search.contextLines, 0), MAX_CONTEXT_LINES),
          maxMatches: countOr(search.maxMatches, MAX_MATCHES),
          maxChars: maxOutputChars,
          from: cursor === undefined ? undefined : readCursor(cursor, search),
        },
        signal: ctx.signal,
        onProgress: (scanned, matches) =>
          ctx.progress(scanned, undefined, `${scanned} files searched, ${matches} lines found`),
      });
      return toSearchResult(found, {
        search,
        list: formatMatches(found.matches),
        count: `${found.matches.length} lines`,
        notes: binaryNote(found),
      });
    },
  });

const binaryNote = ({ binaryFiles }: ContentsFound): string[] =>
  binaryFiles === 0
    ? []
    : [`[${binaryFiles === 1 ? '1 file is' : `${binaryFiles} files are`} not text and not searched.]`];

/** The most files to skip because the expression takes too long in them; each takes seconds. */
const MAX_SLOW_FILES = 3;

/** Searches, and again without a file in which the expression takes too long. */
const searchAround = async (
  searches: SearchPool,
  request: SearchRequest<ContentQuery>,
): Promise<ContentsFound> => {
  const skip: string[] = [];
  for (;;) {
    try {
      return await searches.run('searchContents', { ...request, query: { ...request.query, skip } });
    } catch (error) {
      const isOver = skip.length === MAX_SLOW_FILES;
      if (!(error instanceof TooSlowError) || isOver || skip.includes(error.path)) throw error;
      skip.push(error.path);
    }
  }
};

interface Place {
  readonly path: string;
  readonly gitignore: boolean;
  readonly files: { readonly globs?: readonly string[] | undefined; readonly file?: string };
}

/** A single file is a search in its directory for this name only. */
const toPlace = async (
  files: FileSystem,
  {
    path: given,
    glob,
    gitignore,
  }: { readonly path: string; readonly glob?: readonly string[]; readonly gitignore: boolean },
): Promise<Place> => {
  const { path, state } = await files.stat(given);
  if (state.type !== 'directory' && state.type !== 'file')
    throw new FileError('not_regular', `${given} is not a regular file.`, {
      hint: 'Pipes, devices and sockets are not searched.',
    });
  return state.type === 'directory'
    ? { path, gitignore, files: { globs: glob } }
    : { path: dirname(path), gitignore: false, files: { file: basename(path) } };
};
