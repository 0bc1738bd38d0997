// The notebook on a server of node:http.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createNodeHandler } from '@mcp/runtime/http';
import { createNotebook } from '../server.ts';

/** Listens on a free port, and gives the URL. */
export const listen = async (): Promise<string> => {
  const handler = createNodeHandler(createNotebook().server);
  const listening = createServer((request, response) => void handler(request, response));
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
};
