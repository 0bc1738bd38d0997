// The tool greet: a greeting for a name.
import { defineTool, type Tool } from '@mcp/runtime';
import type { Options } from '../options.ts';

export const greet = ({ greeting }: Options): Tool =>
  defineTool({
    name: 'greet',
    title: 'Greet',
    description: 'Greets a person by name.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, description: 'Who is greeted.' } },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    },
    run: ({ name }) => ({ text: `${greeting}, ${name}!` }),
  });
