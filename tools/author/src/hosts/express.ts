// The notebook as one route of an Express application that has parsed the body already.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createNodeHandler } from '@mcp/runtime/http';
import express from 'express';
import { createNotebook } from '../server.ts';

/** Listens on a free port, and gives the URL. */
export const listen = async (): Promise<string> => {
  const handler = createNodeHandler(createNotebook().server);
  const app = express();
  app.use(express.json());
  app.all('/mcp', (request, response) => handler(request, response));
  const listening = createServer(app);
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
};
