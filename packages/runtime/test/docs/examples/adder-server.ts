import { defineServer, defineTool } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import { z } from 'zod';

const add = defineTool({
  name: 'add',
  description: 'Add two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => `${a + b}`,
});
await serveStdio(defineServer({ name: 'adder', version: '1.0.0', tools: [add] }));
