// delete_file: moves a file or directory to the system trash, or deletes it permanently.
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import { Confirm } from '@mcp/command-line';
import { oneLine } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import { deleteIcon } from '../icons.ts';
import { ifMatchEtag, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Path of the file, link or directory to delete.' },
    recursive: { type: 'boolean', description: 'Delete a directory with everything in it.' },
    permanent: { type: 'boolean', description: 'Delete permanently; only if the user said so.' },
    ifMatch: ifMatchEtag,
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    trashed: { type: 'string', description: 'Its path in the trash, if that is known.' },
    removed: { type: 'integer', description: 'How many entries were deleted for good.' },
  },
  required: ['path'],
} as const;

export const deleteFile = ({ access, confirm }: Toolbox): Tool =>
  defineTool({
    name: 'delete_file',
    title: 'Delete file',
    description:
      'Move a file, directory or symbolic link (never its target) to the system trash. Refused without a trash unless ' +
      'permanent is set.',
    icons: deleteIcon,
    // A second call only fails.
    annotations: { ...destroys, idempotentHint: true },
    atMostOnce: true,
    aliases: { file_path: 'path', file: 'path' },
    unlisted: ['ifMatch'],
    inputSchema: input,
    outputSchema: output,
    async run({ path, recursive = false, permanent = false, ifMatch }, ctx) {
      const files = access(ctx);
      const act = `Delete ${path}${recursive ? ' and everything in it' : ''}${permanent ? ' for good' : ''}`;
      const loss = { path, act, isLinkItself: true, isWhole: recursive };
      const asks = permanent && ctx.client.supports('elicitation.form');
      const change = { tool: 'delete_file', files, confirm: asks ? ALWAYS : confirm, loss };
      const { result, note } = await makeChange(ctx, change, async (changing, { etag }) => {
        const options = { recursive, ifMatch: ifMatch ?? etag };
        return permanent ? changing.remove(path, options) : changing.trash(path, options);
      });
      const { path: real, ...more } = result;
      ctx.log('info', { deleted: real, ...more }, 'delete_file');
      const outcome =
        'removed' in more
          ? `deleted ${path}${more.removed > 1 ? ` (${more.removed} entries)` : ''} for good`
          : `moved ${path} to the trash${more.trashed === undefined ? '' : ` (${oneLine(more.trashed)})`}${note}`;
      return new ToolResult({ content: `Successfully ${outcome}`, structuredContent: result });
    },
  });

/** Permanent deletion is confirmed with every client that can ask the user. */
const ALWAYS = new Confirm('destructive');
