// move_file: another name for a file or directory.
import { defineTool, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { Access } from '../files/file-access.ts';
import { askToReplace } from '../confirm.ts';
import { moveIcon } from '../icons.ts';
import { IF_MATCH } from './arguments.ts';
import { REPLACES } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string' },
    destination: { type: 'string' },
    overwrite: { type: 'boolean' },
    ifMatch: IF_MATCH,
  },
  required: ['source', 'destination'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    source: { type: 'string' },
    destination: { type: 'string' },
    etag: { type: 'string' },
  },
  required: ['content', 'etag'],
} as const;

export const moveFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'move_file',
    title: 'Move file',
    description: 'Moves or renames a file or directory; overwrite replaces the destination.',
    icons: moveIcon,
    annotations: REPLACES,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, overwrite: wanted = false, ...options }, ctx) {
      const files = access(ctx);
      const replacement = { files, path: destination, act: `Replace ${destination} with ${source}` };
      const overwrite = wanted && (await askToReplace(confirm, ctx, replacement));
      const moved = await files.move(source, destination, { ...options, overwrite });
      const content = `Successfully moved ${source} to ${destination}`;
      return new ToolResult({
        content,
        structuredContent: {
          content,
          source: moved.source,
          destination: moved.destination,
          etag: moved.state.etag,
        },
      });
    },
  });
