// Fixture server on the official SDK, version 2, over HTTP with sessions: a transport and a server for each, in a map.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from '@modelcontextprotocol/node';
import { listen } from './announce.ts';
import { createMcpServer } from '../zod-server.ts';

const transports = new Map<string, NodeStreamableHTTPServerTransport>();
const validateHost = localhostHostValidation();
const validateOrigin = localhostOriginValidation();

async function openTransport(): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => void transports.delete(id),
  });
  await createMcpServer().connect(transport);
  return transport;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!validateHost(request, response) || !validateOrigin(request, response)) return;
  const id = request.headers['mcp-session-id'];
  const transport = typeof id === 'string' ? transports.get(id) : await openTransport();
  if (transport === undefined) response.writeHead(404).end();
  else await transport.handleRequest(request, response);
}

listen(createServer((request, response) => void handle(request, response)));
