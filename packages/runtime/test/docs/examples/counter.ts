// The server that docs/testing.md tests.
import { defineServer, defineTool, type McpServer } from '@mcp/runtime';

export function createCounter(): McpServer {
  let count = 0;
  const add = defineTool({
    name: 'add',
    description: 'Adds to the counter after the user has confirmed it.',
    inputSchema: { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] },
    outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    async run({ amount }, ctx) {
      const schema = { type: 'object', properties: {} } as const;
      const { action } = await ctx.ask.elicit('sure', { message: `Add ${amount}?`, schema });
      if (action === 'accept') count += amount;
      return { count };
    },
  });
  return defineServer({ name: 'counter', version: '1.0.0', tools: [add] });
}
