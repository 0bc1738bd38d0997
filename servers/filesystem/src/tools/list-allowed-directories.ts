// list_allowed_directories: lists where the other tools may work.
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { shieldIcon } from '../icons.ts';
import { withoutEmpty, type Toolbox } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    directories: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          // `root` if a root of the client allows it; absent for the command line.
          source: { type: 'string' },
          readOnly: { type: 'boolean' },
        },
      },
    },
    // Globs that are denied at any depth.
    denied: { type: 'array', items: { type: 'string' } },
    // `checked` where links that are swapped during a call may be missed; absent where they cannot.
    anchoring: { type: 'string' },
  },
  required: ['directories'],
} as const;

export const listAllowedDirectories = ({ access }: Toolbox): Tool =>
  defineTool({
    name: 'list_allowed_directories',
    title: 'Allowed directories',
    description:
      'List the directories that the other tools may use, with everything below them. Relative paths begin at the first.',
    icons: shieldIcon,
    annotations: readsOnly,
    outputSchema: output,
    async run(_, ctx) {
      const scope = await access(ctx).scope();
      const { deny: denied, anchoring } = scope.rules;
      const directories = scope.directories.map(({ path, source }) => ({
        path,
        ...(source === 'root' ? { source } : {}),
        ...withoutEmpty({ readOnly: scope.isReadOnly(path) }),
      }));
      const readOnly = directories.map(({ path }) => path).filter((path) => scope.isReadOnly(path));
      const blocks = [
        ['Allowed directories:', ...directories.map(({ path }) => path)].join('\n'),
        ...(readOnly.length === 0 ? [] : [`[Read-only: ${readOnly.join(', ')}]`]),
        ...(denied.length === 0 ? [] : [`[Denied at any depth: ${denied.join(', ')}]`]),
      ];
      return new ToolResult({
        content: blocks.map((block) => text(block)),
        structuredContent: {
          directories,
          ...withoutEmpty({ denied }),
          ...(anchoring === 'checked' ? { anchoring } : {}),
        },
      });
    },
  });
