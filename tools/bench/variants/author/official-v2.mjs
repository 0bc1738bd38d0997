// An author's plain server on the official SDK, version 2.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'adder', version: '1.0.0' });
  const inputSchema = z.object({ a: z.number(), b: z.number() });
  server.registerTool('add', { description: 'Add two numbers.', inputSchema }, ({ a, b }) => ({
    content: [{ type: 'text', text: `${a + b}` }],
  }));
  return server;
});
