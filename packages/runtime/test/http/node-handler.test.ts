// createNodeHandler: mounted in plain node:http servers and in Express, also behind parsers of the body.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import bodyParser from 'body-parser';
import express, { type Express } from 'express';
import { describe, expect, test } from 'vitest';
import { call, failure, modern, open, rpc, said, send, Session } from '@mcp/raw-http';
import { createNodeHandler } from '../../src/http.ts';
import type { NodeHandlerOptions } from '../../src/transports/http/edge/node-handler.ts';
import type { Report } from '../../src/index.ts';
import { SESSION_REVISIONS } from './client.ts';
import { fixture, type Fixture } from './fixture.ts';

interface Mounted extends AsyncDisposable {
  readonly url: string;
}

async function listening(listener: RequestListener, close: () => Promise<void>): Promise<Mounted> {
  const http: Server = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const end = async (): Promise<void> => {
    await close();
    http.closeAllConnections();
    http.close();
  };
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: end };
}

function mounted(own: Fixture, options: NodeHandlerOptions = {}): Promise<Mounted> {
  const handler = createNodeHandler(own.server, options);
  return listening(
    (request, response) => void handler(request, response),
    () => handler.close(0),
  );
}

/** An Express application with the handler at /mcp, after what `before` adds. */
function inExpress(own: Fixture, before: (app: Express) => void = () => {}): Promise<Mounted> {
  const handler = createNodeHandler(own.server);
  const app = express();
  before(app);
  app.use('/mcp', handler);
  return listening(app, () => handler.close(0));
}

const echo = modern('tools/call', { name: 'echo', arguments: { text: 'ü' } });

describe('in a node:http server', () => {
  test('answers stateless requests', async () => {
    await using http = await mounted(fixture());
    expect((await send(http.url, echo)).json).toMatchObject(said(1, 'ü'));
    expect((await send(http.url.replace('/mcp', '/other'), echo)).status).toBe(404);
  });

  test.each(SESSION_REVISIONS)('%s: sessions, their streams and their end', async (revision) => {
    const own = fixture();
    await using http = await mounted(own);
    const session = await Session.begin(http.url, revision);
    const stream = await session.listen();
    const steps = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await steps.upTo(2);
    own.release('s');
    await steps.ended;
    expect(steps.messages.at(-1)).toEqual(said(1, 's done'));
    expect((await session.end()).status).toBe(200);
    await stream.ended;
  });

  test('the promise resolves when the response is over', async () => {
    const own = fixture();
    const handler = createNodeHandler(own.server);
    const done: string[] = [];
    const listener: RequestListener = (request, response) =>
      void handler(request, response).then(() => done.push(String(request.url)));
    await using http = await listening(listener, () => handler.close(0));
    const session = await Session.begin(http.url, '2025-11-25');
    const before = done.length;
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    expect(done).toHaveLength(before);
    own.release('s');
    await wire.ended;
    await expect.poll(() => done.length).toBe(before + 1);
  });

  test('refuses an unlisted host name, and serves a listed one', async () => {
    await using local = await mounted(fixture());
    const named = { ...echo, headers: { ...echo.headers, host: 'mcp.example.com' } };
    expect((await send(local.url, named)).status).toBe(403);
    await using own = await mounted(fixture(), { host: 'mcp.example.com' });
    expect((await send(own.url, named)).status).toBe(200);
    expect((await send(own.url, echo)).status).toBe(403);
    await using both = await mounted(fixture(), { allowedHosts: ['mcp.example.com'] });
    expect([(await send(both.url, named)).status, (await send(both.url, echo)).status]).toEqual([200, 200]);
  });

  test('refuses requests after close', async () => {
    const handler = createNodeHandler(fixture().server);
    const listener: RequestListener = (request, response) => void handler(request, response);
    await using http = await listening(listener, () => handler.close(0));
    await handler.close(0);
    expect((await send(http.url, echo)).status).toBe(503);
  });
});

describe('in Express', () => {
  const parsers: readonly (readonly [string, (app: Express) => unknown])[] = [
    ['nothing', () => {}],
    ['express.json()', (app) => app.use(express.json())],
    ['express.raw()', (app) => app.use(express.raw({ type: '*/*' }))],
    ['express.text()', (app) => app.use(express.text({ type: '*/*' }))],
    // The parser of Express 4 sets an empty body if it reads nothing.
    ['urlencoded() of body-parser 1', (app) => app.use(bodyParser.urlencoded({ extended: false }))],
    ['text() of body-parser 1', (app) => app.use(bodyParser.text())],
    ['json() of body-parser 1', (app) => app.use(bodyParser.json())],
  ];

  test.each(parsers)('behind %s both eras are served', async (_, before) => {
    await using http = await inExpress(fixture(), before);
    expect((await send(http.url, echo)).json).toMatchObject(said(1, 'ü'));
    const session = await Session.begin(http.url, '2025-11-25');
    expect((await session.post(call(1, 'echo', { text: 'ü' }))).json).toEqual(said(1, 'ü'));
    const stream = await session.listen();
    expect(stream.status).toBe(200);
    expect((await session.end()).status).toBe(200);
  });

  test('enforces the body limit behind express.json()', async () => {
    const handler = createNodeHandler(fixture().server, { maxBodyBytes: 100 });
    const app = express().use(express.json()).all('/mcp', handler);
    await using http = await listening(app, () => handler.close(0));
    expect((await send(http.url, echo)).status).toBe(413);
  });

  test('refuses and reports a body that was already consumed, without waiting for it', async () => {
    const reports: Report[] = [];
    const own = fixture({ report: (report) => void reports.push(report) });
    await using http = await inExpress(own, (app) =>
      app.use((request, _, next) => {
        request.resume().on('end', () => next());
      }),
    );
    const problem =
      'Internal error: the body was read before it came to the MCP handler, and is not in request.body; ' +
      'mount the handler before what reads it, or let that set request.body';
    const refused = await open(http.url, { headers: { accept: 'application/json' }, body: rpc(1, 'ping') });
    await refused.ended;
    expect([refused.status, refused.json]).toEqual([500, failure(-32603, problem)]);
    expect(reports).toMatchObject([{ level: 'error', message: 'a request over HTTP failed' }]);
  });
});
