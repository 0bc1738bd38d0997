// The server of all variants of the official SDK, version 2.
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import { toZodShape } from './zod-shape.ts';

export function createMcpServer(): McpServer {
  const server = new McpServer(serverInfo, { capabilities: { tools: { listChanged: true } } });
  for (const spec of toolSpecs(requestedToolCount())) {
    server.registerTool(
      spec.name,
      { description: spec.description, inputSchema: z.object(toZodShape(spec)) },
      async (input) => ({ content: [{ type: 'text', text: answer(spec.name, input) }] }),
    );
  }
  return server;
}
