// Serves the notebook in every way that the documents show, and visits each with the official client in both eras.
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fetch as hono } from './hosts/hono.ts';
import { listen as listenExpress } from './hosts/express.ts';
import { listen as listenNode } from './hosts/node-http.ts';
import { vanish } from './pipelining.ts';
import { ERAS, type Place, visitNotebook } from './visitor.ts';
import { loadWorker } from './worker-platform.ts';

const headers = { 'x-tenant': 'acme' };

type Fetch = (request: Request) => Promise<Response>;

/** A place that is reached over HTTP: through a socket, or by a function that answers requests. */
const http = (url: string, answer?: Fetch): Place => ({
  tenant: 'acme',
  connect: () =>
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
      ...(answer && { fetch: (input, init) => answer(new Request(input, init)) }),
    }),
});

const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js';
const fileOf = (host: string): string => join(import.meta.dirname, 'hosts', `${host}.${extension}`);

const worker = await loadWorker(fileOf('worker'));

const places: Readonly<Record<string, Place>> = {
  stdio: {
    tenant: 'nowhere',
    connect: () => new StdioClientTransport({ command: process.execPath, args: [fileOf('stdio')] }),
  },
  'node:http': http(await listenNode()),
  'Express with express.json()': http(await listenExpress()),
  Hono: http('http://localhost/mcp', hono),
  'a worker': http('http://localhost/mcp', worker.fetch),
};

const check = async (name: string, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
    process.stdout.write(`ok    ${name}, Node ${process.versions.node}\n`);
  } catch (error) {
    process.exitCode = 1;
    const { stack } = error as Error;
    process.stdout.write(`FAIL  ${name}, Node ${process.versions.node}\n${String(stack)}\n`);
  }
};

for (const [name, place] of Object.entries(places))
  for (const era of ERAS) await check(`${name}, ${era}`, () => visitNotebook(place, era));
await check('requests of a connection that vanishes', vanish);
process.exit();
