// list_allowed_directories: where the other tools may work, and who says so.
import { defineTool, ToolResult } from '@mcp/runtime';
import { shieldIcon } from '../icons.ts';
import type { Sandbox } from '../sandbox.ts';

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
    directories: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          source: {
            type: 'string',
            enum: ['cli', 'root'],
            description: 'Who allows it: the command line, or a root of the client.',
          },
        },
        required: ['path', 'source'],
        additionalProperties: false,
      },
    },
  },
  required: ['content', 'directories'],
  additionalProperties: false,
} as const;

export const listAllowedDirectories = (sandbox: Sandbox) =>
  defineTool({
    name: 'list_allowed_directories',
    title: 'List allowed directories',
    description:
      'Lists the directories that may be used, each with everything below it. Nothing else can be reached.',
    icons: shieldIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    output,
    async run(_, ctx) {
      const allowed = await sandbox.allowed(ctx);
      const directories = allowed.map(({ path, source }) => ({ path, source }));
      const content = `Allowed directories:\n${directories.map(({ path }) => path).join('\n')}`;
      return new ToolResult({ content, structured: { content, directories } });
    },
  });
