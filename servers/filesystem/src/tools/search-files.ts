// search_files: names in a whole tree. Long searches tell how far they are and can be stopped (features: progress, cancellation).
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { searchFiles as search, type Found } from '../file-search.ts';
import { searchIcon } from '../icons.ts';
import type { Access } from '../anchored/file-access.ts';

const pattern = { type: 'string', minLength: 1, maxLength: 1000 } as const;

const input = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description: 'Where to start. Absolute, or relative to the first allowed directory.',
    },
    pattern: { ...pattern, description: 'A glob, like **/*.md' },
    excludePatterns: {
      type: 'array',
      items: pattern,
      maxItems: 100,
      default: [],
      description: 'Globs of what to leave out, with everything below it, like **/node_modules',
    },
    maxResults: {
      type: 'integer',
      minimum: 1,
      default: 1000,
      description: 'Stop after this many matches.',
    },
  },
  required: ['path', 'pattern'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string', description: 'With symbolic links resolved.' },
    matches: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          type: { type: 'string', enum: ['file', 'directory', 'symlink', 'other'] },
        },
        required: ['path', 'type'],
        additionalProperties: false,
      },
    },
    scanned: { type: 'integer', description: 'How many entries were looked at.' },
    unreadable: { type: 'integer', description: 'Directories that could not be read.' },
    truncated: { type: 'boolean', description: 'There may be more matches.' },
  },
  required: ['content', 'path', 'matches', 'scanned', 'unreadable', 'truncated'],
  additionalProperties: false,
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const searchFiles = (access: Access, maxOutputBytes: number) =>
  defineTool({
    name: 'search_files',
    title: 'Search files',
    description:
      'Finds files and directories by name, not by content. The glob is compared with the path below the start: ' +
      '*.md finds only there, **/*.md everywhere. It knows * ? ** [a-z] {a,b}. Symbolic links are not followed.',
    icons: searchIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input,
    output,
    async run({ path, ...query }, ctx) {
      const tree = await access(ctx).tree(path);
      const found = await search({
        ...query,
        tree,
        maxBytes: maxOutputBytes,
        signal: ctx.signal,
        onProgress: ({ scanned, found: count }) =>
          ctx.progress(scanned, undefined, `${scanned} entries looked at, ${count} found`),
      });
      const content = found.matches.map((match) => match.path).join('\n') || 'No matches found';
      return new ToolResult({
        content: [content, ...notes(found)].map((block) => text(block)),
        structured: { content, path: tree.path, ...found },
      });
    },
  });

const notes = ({ matches, unreadable, truncated }: Found): string[] => [
  ...(truncated ? [`[Stopped after ${matches.length} matches. Use a narrower pattern or path.]`] : []),
  ...(unreadable > 0 ? [`[${unreadable} directories could not be read.]`] : []),
];
