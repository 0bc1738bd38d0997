// Stateless requests over HTTP: the form of the answer, its status, cancellation, streams (2026-07-28).
import { expect, test } from 'vitest';
import { call, envelope, failure, type Message, modern, open, rpc, send } from '@mcp/raw-http';
import { defineTool } from '../../src/index.ts';
import { verifies } from '../spec/harness.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const META = { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1.0.0' } };

const said = (text: string): Message => ({
  jsonrpc: '2.0',
  id: 1,
  result: { resultType: 'complete', _meta: META, content: [{ type: 'text', text }] },
});

verifies('H-05', 'an answer that comes alone is one JSON object', async () => {
  await using http = await serving(fixture().server);
  const { status, headers, text } = await send(
    http.url,
    modern('tools/call', { name: 'echo', arguments: { text: 'hällo' } }),
  );
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(headers).not.toHaveProperty('mcp-session-id');
  expect(JSON.parse(text)).toEqual(said('hällo'));
});

verifies(
  ['H-05', 'H-06', 'H-07'],
  'what comes before the answer makes it an event stream, which ends after the answer',
  async () => {
    const { server, release } = fixture();
    await using http = await serving(server);
    const _meta = envelope({ progressToken: 0, 'io.modelcontextprotocol/logLevel': 'info' });
    const wire = await open(
      http.url,
      modern('tools/call', { name: 'steps', arguments: { name: 's' }, _meta }),
    );
    expect(wire.status).toBe(200);
    expect(wire.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    // The first messages are there while the call still runs.
    expect(await wire.upTo(2)).toEqual([
      rpc(undefined, 'notifications/progress', { progressToken: 0, progress: 1, total: 2 }),
      rpc(undefined, 'notifications/message', { level: 'warning', data: 's began' }),
    ]);
    release('s');
    await wire.ended;
    expect(wire.isComplete).toBe(true);
    expect(wire.messages.slice(2)).toEqual([
      rpc(undefined, 'notifications/progress', { progressToken: 0, progress: 2, total: 2 }),
      said('s done'),
    ]);
    // No ids and no empty data, as nothing can be resumed.
    expect(wire.events.map((lines) => lines.map((line) => line.split(':', 1)[0]))).toEqual(
      Array.from({ length: 4 }, () => ['event', 'data']),
    );
  },
);

verifies('H-06', 'messages that were not asked for do not make a stream', async () => {
  const { server, release } = fixture();
  release('s');
  await using http = await serving(server);
  const wire = await send(http.url, modern('tools/call', { name: 'steps', arguments: { name: 's' } }));
  expect(wire.headers['content-type']).toBe('application/json');
  expect(wire.json).toEqual(said('s done'));
});

const SINCE_GONE = 'it exists in 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, not in 2026-07-28';
const MISSING: readonly (readonly [method: string, reason: string])[] = [
  ['no-such-method', 'MCP has no such request'],
  ...['initialize', 'ping', 'logging/setLevel'].map((method) => [method, SINCE_GONE] as const),
  ['prompts/list', 'this server does not have it'],
];
for (const [method, reason] of MISSING) {
  verifies('H-10', `${method} is answered with 404`, async () => {
    await using http = await serving(fixture().server);
    const wire = await send(http.url, modern(method));
    expect(wire.status).toBe(404);
    expect(wire.json).toEqual(failure(-32601, `Method not found: "${method}" (${reason})`, 1));
  });
}

test('errors of the call itself travel in 200', async () => {
  await using http = await serving(fixture().server);
  const unknown = await send(http.url, modern('tools/call', { name: 'x' }));
  expect([unknown.status, unknown.json]).toEqual([
    200,
    failure(-32602, 'Invalid params: unknown tool "x"; see tools/list', 1),
  ]);
  const cursor = await send(http.url, modern('tools/list', { cursor: 'x' }));
  expect(cursor.status).toBe(200);
  expect(cursor.json).toMatchObject({ id: 1, error: { code: -32602 } });
});

test('a capability that the client lacks is 400 before the stream is open', async () => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, modern('tools/call', { name: 'ask' }));
  expect(wire.status).toBe(400);
  expect(wire.json).toMatchObject({
    id: 1,
    error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
  });
});

verifies(
  'H-06',
  'a question is an answer, and the client comes back with its own on another connection',
  async () => {
    await using http = await serving(fixture().server);
    const _meta = envelope({}, { elicitation: {} });
    const first = await send(http.url, modern('tools/call', { name: 'ask', arguments: {}, _meta }));
    const { result } = first.json as { result: { requestState: string } };
    expect(first.json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'input_required',
        _meta: META,
        inputRequests: {
          sure: {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: 'Sure?',
              requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
            },
          },
        },
        requestState: expect.any(String) as string,
      },
    });
    const inputResponses = { sure: { action: 'decline' } };
    const { requestState } = result;
    const params = { name: 'ask', arguments: {}, _meta, inputResponses, requestState };
    const second = await send(http.url, modern('tools/call', params));
    expect([second.status, second.json]).toEqual([200, said('decline')]);
  },
);

verifies(
  ['H-04', 'R-07'],
  'a notification is taken with 202, without a body and without headers that repeat it',
  async () => {
    await using http = await serving(fixture().server);
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    const body = rpc(undefined, 'notifications/cancelled', { requestId: 1, _meta: envelope() });
    const wire = await send(http.url, { headers, body });
    expect([wire.status, wire.text]).toEqual([202, '']);
  },
);

const NO_SINGLE: readonly (readonly [string, unknown, string])[] = [
  ['an array', [rpc(1, 'server/discover')], 'Invalid request: stateless requests cannot be batched'],
  ['an empty array', [], 'Invalid request: stateless requests cannot be batched'],
  [
    'a result',
    { jsonrpc: '2.0', id: 1, result: {} },
    'Invalid request: a server without sessions asks nothing, so it takes no responses',
  ],
  [
    'an error',
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
    'Invalid request: a server without sessions asks nothing, so it takes no responses',
  ],
  ['null', null, 'Invalid request: a message must be a JSON object'],
  ['a number', 7, 'Invalid request: a message must be a JSON object'],
];
for (const [what, body, message] of NO_SINGLE) {
  verifies('H-03', `${what} is refused`, async () => {
    await using http = await serving(fixture().server);
    const shot = modern('server/discover');
    const wire = await send(http.url, { ...shot, body: JSON.stringify(body) });
    expect([wire.status, wire.json]).toEqual([400, failure(-32600, message)]);
  });
}

verifies('H-09', 'GET and DELETE are 405, whatever session and event they name', async () => {
  await using http = await serving(fixture().server);
  for (const method of ['GET', 'DELETE']) {
    const headers = {
      accept: 'text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-session-id': 'x',
      'last-event-id': 'y',
    };
    const wire = await send(http.url, { method, headers });
    expect(wire.status).toBe(405);
    expect(wire.headers.allow).toContain('POST');
    expect(wire.json).toEqual(failure(-32600, `Invalid request: the method ${method} is not served here`));
  }
});

verifies('H-09', 'a POST ignores a session id and mints none', async () => {
  await using http = await serving(fixture().server);
  const shot = modern('server/discover', {}, { 'mcp-session-id': 'x', 'last-event-id': 'y' });
  const wire = await send(http.url, shot);
  expect(wire.status).toBe(200);
  expect(wire.headers).not.toHaveProperty('mcp-session-id');
});

verifies('H-08', 'a client that drops the connection cancels its call', async () => {
  const { server, happened, events } = fixture();
  await using http = await serving(server);
  const dropped = new AbortController();
  const shot = modern('tools/call', { name: 'wait', arguments: { name: 'w' } });
  const answer = fetch(http.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(shot.headers as Record<string, string>) },
    body: JSON.stringify(shot.body),
    signal: dropped.signal,
  });
  await happened('w began');
  dropped.abort();
  await expect(answer).rejects.toThrow('aborted');
  await happened('w ended');
  expect(events).toEqual(['w began', 'w stopped', 'w ended']);
});

verifies('H-08', 'a client that drops the stream cancels its call', async () => {
  const { server, tools } = fixture();
  let stopped: (isAborted: boolean) => void = () => {};
  const isStopped = new Promise<boolean>((resolve) => (stopped = resolve));
  tools.add(
    defineTool({
      name: 'long',
      run: async (_, ctx) => {
        ctx.progress(1);
        await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
        stopped(ctx.signal.aborted);
      },
    }),
  );
  await using http = await serving(server);
  const params = { name: 'long', _meta: envelope({ progressToken: 'p' }) };
  const wire = await open(http.url, modern('tools/call', params));
  await wire.upTo(1);
  await wire.drop();
  expect(await isStopped).toBe(true);
});

verifies('H-11', 'requests with the same id run side by side and do not wait for each other', async () => {
  const { server, release, happened } = fixture();
  await using http = await serving(server);
  const slow = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'slow' } }));
  await happened('slow began');
  const quick = modern('tools/call', { name: 'echo', arguments: { text: 'quick' } });
  expect((await send(http.url, quick)).json).toEqual(said('quick'));
  release('slow');
  expect((await slow).json).toEqual(said('slow done'));
});

test('close() answers running calls and refuses new ones', async () => {
  const { server, release, happened } = fixture();
  const http = await serving(server);
  const slow = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'slow' } }));
  await happened('slow began');
  const closed = http.close();
  release('slow');
  expect((await slow).json).toEqual(said('slow done'));
  await closed;
  await expect(send(http.url, modern('server/discover'))).rejects.toThrow('ECONNREFUSED');
});

test('close() abandons calls that exceed its time limit', async () => {
  const { server, happened, events } = fixture();
  const http = await serving(server);
  const stuck = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'stuck' } }));
  await happened('stuck began');
  await http.close(50);
  expect((await stuck).text).toBe('');
  await happened('stuck ended');
  expect(events).toContain('stuck stopped');
});

test('a call in an envelope inside a session of another era is stateless', async () => {
  await using http = await serving(fixture().server);
  const body = { ...call(1, 'echo', { text: 'x' }) };
  const shot = modern('tools/call', { ...(body['params'] as Message), _meta: envelope() });
  const wire = await send(http.url, { ...shot, headers: { ...shot.headers, 'mcp-session-id': 'none' } });
  expect(wire.json).toEqual(said('x'));
});

verifies('H-05', 'a client that takes only one of the two types gets it', async () => {
  const { server, release } = fixture();
  release('s');
  await using http = await serving(server);
  const _meta = envelope({ progressToken: 'p' });
  const steps = (accept: string) =>
    send(http.url, modern('tools/call', { name: 'steps', arguments: { name: 's' }, _meta }, { accept }));
  const json = await steps('application/json');
  expect([json.headers['content-type'], json.json]).toMatchObject(['application/json', said('s done')]);
  const echo = modern(
    'tools/call',
    { name: 'echo', arguments: { text: 'x' } },
    { accept: 'text/event-stream' },
  );
  const events = await send(http.url, echo);
  expect([events.headers['content-type'], events.messages]).toMatchObject(['text/event-stream', [said('x')]]);
  const listen = modern('subscriptions/listen', { notifications: {} }, { accept: 'application/json' });
  const refused = await send(http.url, listen);
  expect([refused.status, refused.json]).toEqual([
    406,
    failure(-32600, 'Invalid request: the client must accept text/event-stream', 1),
  ]);
});
