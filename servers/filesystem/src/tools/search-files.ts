// search_files: names in a whole tree, on a thread of its own (features: progress, cancellation).
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import type { Access } from '../files/file-system.ts';
import { searchIcon } from '../icons.ts';
import type { SearchPool } from '../search/pool.ts';
import { oneLine } from '../text/one-line.ts';
import { countOr, readCursor, toSearchResult } from './tree-walk.ts';

const input = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description: 'Directory to search, absolute or relative to the first allowed one.',
    },
    pattern: {
      type: 'string',
      description:
        'Glob for the path below `path`: `*`, `?`, `**`, `[a-z]`, `{a,b}`. At most 200 characters.',
    },
    excludePatterns: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 100,
      description: 'Globs of entries to skip, with everything below them, like `**/node_modules`.',
    },
    type: {
      type: 'string',
      enum: ['file', 'directory', 'symlink', 'other'],
      description: 'Only entries of this type.',
    },
    gitignore: {
      type: 'boolean',
      default: true,
      description: 'Skip .git and names in .gitignore files; false searches everything.',
    },
    maxResults: { type: 'integer', description: 'Stop after this many matches and return a cursor.' },
    cursor: {
      type: 'string',
      description: 'nextCursor of the last answer, to go on with the same arguments.',
    },
  },
  required: ['path', 'pattern'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The directory that was searched.' },
    matches: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, type: { type: 'string' } } },
    },
    scanned: { type: 'integer', description: 'Entries that were visited.' },
    ignored: { type: 'integer', description: 'Entries skipped because git ignores them.' },
    errors: { type: 'array', items: { type: 'string' } },
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
  },
  required: ['matches'],
} as const;

/** `maxOutputChars` bounds one answer. */
export const searchFiles = (access: Access, searches: SearchPool, maxOutputChars: number): Tool =>
  defineTool({
    name: 'search_files',
    title: 'Search files',
    description:
      'Find files and directories whose path matches a glob. `*.md` matches directly in `path`, `**/*.md` at any depth. ' +
      'To search inside files use search_file_contents.',
    icons: searchIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ cursor, maxResults, ...search }, ctx) {
      const { path: start, gitignore, ...query } = search;
      const { rules } = await access(ctx).scope(start);
      const found = await searches.run('searchNames', {
        rules,
        path: start,
        gitignore,
        query: {
          ...query,
          maxResults: countOr(maxResults, Infinity),
          maxChars: maxOutputChars,
          from: cursor === undefined ? undefined : readCursor(cursor, search),
        },
        signal: ctx.signal,
        onProgress: (scanned, matches) =>
          ctx.progress(scanned, undefined, `${scanned} entries looked at, ${matches} found`),
      });
      const { matches, next } = found;
      return toSearchResult(found, {
        search,
        list: matches.map((match) => oneLine(match.path)).join('\n'),
        count: `${matches.length} matches`,
        notes: matches.length === 0 && next === undefined ? patternNote(query.pattern, start) : [],
      });
    },
  });

/** Why a pattern may have found nothing. */
const patternNote = (pattern: string, start: string): string[] => {
  if (/^(?:\/|\.\.\/|[A-Za-z]:)/u.test(pattern))
    return ['[The pattern is compared with paths below path. Write it without / or .. at its beginning.]'];
  return pattern.includes('**')
    ? []
    : [`[Looked in ${oneLine(start)} only; **/${pattern} looks everywhere.]`];
};
