// The tool greet: a greeting for a name.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import type { Options } from '../options.ts';

export const greet = ({ greeting }: Options): Tool =>
  defineTool({
    name: 'greet',
    title: 'Greet',
    description: 'Greet a person by name.',
    annotations: readsOnly,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, description: 'The person to greet.' } },
      required: ['name'],
      additionalProperties: false,
    },
    run: ({ name }) => `${greeting}, ${name}!`,
  });
