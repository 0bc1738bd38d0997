// create_directory: creates a directory and its missing parents.
import { adds, defineTool, ToolResult, type Tool } from '@mcp/runtime';
import { makeChange } from '../confirm.ts';
import { addFolderIcon } from '../icons.ts';
import { requiredPath, withoutEmpty, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: { path: requiredPath('Path of the new directory') },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, created: { type: 'array', items: { type: 'string' } } },
  required: ['path'],
} as const;

export const createDirectory = ({ access, confirm }: Toolbox): Tool =>
  defineTool({
    name: 'create_directory',
    title: 'Create directory',
    description: 'Create a directory with its missing parents. Succeeds if it exists.',
    icons: addFolderIcon,
    annotations: { ...adds, idempotentHint: true },
    aliases: { directory: 'path', dir: 'path' },
    inputSchema: input,
    outputSchema: output,
    async run({ path }, ctx) {
      const change = { tool: 'create_directory', files: access(ctx), confirm };
      const { result, note } = await makeChange(ctx, change, (files) => files.makeDirectory(path));
      const { path: real, created } = result;
      if (created.length > 0)
        ctx.log('info', { made: real, directories: created.length }, 'create_directory');
      return new ToolResult({
        content: `Successfully created directory ${path}${created.length === 0 ? ' (it already existed)' : note}`,
        structuredContent: { path: real, ...withoutEmpty({ created }) },
      });
    },
  });
