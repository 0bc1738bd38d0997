// Fixture server on mcp-lite over HTTP (legacy revisions only) with sessions, behind the adapter of Hono to node:http.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite';
import * as z from 'zod';
import { answer, requestedToolCount, serverInfo, toolSpecs } from '../catalogue.ts';
import { toZodShape } from '../zod-shape.ts';
import { listen } from './announce.ts';

const server = new McpServer({
  ...serverInfo,
  schemaAdapter: (schema) => z.toJSONSchema(schema as z.ZodType),
});
for (const spec of toolSpecs(requestedToolCount())) {
  server.tool(spec.name, {
    description: spec.description,
    inputSchema: z.object(toZodShape(spec)),
    handler: async (input) => ({ content: [{ type: 'text', text: answer(spec.name, input) }] }),
  });
}
const sessionAdapter = new InMemorySessionAdapter({ maxEventBufferSize: 1024 });
const handle = new StreamableHttpTransport({ sessionAdapter }).bind(server);

const respond = getRequestListener((request) => handle(request));

listen(createServer((request, response) => void respond(request, response)));
