// Signs of life: show proxies and clients that slow answers are coming.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, envelope, modern, open, rpc, said, send, Session, type Wire } from '@mcp/raw-http';
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { defineServer, defineTool } from '../../src/index.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const JSON_ONLY = { accept: 'application/json' };
const BOTH = { accept: 'application/json, text/event-stream' };

/** Waits for two signs of life, releases the call, and returns the whole response. */
const late = async (
  shoot: (url: string) => Promise<Wire>,
  isAlive: (text: string) => boolean,
): Promise<Wire> => {
  const { server, happened, release } = fixture();
  await using http = await serving(server, { keepAliveMs: 50 });
  const wire = await shoot(http.url);
  await happened('w began');
  await wire.until(({ text }) => isAlive(text));
  release('w');
  await wire.ended;
  return wire;
};

const isSpace = (text: string): boolean => /^ {2,}$/.test(text);
const isComments = (text: string): boolean => /^(?::\n\n){2,}$/.test(text);

describe('an answer that takes longer than `keepAliveMs`', () => {
  const modernCall = (accept: object): ((url: string) => Promise<Wire>) => {
    const shot = modern('tools/call', { name: 'wait', arguments: { name: 'w' }, _meta: envelope() });
    return (url) => open(url, { ...shot, headers: { ...shot.headers, ...accept } });
  };
  const inSession =
    (revision: string, accept: object): ((url: string) => Promise<Wire>) =>
    async (url) => {
      const { headers } = await Session.begin(url, revision);
      return open(url, { headers: { ...headers, ...accept }, body: call(1, 'wait', { name: 'w' }) });
    };

  test.each([
    ['2026-07-28', modernCall(BOTH)],
    ['2025-06-18', inSession('2025-06-18', BOTH)],
  ])('comes as an event after comments (%s)', async (_, shoot) => {
    const wire = await late(shoot, isComments);
    expect([wire.status, wire.headers['content-type'], wire.isComplete]).toEqual([
      200,
      'text/event-stream',
      true,
    ]);
    expect(wire.messages).toMatchObject([{ result: { content: [{ text: 'w done' }] } }]);
  });

  test.each([
    ['2026-07-28', modernCall(JSON_ONLY)],
    ['2025-11-25', inSession('2025-11-25', JSON_ONLY)],
  ])('comes as JSON after white space if the client accepts no events (%s)', async (_, shoot) => {
    const wire = await late(shoot, isSpace);
    expect([wire.status, wire.headers['content-type'], wire.isComplete]).toEqual([
      200,
      'application/json',
      true,
    ]);
    expect(wire.text).toMatch(/^ {2,}\{/);
    expect(JSON.parse(wire.text)).toMatchObject({ result: { content: [{ text: 'w done' }] } });
  });
});

describe('a slow client gets its whole answer, and no sign of life after it', () => {
  const long = 'x'.repeat(12_000_000);
  const server = defineServer({
    name: 'long',
    version: '1.0.0',
    tools: [defineTool({ name: 'long', run: () => long })],
  });
  const modernCall = (accept: object) => {
    const shot = modern('tools/call', { name: 'long', arguments: {}, _meta: envelope() });
    return (url: string): Promise<Wire> => open(url, { ...shot, headers: { ...shot.headers, ...accept } });
  };
  const inSession = async (url: string): Promise<Wire> => {
    const { headers } = await Session.begin(url, '2025-11-25');
    return open(url, { headers: { ...headers, ...JSON_ONLY }, body: call(1, 'long') });
  };

  test.each([
    ['2026-07-28, JSON or events', modernCall(BOTH)],
    ['2026-07-28, JSON', modernCall(JSON_ONLY)],
    ['2025-11-25, JSON', inSession],
  ])('%s', async (_, shoot) => {
    await using http = await serving(server, { keepAliveMs: 20 });
    const wire = await shoot(http.url);
    wire.pause();
    await sleep(100);
    wire.resume();
    await wire.ended;
    expect(wire.isComplete).toBe(true);
    expect(wire.json).toEqual(expect.objectContaining({ id: 1 }));
    expect(wire.text).toContain(long);
  });
});

test('a call cancelled after signs of life ends its response, also in the web-standard handler', async () => {
  const { server, happened } = fixture();
  await using http = await serving(server, { keepAliveMs: 20 });
  const session = await Session.begin(http.url, '2025-11-25');
  const wire = await open(http.url, {
    headers: { ...session.headers, ...JSON_ONLY },
    body: call(1, 'wait', { name: 'w' }),
  });
  await happened('w began');
  await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }));
  await wire.ended;
  expect([wire.isComplete, wire.text.trim()]).toEqual([true, '']);

  const other = fixture();
  const handler = createFetchHandler(other.server, 'localhost', { keepAliveMs: 20 });
  const post = (body: unknown, headers: object = {}): Promise<Response> =>
    handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...JSON_ONLY, ...headers },
      }),
    );
  const begun = await post({
    ...rpc(0, 'initialize'),
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  });
  const ids = {
    'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  await post(rpc(undefined, 'notifications/initialized'), ids);
  const response = await post(call(1, 'wait', { name: 'w' }), ids);
  await post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }), ids);
  expect((await response.text()).trim()).toBe('');
  await handler.close(0);
});

test('a quick answer is one JSON body', async () => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, modern('tools/call', { name: 'echo', arguments: { text: 'x' } }));
  expect(wire.headers['content-type']).toBe('application/json');
  const session = await Session.begin(http.url, '2025-06-18');
  expect((await session.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
});
