// delete_file: deletes a file, or a directory. What cannot be kept for undo_last_change stays, unless the operator allows it.
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { askToLose } from '../confirm.ts';
import type { Access } from '../files/file-system.ts';
import { deleteIcon } from '../icons.ts';
import { lossNote } from '../undo/loss-note.ts';
import { ifMatchEtag } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Path of the file, link or directory to delete.' },
    recursive: {
      type: 'boolean',
      default: false,
      description: 'Delete a directory with everything in it; by default only an empty one.',
    },
    ifMatch: ifMatchEtag,
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, deleted: { type: 'integer' } },
  required: ['path', 'deleted'],
} as const;

/** With `mustKeep` what cannot be kept is not deleted. */
export const deleteFile = (
  access: Access,
  confirm: Confirm,
  { mustKeep }: { readonly mustKeep: boolean },
): Tool =>
  defineTool({
    name: 'delete_file',
    title: 'Delete file',
    description:
      'Delete a file, a symbolic link (never its target) or an empty directory. Set recursive to delete a directory with ' +
      'everything in it. undo_last_change brings it back, for 7 days.',
    icons: deleteIcon,
    // A second call is only an error.
    annotations: { ...destroys, idempotentHint: true },
    atMostOnce: true,
    aliases: { file_path: 'path', file: 'path' },
    inputSchema: input,
    outputSchema: output,
    async run({ path, recursive, ifMatch: wanted }, ctx) {
      const files = access(ctx);
      const act = `Delete ${path}${recursive ? ' and everything in it' : ''}`;
      const { etag } = await askToLose(confirm, ctx, { files, path, act, isLinkItself: true });
      const ifMatch = wanted ?? etag;
      const { result, loss } = await files.change({ tool: 'delete_file', mustKeep }, (changing) =>
        changing.remove(path, { recursive, ifMatch, signal: ctx.signal }),
      );
      const { path: real, removed } = result;
      ctx.log('info', { deleted: real, entries: removed }, 'delete_file');
      return new ToolResult({
        content: `Successfully deleted ${path}${removed > 1 ? ` (${removed} entries)` : ''}${lossNote(loss)}`,
        structuredContent: { path: real, deleted: removed },
      });
    },
  });
