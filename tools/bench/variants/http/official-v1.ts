// Fixture server on the official SDK, version 1, over HTTP: a transport and a server per session, in a map.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { answer, requestedToolCount, serverInfo, toolSpecs } from '../catalogue.ts';
import { toZodShape } from '../zod-shape.ts';
import { listen } from './announce.ts';

const transports = new Map<string, StreamableHTTPServerTransport>();

function createMcpServer(): McpServer {
  const server = new McpServer(serverInfo);
  for (const spec of toolSpecs(requestedToolCount())) {
    server.registerTool(
      spec.name,
      { description: spec.description, inputSchema: toZodShape(spec) },
      async (input) => ({ content: [{ type: 'text', text: answer(spec.name, input) }] }),
    );
  }
  return server;
}

async function openTransport(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => void transports.delete(id),
  });
  await createMcpServer().connect(transport);
  return transport;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const transport = typeof id === 'string' ? transports.get(id) : await openTransport();
  if (transport === undefined) response.writeHead(404).end();
  else await transport.handleRequest(request, response);
}

listen(createServer((request, response) => void handle(request, response)));
