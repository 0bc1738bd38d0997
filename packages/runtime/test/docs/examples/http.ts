// A server over HTTP: in Express, and as a web-standard handler.
// region express
import type { McpServer } from '@mcp/runtime';
import { createNodeHandler } from '@mcp/runtime/http';
import express, { type Express } from 'express';

/** Returns an application with MCP at /mcp, in addition to its own routes. */
export function inExpress(server: McpServer): Express {
  const app = express();
  app.use(express.json());
  app.all('/mcp', createNodeHandler(server, { host: 'mcp.example.com' }));
  return app;
}
// endregion
// region fetch
import { createFetchHandler } from '@mcp/runtime/fetch';
import { Hono } from 'hono';

/** The same for Hono. Other hosts of web-standard requests work alike. */
export function inHono(server: McpServer): Hono {
  const handler = createFetchHandler(server, 'mcp.example.com');
  return new Hono().all('/mcp', (context) => handler.fetch(context.req.raw));
}
// endregion
