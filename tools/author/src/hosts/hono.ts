// The notebook as one route of a Hono application.
import { createFetchHandler } from '@mcp/runtime/fetch';
import { Hono } from 'hono';
import { createNotebook } from '../server.ts';

const app = new Hono();
const handler = createFetchHandler(createNotebook().server, 'localhost');
app.all('/mcp', (c) => handler.fetch(c.req.raw));

/** The application. */
export const fetch = (request: Request): Promise<Response> => Promise.resolve(app.fetch(request));
