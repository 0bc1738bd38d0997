// `observe`: reports each finished request, whoever answered it, and the start and end of sessions.
import { call as callOf, modern, send, Session } from '@mcp/raw-http';
import { describe, expect, test, vi } from 'vitest';
import {
  defineServer,
  defineTool,
  REVISIONS,
  type Report,
  type ServerEvent,
  ToolError,
} from '../../src/index.ts';
import { connect } from '../../src/testing.ts';
import { serving } from '../http/client.ts';

const tools = [
  defineTool({ name: 'good', run: () => 'good' }),
  defineTool({
    name: 'bad',
    run: () => {
      throw new ToolError('bad');
    },
  }),
  defineTool({
    name: 'hang',
    run: (_, ctx) =>
      new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('late'))),
  }),
];

/** Makes a server that records its observations. */
const watched = (more: object = {}) => {
  const events: ServerEvent[] = [];
  const server = defineServer({
    name: 'watched',
    version: '1.0.0',
    tools,
    observe: (event) => void events.push(event),
    ...more,
  });
  return { server, events };
};

const requests = (events: readonly ServerEvent[]) => events.filter(({ type }) => type === 'request');

describe.each(REVISIONS)('in %s', (revision) => {
  test('a request has its method, name, outcome and revision', async () => {
    const { server, events } = watched();
    await using client = await connect(server, { revision });
    const opening = events.length;
    await client.request('tools/call', { name: 'good' });
    await client.request('tools/call', { name: 'bad' });
    await client.request('tools/call', { name: 'none', _meta: { traceparent: '00-1-2-01' } }).catch(() => {});
    await client.request('resources/read', { uri: 'test://a' }).catch(() => {});
    const common = {
      type: 'request',
      revision,
      connection: expect.any(String),
      durationMs: expect.any(Number),
    };
    expect(events.slice(opening)).toEqual([
      { ...common, method: 'tools/call', name: 'good', outcome: 'ok', code: undefined, trace: undefined },
      { ...common, method: 'tools/call', name: 'bad', outcome: 'failed', code: undefined, trace: undefined },
      {
        ...common,
        method: 'tools/call',
        name: undefined,
        outcome: 'error',
        code: -32602,
        trace: '00-1-2-01',
      },
      {
        ...common,
        method: 'resources/read',
        name: undefined,
        outcome: 'error',
        code: -32601,
        trace: undefined,
      },
    ]);
  });

  test('a cancelled call has no answer', async () => {
    const { server, events } = watched();
    await using client = await connect(server, { revision });
    void client.request('tools/call', { name: 'hang' }, { id: 'h' });
    client.notify('notifications/cancelled', { requestId: 'h' });
    await vi.waitFor(
      () => expect(requests(events).at(-1)).toMatchObject({ name: 'hang', outcome: 'cancelled' }),
      20_000,
    );
  });
});

test('also reports requests refused before the handler lookup', async () => {
  const { server, events } = watched({ limits: { inFlight: 1, queue: 1 } });
  await using client = await connect(server, { revision: '2025-11-25', initialize: false });
  client.send('{"jsonrpc":');
  await client.request('tools/list').catch(() => {});
  await client.request('none/such').catch(() => {});
  expect(events).toMatchObject([
    { method: undefined, outcome: 'error', code: -32700 },
    { method: 'tools/list', outcome: 'error', code: -32600 },
    { method: undefined, outcome: 'error', code: -32601 },
  ]);
});

test('a session begins with initialize and ends with its connection', async () => {
  const { server, events } = watched();
  const client = await connect(server, { revision: '2025-06-18' });
  await client.request('ping');
  await client.close();
  const sessions = events.filter(({ type }) => type === 'session');
  const common = {
    type: 'session',
    revision: '2025-06-18',
    client: { name: 'test-client', version: '1.0.0' },
  };
  const connection = expect.any(String) as unknown;
  expect(sessions).toEqual([
    { ...common, connection, phase: 'begin', durationMs: 0 },
    { ...common, connection, phase: 'end', durationMs: expect.any(Number) as unknown },
  ]);
  await using modernClient = await connect(server);
  await modernClient.request('tools/list');
  expect(events.filter(({ type }) => type === 'session')).toEqual(sessions);
});

test('over HTTP: separate sessions, and requests that get a status instead of an answer', async () => {
  const { server, events } = watched();
  await using http = await serving(server);
  const session = await Session.begin(http.url, '2025-11-25');
  await session.post(callOf(1, 'good', {}));
  await session.end();
  const gone = await session.post(callOf(2, 'good', {}));
  expect(gone.status).toBe(404);
  const shot = modern('tools/call', { name: 'good' });
  await send(http.url, { ...shot, headers: { ...shot.headers, origin: 'https://evil.example' } });
  await send(http.url, { ...shot, headers: { ...shot.headers, 'mcp-name': 'other' } });
  expect(events).toMatchObject([
    { type: 'request', method: 'initialize', outcome: 'ok' },
    { type: 'session', phase: 'begin' },
    { type: 'request', method: 'tools/call', name: 'good', outcome: 'ok' },
    { type: 'session', phase: 'end' },
    { type: 'request', outcome: 'refused', status: 404, code: -32600 },
    { type: 'request', method: 'tools/call', name: 'good', outcome: 'refused', status: 403 },
    { type: 'request', method: 'tools/call', name: undefined, outcome: 'refused', status: 400, code: -32020 },
  ]);
});

test('reports a failure of the observer, and answers the request', async () => {
  const reports: Report[] = [];
  const observe = (): void => {
    throw new Error('no disk');
  };
  const { server } = watched({ observe, report: (report: Report) => void reports.push(report) });
  await using client = await connect(server);
  expect(await client.request('tools/call', { name: 'good' })).toMatchObject({ content: [{ text: 'good' }] });
  expect(reports[0]).toMatchObject({ level: 'error', message: 'observing an event failed' });
});

describe('of a session', () => {
  const sessions = (events: readonly ServerEvent[]) => events.filter(({ type }) => type === 'session');
  const initialize = (id: number, params: unknown) => ({ jsonrpc: '2.0', id, method: 'initialize', params });
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };

  test('the start is reported once, with the answer to the first valid `initialize`', async () => {
    const { server, events } = watched();
    const start = performance.now();
    const client = await connect(server, { revision: '2025-11-25', initialize: false });
    await client.request('ping');
    client.send(initialize(10, { protocolVersion: 5 }));
    await client.waitFor(({ id }) => id === 10);
    expect(sessions(events)).toEqual([]);
    client.send(initialize(11, hello));
    await client.waitFor(({ id }) => id === 11);
    client.send(initialize(12, hello));
    await client.waitFor(({ id }) => id === 12);
    await client.close();
    const common = {
      type: 'session',
      revision: '2025-11-25',
      connection: expect.any(String),
      client: hello.clientInfo,
    };
    expect(sessions(events)).toEqual([
      { ...common, phase: 'begin', durationMs: 0 },
      { ...common, phase: 'end', durationMs: expect.any(Number) },
    ]);
    expect(sessions(events)[1]?.durationMs).toBeLessThanOrEqual(performance.now() - start);
  });

  test('neither is reported without a session', async () => {
    const { server, events } = watched();
    const modernClient = await connect(server, { revision: '2026-07-28' });
    await modernClient.close();
    const alone = await connect(server, { revision: '2025-11-25', transport: 'http', sessions: false });
    await alone.request('tools/call', { name: 'good' });
    await alone.close();
    expect(sessions(events)).toEqual([]);
  });
});

test('reports the duration of a request, and zero for an unreadable one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    vi.advanceTimersByTime(1000);
    const slow = defineTool({ name: 'slow', run: () => (vi.advanceTimersByTime(250), 'slow') });
    const { server, events } = watched({ tools: [slow] });
    await using client = await connect(server, { revision: '2025-11-25' });
    await client.request('tools/call', { name: 'slow' });
    client.send('{');
    await client.waitFor((message) => 'error' in message);
    expect(requests(events).map(({ durationMs }) => durationMs)).toEqual([0, 250, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('omits a name that is not a string', async () => {
  const { server, events } = watched();
  await using client = await connect(server, { revision: '2025-11-25' });
  await client.request('tools/call', { name: 5 }).catch(() => {});
  expect(requests(events).at(-1)).toMatchObject({ method: 'tools/call', name: undefined, outcome: 'error' });
});
