// directory_tree: lists everything below a directory as indented names (features: progress, cancellation).
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { treeIcon } from '../icons.ts';
import type { BuiltTree } from '../search/tree.ts';
import { shownAs } from '../views.ts';
import { walkNotes } from './tree-walk.ts';
import {
  countOr,
  excludedGlobs,
  limitOf,
  optionalPath,
  skipsIgnored,
  toList,
  type Toolbox,
} from './shared.ts';

const MAX_ENTRIES = 1000;

const input = {
  type: 'object',
  properties: {
    path: optionalPath('Directory to show'),
    excludePatterns: excludedGlobs,
    maxDepth: { type: 'integer', description: 'Number of levels to show.' },
    limit: { ...limitOf('entries'), default: MAX_ENTRIES },
    gitignore: skipsIgnored,
  },
  additionalProperties: false,
} as const;

export const directoryTree = ({ access, searches, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'directory_tree',
    title: 'Directory tree',
    description:
      'List a directory recursively as indented names. A large tree is cut at its deepest levels; use maxDepth or ' +
      'excludePatterns, or start deeper.',
    icons: treeIcon,
    annotations: readsOnly,
    _meta: shownAs('tree'),
    task: 'optional',
    asksFirst: true,
    aliases: {
      directory: 'path',
      depth: 'maxDepth',
      max_depth: 'maxDepth',
      maxEntries: 'limit',
      exclude: 'excludePatterns',
    },
    unlisted: ['gitignore', 'limit'],
    inputSchema: input,
    async run({ path: start, gitignore, excludePatterns = [], maxDepth, limit }, ctx) {
      const { rules } = await access(ctx).scope(start);
      const tree = await searches.run('buildTree', {
        rules,
        path: start,
        gitignore,
        query: {
          excludePatterns: toList(excludePatterns),
          maxDepth: countOr(maxDepth, Infinity),
          maxEntries: countOr(limit, MAX_ENTRIES),
          maxBytes,
        },
        signal: ctx.signal,
        onProgress: (scanned) => ctx.progress(scanned, undefined, `${scanned} entries visited`),
      });
      const blocks = [...cutNote(tree), tree.text || 'No entries', ...walkNotes(tree)];
      return new ToolResult({ content: blocks.map((block) => text(block)) });
    },
  });

const cutNote = ({ shown, truncated, limit }: BuiltTree): string[] =>
  truncated === 0
    ? []
    : [
        `[Cut after ${shown} entries: ${truncated} ${truncated === 1 ? 'directory has' : 'directories have'} more ` +
          'that are not shown (/ …; or path itself). Start deeper' +
          `${limit === undefined ? ' or exclude more' : `, exclude more, or raise ${limit}`}.]`,
      ];
