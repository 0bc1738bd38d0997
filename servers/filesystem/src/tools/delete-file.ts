// delete_file: deletes a file, or a directory. Off unless the operator says --toolsets delete.
import { defineTool, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { Access } from '../files/file-access.ts';
import { deleteIcon } from '../icons.ts';
import { IF_MATCH, PATH } from './arguments.ts';
import { REPLACES } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    recursive: { type: 'boolean', default: false },
    ifMatch: IF_MATCH,
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string' },
    deleted: { type: 'integer' },
  },
  required: ['content', 'path', 'deleted'],
} as const;

export const deleteFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'delete_file',
    title: 'Delete file',
    description:
      'Deletes a file, a link (never its target) or an empty directory; with recursive one with everything in it.',
    icons: deleteIcon,
    toolset: 'delete',
    // What is gone stays gone; a second call is only an error.
    annotations: { ...REPLACES, idempotentHint: true },
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ path, ...options }, ctx) {
      const act = `Delete ${path}${options.recursive ? ' and everything in it' : ''}`;
      await confirm.ask(ctx, { question: `${act}?`, act });
      const { path: real, removed } = await access(ctx).remove(path, { ...options, signal: ctx.signal });
      const content = `Successfully deleted ${path}`;
      return new ToolResult({ content, structuredContent: { content, path: real, deleted: removed } });
    },
  });
