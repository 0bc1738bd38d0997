// An author's plain server on @mcp/runtime.
import { defineServer, defineTool } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';

const add = defineTool({
  name: 'add',
  description: 'Add two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  run: ({ a, b }) => `${a + b}`,
});
await serveStdio(defineServer({ name: 'adder', version: '1.0.0', tools: [add] }));
