// delete_file: deletes a file, or a directory. Off unless the operator says --toolsets delete.
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { askToDelete } from '../confirm.ts';
import type { Access } from '../files/file-system.ts';
import { deleteIcon } from '../icons.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Path of the file, link or directory to delete.' },
    recursive: {
      type: 'boolean',
      default: false,
      description: 'Delete a directory with everything in it; by default only an empty one.',
    },
    ifMatch: {
      type: 'string',
      description: 'Etag from an earlier answer; fail when the file has changed since then.',
    },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, deleted: { type: 'integer' } },
  required: ['path', 'deleted'],
} as const;

export const deleteFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'delete_file',
    title: 'Delete file',
    description:
      'Delete a file, a symbolic link (never its target) or an empty directory. Set recursive to delete a directory with ' +
      'everything in it. What is deleted cannot be restored.',
    icons: deleteIcon,
    toolset: 'delete',
    // What is gone stays gone; a second call is only an error.
    annotations: { ...destroys, idempotentHint: true },
    atMostOnce: true,
    aliases: { file_path: 'path', file: 'path' },
    inputSchema: input,
    outputSchema: output,
    async run({ path, recursive, ifMatch: wanted }, ctx) {
      const files = access(ctx);
      const agreed = await askToDelete(confirm, ctx, { files, path, recursive });
      const ifMatch = wanted ?? agreed;
      const { path: real, removed } = await files.remove(path, { recursive, ifMatch, signal: ctx.signal });
      ctx.log('info', { deleted: real, entries: removed }, 'delete_file');
      return new ToolResult({
        content: `Successfully deleted ${path}${removed > 1 ? ` (${removed} entries)` : ''}`,
        structuredContent: { path: real, deleted: removed },
      });
    },
  });
