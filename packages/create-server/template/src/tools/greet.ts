// The tool greet: a greeting for a name. The model calls tools.
import { defineTool, readsOnly } from '@mcp/runtime';

export const greet = defineTool({
  name: 'greet',
  title: 'Greet',
  description: 'Greet a person by name.',
  annotations: readsOnly,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, description: 'The person to greet.' },
      language: {
        type: 'string',
        enum: ['en', 'fr'],
        default: 'en',
        description: 'The language of the greeting.',
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
  run: ({ name, language }) => (language === 'fr' ? `Bonjour, ${name} !` : `Hello, ${name}!`),
});
