// move_file: another name for a file or directory.
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { askToReplace } from '../confirm.ts';
import type { Access } from '../files/file-system.ts';
import { moveIcon } from '../icons.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file, directory or link to move.' },
    destination: {
      type: 'string',
      description: 'New path, with the new name; the directory that holds it must exist.',
    },
    overwrite: {
      type: 'boolean',
      description: 'Replace a file or an empty directory at the destination; by default that is an error.',
    },
    ifMatch: {
      type: 'string',
      description: 'Etag from an earlier answer; fail when the source has changed since then.',
    },
  },
  required: ['source', 'destination'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    source: { type: 'string' },
    destination: { type: 'string' },
    etag: { type: 'string' },
  },
  required: ['source', 'destination', 'etag'],
} as const;

export const moveFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'move_file',
    title: 'Move file',
    description:
      'Move or rename a file or directory. Never replaces the destination unless overwrite is set.',
    icons: moveIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, overwrite: wanted = false, ifMatch }, ctx) {
      const files = access(ctx);
      const act = `Replace ${destination} with ${source}`;
      const replaced = { files, path: destination, act, isLinkReplaced: true };
      const agreement = wanted ? await askToReplace(confirm, ctx, replaced) : undefined;
      const overwrite = agreement?.mayReplace === true;
      const options = { overwrite, ifMatch, ifDestinationMatch: agreement?.etag };
      const moved = await files.move(source, destination, options);
      const { etag } = moved.state;
      ctx.log('info', { moved: moved.source, to: moved.destination }, 'move_file');
      return new ToolResult({
        content: `Successfully moved ${source} to ${destination} (etag: ${etag})`,
        structuredContent: { source: moved.source, destination: moved.destination, etag },
      });
    },
  });
