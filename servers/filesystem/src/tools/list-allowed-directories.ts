// list_allowed_directories: where the other tools may work, and who says so.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Access } from '../anchored/file-access.ts';
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
          source: {
            type: 'string',
            enum: ['cli', 'root'],
            description: 'Who allows it: the command line, or a root of the client.',
          },
          readOnly: { type: 'boolean', description: 'Nothing in it can be changed.' },
        },
        required: ['path', 'source', 'readOnly'],
        additionalProperties: false,
      },
    },
    denied: {
      type: 'array',
      items: { type: 'string' },
      description: 'Globs of what cannot be used, wherever it is.',
    },
    anchoring: {
      type: 'string',
      enum: ['descriptor', 'checked'],
      description:
        'How links that are swapped during a call are kept out. descriptor: for certain. checked: mostly, by a second look.',
    },
  },
  required: ['content', 'directories', 'denied', 'anchoring'],
  additionalProperties: false,
} as const;

export const listAllowedDirectories = (access: Access) =>
  defineTool({
    name: 'list_allowed_directories',
    title: 'List allowed directories',
    description:
      'Lists the directories that may be used, each with everything below it. Nothing else can be reached.',
    icons: shieldIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    output,
    async run(_, ctx) {
      const scope = await access(ctx).scope();
      const { deny: denied, anchoring } = scope.rules;
      const directories = scope.directories.map(({ path, source }) => ({
        path,
        source,
        readOnly: scope.isReadOnly(path),
      }));
      const content = `Allowed directories:\n${directories.map(({ path }) => path).join('\n')}`;
      return new ToolResult({ content, structured: { content, directories, denied, anchoring } });
    },
  });
