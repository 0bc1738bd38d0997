// Fixture server on the official SDK, version 1 (legacy revisions only).
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import { toZodShape } from './zod-shape.ts';

const server = new McpServer(serverInfo);
for (const spec of toolSpecs(requestedToolCount())) {
  server.registerTool(
    spec.name,
    { description: spec.description, inputSchema: toZodShape(spec) },
    async (input) => ({ content: [{ type: 'text', text: answer(spec.name, input) }] }),
  );
}
await server.connect(new StdioServerTransport());
