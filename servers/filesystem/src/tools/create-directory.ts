// create_directory: a directory, with those above it that are missing.
import { defineTool, ToolResult, type Tool } from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import { addFolderIcon } from '../icons.ts';
import { PATH } from './arguments.ts';
import { ADDS } from './hints.ts';

const input = {
  type: 'object',
  properties: { path: PATH },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    path: { type: 'string' },
    created: { type: 'array', items: { type: 'string' } },
  },
  required: ['content', 'created'],
} as const;

export const createDirectory = (access: Access): Tool =>
  defineTool({
    name: 'create_directory',
    title: 'Create directory',
    description: 'Makes a directory and its missing parents.',
    icons: addFolderIcon,
    annotations: ADDS,
    inputSchema: input,
    outputSchema: output,
    async run({ path }, ctx) {
      const { path: real, created } = await access(ctx).makeDirectory(path);
      const content = `Successfully created directory ${path}`;
      return new ToolResult({ content, structuredContent: { content, path: real, created } });
    },
  });
