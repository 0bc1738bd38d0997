// The examples of the page on HTTP do what the page says.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineServer, defineTool } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { modern, said, send } from '@mcp/raw-http';
import { inExpress, inHono } from './examples/http.ts';

const hi = defineTool({ name: 'hi', run: () => 'hi' });
const server = defineServer({ name: 'greeter', version: '1.0.0', tools: [hi] });
const shot = modern('tools/call', { name: 'hi' }, { host: 'mcp.example.com' });

test('in Express, behind a parser of bodies', async () => {
  const http = createServer(inExpress(server)).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const { port } = http.address() as AddressInfo;
  expect((await send(`http://127.0.0.1:${port}/mcp`, shot)).json).toMatchObject(said(1, 'hi'));
  http.close();
});

test('in Hono', async () => {
  const headers = new Headers(Object.entries(shot.headers ?? {}) as [string, string][]);
  headers.set('content-type', 'application/json');
  const body = JSON.stringify(shot.body);
  const answer = await inHono(server).request('http://mcp.example.com/mcp', {
    method: 'POST',
    headers,
    body,
  });
  expect(await answer.json()).toMatchObject(said(1, 'hi'));
});
