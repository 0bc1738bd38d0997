// search_files: finds names in a tree, on a thread (features: progress, cancellation).
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { oneLine } from '@mcp/files';
import { searchIcon } from '../icons.ts';
import { parseTime } from '../search/parse-time.ts';
import { withDetails } from './listed-entries.ts';
import { readCursor, toSearchResult, walkOutput } from './tree-walk.ts';
import {
  countOr,
  excludedGlobs,
  limitOf,
  nextCursor,
  optionalPath,
  skipsIgnored,
  toList,
  type Toolbox,
} from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: optionalPath('Directory to search'),
    pattern: {
      type: 'string',
      default: '*',
      description:
        'Part of a name like `invoice`, or a glob like `*.pdf` or `src/**/*.{ts,js}`. Without a slash it matches at any depth. ' +
        'An all-lower-case pattern ignores case.',
    },
    excludePatterns: excludedGlobs,
    type: {
      type: 'string',
      enum: ['file', 'directory', 'symlink', 'other'],
      description: 'Only entries of this type.',
    },
    modifiedAfter: {
      type: 'string',
      description: 'Only modified since this ISO date (UTC) or age like `7d`.',
    },
    modifiedBefore: { type: 'string', description: 'Only modified before this date or age.' },
    sort: {
      type: 'string',
      enum: ['size', 'time', 'name'],
      description: 'Largest, newest or by name first; without pages.',
    },
    duplicates: { type: 'boolean', description: 'Only files whose content another file has too.' },
    fields: {
      type: 'array',
      items: { type: 'string', enum: ['size', 'mtime'] },
      description: 'Details to add to each match.',
    },
    gitignore: skipsIgnored,
    limit: limitOf('matches'),
    cursor: nextCursor,
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    matches: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          type: { type: 'string' },
          size: { type: 'integer' },
          mtime: { type: 'string' },
          sameAs: { type: 'string', description: 'First file with the same content.' },
        },
      },
    },
    total: { type: 'integer', description: 'How many match in all, when they are sorted or duplicates.' },
    scanned: { type: 'integer', description: 'Entries that were visited.' },
    ...walkOutput,
  },
  required: ['matches'],
} as const;

export const searchFiles = ({ access, searches, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'search_files',
    title: 'Search files',
    description:
      'Find files and directories by part of their name or by glob, or duplicates. To search ' +
      'inside files use search_file_contents.',
    icons: searchIcon,
    annotations: readsOnly,
    task: 'optional',
    asksFirst: true,
    aliases: ALIASES,
    unlisted: ['gitignore'],
    inputSchema: input,
    outputSchema: output,
    async run({ cursor, limit, ...search }, ctx) {
      const {
        path: start,
        gitignore,
        fields = [],
        excludePatterns = [],
        modifiedAfter,
        modifiedBefore,
        ...query
      } = search;
      const isSorted = query.sort !== undefined || query.duplicates === true;
      const { rules } = await access(ctx).scope(start);
      const found = await searches.run('searchNames', {
        rules,
        path: start,
        gitignore,
        query: {
          ...query,
          excludePatterns: toList(excludePatterns),
          modifiedAfter: modifiedAfter === undefined ? undefined : parseTime(modifiedAfter, 'modifiedAfter'),
          modifiedBefore:
            modifiedBefore === undefined ? undefined : parseTime(modifiedBefore, 'modifiedBefore'),
          hasState: fields.length > 0,
          maxResults: countOr(limit, isSorted ? MAX_SORTED : Infinity),
          maxBytes,
          from: readCursor(cursor, search),
        },
        signal: ctx.signal,
        onProgress: (scanned, matches) =>
          ctx.progress(scanned, undefined, `${scanned} entries visited, ${matches} found`),
      });
      const { matches, next, total = matches.length } = found;
      const isCut = total > matches.length;
      return toSearchResult(found, {
        search,
        list: matches.map((match) => withDetails(oneLine(match.path), match)).join('\n'),
        count: `${matches.length} matches`,
        cut: isCut ? `[${matches.length} of ${total}; a higher limit shows more.]` : undefined,
        notes: matches.length === 0 && next === undefined ? patternNote(query.pattern) : [],
      });
    },
  });

const ALIASES = {
  directory: 'path',
  glob: 'pattern',
  query: 'pattern',
  sortBy: 'sort',
  sort_by: 'sort',
  name: 'pattern',
  exclude: 'excludePatterns',
  maxResults: 'limit',
  max_results: 'limit',
  modified_after: 'modifiedAfter',
  modified_before: 'modifiedBefore',
} as const;

const MAX_SORTED = 50;

/** Returns a hint on why a pattern may have matched nothing. */
const patternNote = (pattern: string): string[] => {
  if (/^(?:\/|\.\.\/|[A-Za-z]:)/u.test(pattern))
    return ['[The pattern is compared with paths below path. Write it without / or .. at its beginning.]'];
  if (/^\^|^\.[*+]|\\\.|\$$/.test(pattern))
    return ['[The pattern is a glob, not a regular expression: `*.docx` instead of `.*\\.docx$`.]'];
  return pattern === pattern.toLowerCase() ? [] : ['[Case counts because the pattern has a capital letter.]'];
};
