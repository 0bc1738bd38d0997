// directory_tree: everything below a directory, nested, as JSON (features: progress, cancellation).
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import { treeIcon } from '../icons.ts';
import { Pace } from '../search/pace.ts';
import { buildTree } from '../search/tree.ts';
import { errorNote, EXCLUDE, toErrors, WALK_MS } from './tree-walk.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    excludePatterns: EXCLUDE,
    maxDepth: COUNT,
    maxEntries: COUNT,
    gitignore: { type: 'boolean' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    tree: { type: 'array', items: { type: 'object' } },
    errors: { type: 'array', items: { type: 'string' } },
    truncated: { type: 'boolean' },
  },
  required: ['content', 'tree'],
} as const;

/** `maxOutputBytes` bounds the text of one answer. */
export const directoryTree = (access: Access, maxOutputBytes: number) =>
  defineTool({
    name: 'directory_tree',
    title: 'Directory tree',
    description: 'Shows all below a directory, as JSON.',
    icons: treeIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ path, maxDepth, maxEntries, ...options }, ctx) {
      const source = await access(ctx).tree(path);
      const { nodes, scanned, isTruncated, ...failures } = await buildTree({
        ...options,
        maxDepth: countOr(maxDepth, Infinity),
        maxEntries: countOr(maxEntries, Infinity),
        source,
        pace: new Pace({ signal: ctx.signal, maxMs: WALK_MS }),
        maxBytes: maxOutputBytes,
        onProgress: (count) => ctx.progress(count, undefined, `${count} entries looked at`),
      });
      const content = JSON.stringify(nodes, undefined, 2);
      const errors = toErrors(source.path, failures);
      const notes = isTruncated ? [cutNote(scanned, countOr(maxDepth, undefined))] : [];
      return new ToolResult({
        content: [content, ...notes, ...errorNote(errors)].map((block) => text(block)),
        structuredContent: {
          content,
          path: source.path,
          tree: nodes,
          scanned,
          errors,
          truncated: isTruncated,
        },
      });
    },
  });

const cutNote = (scanned: number, maxDepth: number | undefined): string => {
  const depth = maxDepth === undefined ? '' : `, or below depth ${maxDepth}, where children stay empty`;
  return `[Cut after ${scanned} entries${depth}. Start deeper, or exclude more.]`;
};
