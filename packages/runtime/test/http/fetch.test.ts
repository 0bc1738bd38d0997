// @mcp/runtime/fetch: free of Node.js when bundled and at run time, and under Hono.
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { serve } from '@hono/node-server';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { hello, modern, said, send } from '@mcp/raw-http';
import { createFetchHandler } from '../../src/fetch.ts';
import { fixture } from './fixture.ts';

const SOURCES = join(import.meta.dirname, '../../src');

const AUTHOR = `
  import { createFetchHandler } from './fetch.ts';
  import { defineServer, defineTool } from './index.ts';
  const echo = defineTool({
    name: 'echo',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    run: ({ text }) => text,
  });
  const server = defineServer({ name: 'worker', version: '1.0.0', tools: [echo] });
  export const handler = createFetchHandler(server, 'worker.example.com');
`;

/** The globals of every web-standard host, none specific to Node.js. */
const WEB = {
  AbortController,
  AbortSignal,
  Blob,
  ByteLengthQueuingStrategy,
  DOMException,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  crypto,
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
};

interface Worker {
  readonly handler: { fetch(request: Request): Promise<Response>; close(drainMs?: number): Promise<void> };
}

test('runs with web APIs alone, for clients of both eras', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: AUTHOR, resolveDir: SOURCES, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'worker',
    platform: 'neutral',
    target: 'es2024',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  expect(imported.filter(({ external }) => external === true)).toEqual([]);
  const context = createContext({ ...WEB });
  runInContext(`${outputFiles[0]?.text ?? ''}\nglobalThis.worker = worker;`, context);
  const { handler } = (context as unknown as { worker: Worker }).worker;
  const post = async (shot: { headers?: object; body?: unknown }): Promise<Response> =>
    handler.fetch(
      new Request('https://worker.example.com/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...shot.headers },
        body: JSON.stringify(shot.body),
      }),
    );
  const stateless = await post(modern('tools/call', { name: 'echo', arguments: { text: 'ü' } }));
  expect(await stateless.json()).toMatchObject(said(1, 'ü'));
  const wrong = await post(modern('tools/call', { name: 'echo', arguments: { text: 1 } }));
  expect(await wrong.json()).toMatchObject({ result: { isError: true } });
  const opened = await post({ body: hello('2025-11-25') });
  expect(opened.headers.get('mcp-session-id')).toMatch(/^[\da-f-]{36}$/);
  await handler.close(0);
});

test('serves under Hono', async () => {
  const handler = createFetchHandler(fixture().server, '127.0.0.1');
  const app = new Hono().all('/mcp', (context) => handler.fetch(context.req.raw));
  const listening = await new Promise<{ port: number; close: () => void }>((resolve) => {
    const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ port, close: () => http.close() }),
    );
  });
  const shot = modern('tools/call', { name: 'echo', arguments: { text: 'ü' } });
  expect((await send(`http://127.0.0.1:${listening.port}/mcp`, shot)).json).toMatchObject(said(1, 'ü'));
  await handler.close(0);
  listening.close();
});
