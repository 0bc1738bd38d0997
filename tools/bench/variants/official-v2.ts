// Fixture server on the official SDK, version 2 (both eras; a connection is pinned to the era of its first message).
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import { toZodShape } from './zod-shape.ts';

serveStdio(() => {
  const server = new McpServer(serverInfo);
  for (const spec of toolSpecs(requestedToolCount())) {
    server.registerTool(
      spec.name,
      { description: spec.description, inputSchema: z.object(toZodShape(spec)) },
      async (input) => ({ content: [{ type: 'text', text: answer(spec.name, input) }] }),
    );
  }
  return server;
});
