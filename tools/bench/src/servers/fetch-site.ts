// The web server on loopback that the rows fetch from.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePage } from './fetch-page.ts';

export interface Site {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const records = Array.from({ length: 32 }, (_, id) => ({ id, name: `number ${id}`, tags: ['a', 'b'] }));

/** Serves the page and some JSON for any query string, but no robots.txt. */
export async function startSite(): Promise<Site> {
  const bodies = new Map([
    ['/page.html', { type: 'text/html; charset=utf-8', body: Buffer.from(makePage()) }],
    ['/data.json', { type: 'application/json', body: Buffer.from(JSON.stringify({ records })) }],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const found = bodies.get(url.split('?', 1)[0] ?? '');
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': found.type }).end(found.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
