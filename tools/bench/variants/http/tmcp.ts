// Fixture server on tmcp over HTTP (both eras), with the node:http adapter from its documentation.
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { HttpTransport } from '@tmcp/transport-http';
import { createMcpServer } from '../valibot-server.ts';
import { listen } from './announce.ts';

const transport = new HttpTransport(createMcpServer(), { path: '/mcp' });

listen(
  createServer(
    createRequestListener(
      async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
    ),
  ),
);
