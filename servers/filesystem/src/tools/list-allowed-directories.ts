// list_allowed_directories: where the other tools may work, and who says so.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import { shieldIcon } from '../icons.ts';

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
          // Who allows it: the command line, or a root of the client.
          source: { type: 'string' },
          readOnly: { type: 'boolean' },
        },
      },
    },
    // Globs of what cannot be used, wherever it is.
    denied: { type: 'array', items: { type: 'string' } },
    // How links that are swapped during a call are kept out. descriptor: for certain. checked: mostly.
    anchoring: { type: 'string' },
  },
  required: ['content', 'directories'],
} as const;

export const listAllowedDirectories = (access: Access) =>
  defineTool({
    name: 'list_allowed_directories',
    title: 'Allowed directories',
    description: 'Lists the allowed directories.',
    icons: shieldIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    outputSchema: output,
    async run(_, ctx) {
      const scope = await access(ctx).scope();
      const { deny: denied, anchoring } = scope.rules;
      const directories = scope.directories.map(({ path, source }) => ({
        path,
        source,
        readOnly: scope.isReadOnly(path),
      }));
      const content = `Allowed directories:\n${directories.map(({ path }) => path).join('\n')}`;
      return new ToolResult({ content, structuredContent: { content, directories, denied, anchoring } });
    },
  });
