// HTTP request in handlers: its headers in both eras, and its session with the author's own state.
import { describe, expect, test } from 'vitest';
import { call, modern, said, send, Session } from '@mcp/raw-http';
import { defineServer, defineTool, sessionState, type McpServer } from '../../src/index.ts';
import { httpSse } from '../../src/http-sse.ts';
import { serving, SESSION_REVISIONS } from './client.ts';
import { Client, servingSse } from './sse-client.ts';

const LATEST = '2025-11-25';

function telling(): McpServer {
  const counts = sessionState(() => ({ calls: 0 }));
  const header = defineTool({
    name: 'header',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    run: ({ name }, ctx) => ctx.headers?.get(name) ?? 'none',
  });
  const count = defineTool({
    name: 'count',
    run: (_, ctx) => {
      const state = counts(ctx);
      if (state === undefined) return 'no session';
      state.calls++;
      return `${state.calls} in ${ctx.session?.id}`;
    },
  });
  return defineServer({ name: 'test', version: '1.0.0', tools: [header, count] });
}

const tenant = { 'x-tenant': 'acme' };

describe.each(SESSION_REVISIONS)('%s', (revision) => {
  test('a tool answers a header of the request that called it', async () => {
    await using http = await serving(telling());
    const session = await Session.begin(http.url, revision);
    const ask = call(1, 'header', { name: 'X-Tenant' });
    expect((await session.post(ask, tenant)).json).toEqual(said(1, 'acme'));
    expect((await session.post(ask)).json).toEqual(said(1, 'none'));
  });

  test('author state is stored per session and separate for each client', async () => {
    await using http = await serving(telling());
    const [one, other] = [await Session.begin(http.url, revision), await Session.begin(http.url, revision)];
    for (const calls of [1, 2, 3])
      expect((await one.post(call(calls, 'count'))).json).toEqual(said(calls, `${calls} in ${one.id}`));
    expect((await other.post(call(1, 'count'))).json).toEqual(said(1, `1 in ${other.id}`));
  });
});

describe('2026-07-28', () => {
  test('a tool answers a header of the request that called it', async () => {
    await using http = await serving(telling());
    const ask = (headers: Readonly<Record<string, string>>): Promise<unknown> =>
      send(http.url, modern('tools/call', { name: 'header', arguments: { name: 'X-Tenant' } }, headers)).then(
        ({ json }) => json,
      );
    expect(await ask(tenant)).toMatchObject(said(1, 'acme'));
    expect(await ask({})).toMatchObject(said(1, 'none'));
  });

  test('a request has no session, even beside one', async () => {
    await using http = await serving(telling());
    const session = await Session.begin(http.url, LATEST);
    await session.post(call(1, 'count'));
    const headers = { 'mcp-session-id': session.id };
    const wire = await send(http.url, modern('tools/call', { name: 'count' }, headers));
    expect(wire.json).toMatchObject(said(1, 'no session'));
  });
});

test('2024-11-05: headers are those of the POST, and the stream is the session', async () => {
  await using http = await servingSse(telling(), { transports: [httpSse()] });
  const client = await Client.begin(http.at('/sse'), '2024-11-05');
  await client.post(call(1, 'header', { name: 'X-Tenant' }), tenant);
  await client.post(call(2, 'count'));
  await client.post(call(3, 'count'));
  const texts = (await client.messages(4)).map((message) => JSON.stringify(message));
  expect(texts.some((text) => text.includes('acme'))).toBe(true);
  expect(texts.at(-1)).toMatch(/2 in [\da-f-]{36}/);
});
