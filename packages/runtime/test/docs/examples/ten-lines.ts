// Example of docs/writing-a-server.md: a whole server.
// region server
import { defineServer, defineTool } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  run: ({ a, b }) => `${a + b}`,
});
await serveStdio(defineServer({ name: 'calculator', version: '1.0.0', tools: [add] }));
// endregion
