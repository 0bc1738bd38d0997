// One session served by several processes: stores outside, two endpoints, no sticky routing (up to 2025-11-25).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HttpServeOptions, HttpServing, HttpStores } from '../../src/http.ts';
import { McpEndpoint } from '../../src/transports/http/endpoint.ts';
import { HttpHandler } from '../../src/transports/http/handler.ts';
import { NodeExchange } from '../../src/transports/http/node.ts';
import { defineTool, type McpServer, type Report } from '../../src/index.ts';
import { MemoryReplayStore, MemorySessionStore, type SessionStore } from '../../src/stores.ts';
import { RemoteStores, startStores } from '../stores/remote.ts';
import { call, failure, hello, rpc, said, serving, Session } from './client.ts';
import { fixture, type Fixture } from './fixture.ts';
import { send, type Message, type Wire } from './wire.ts';

const LATEST = '2025-11-25';
const NO_SESSION = failure(
  -32600,
  'Invalid request: there is no such session; send initialize again, without the id',
);
const updated = (uri: string): Message => rpc(undefined, 'notifications/resources/updated', { uri });
const last = (wire: Wire): string => wire.ids.at(-1) ?? 'no event came';

let stores: Awaited<ReturnType<typeof startStores>> | undefined;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores?.[Symbol.dispose]());

/** A process of its own, as far as sessions go: a server, an endpoint, a connection to the stores. */
interface Node extends AsyncDisposable {
  readonly http: HttpServing;
  readonly own: Fixture;
}

async function start(options: HttpServeOptions = {}): Promise<Node> {
  const remote = new RemoteStores(stores?.port ?? 0);
  const { sessions, replay, bus } = remote;
  const own = fixture({ stores: { bus } });
  const http = await serving(own.server, { ...options, stores: { sessions, replay, bus } });
  const end = async (): Promise<void> => {
    await http.close(0);
    remote[Symbol.dispose]();
  };
  return { http, own, [Symbol.asyncDispose]: end };
}

/** The same client at another process. */
const at = (session: Session, node: Node): Session => new Session(node.http.url, session.headers);

describe.each(['2025-03-26', '2025-06-18', LATEST])('%s', (revision) => {
  test('every process serves the session, and knows what the client did in the others', async () => {
    await using a = await start();
    await using b = await start();
    const opened = await send(a.http.url, { body: hello(revision) });
    const headers = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const [one, two] = [new Session(a.http.url, headers), new Session(b.http.url, headers)];
    expect((await two.post(rpc(undefined, 'notifications/initialized'))).status).toBe(202);
    expect((await one.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
    expect((await two.post(call(1, 'echo', { text: 'y' }))).json).toEqual(said(1, 'y'));

    const page = (await one.post(rpc(2, 'tools/list'))).json as { result: { nextCursor: string } };
    const { nextCursor: cursor } = page.result;
    const next = await two.post(rpc(3, 'tools/list', { cursor }));
    expect(next.json).toMatchObject({ id: 3, result: { tools: [{ name: 'steps' }, { name: 'wait' }] } });

    b.own.release('s');
    expect((await two.post(call(4, 'steps', { name: 's' }))).messages).toHaveLength(2);
    await one.post(rpc(5, 'logging/setLevel', { level: 'error' }));
    expect((await two.post(call(6, 'steps', { name: 's' }))).json).toEqual(said(6, 's done'));
  });

  test('what one process ends is ended in all: calls, streams, the id', async () => {
    await using a = await start();
    await using b = await start();
    const session = await Session.begin(a.http.url, revision);
    const stream = await session.listen();
    const running = session.post(call(1, 'wait', { name: 'w' }));
    await a.own.happened('w began');
    const other = at(session, b);
    expect((await other.end()).status).toBe(200);
    await stream.ended;
    expect((await running).messages).toEqual([]);
    await a.own.happened('w stopped');
    for (const node of [a, b]) {
      const gone = await at(session, node).post(rpc(2, 'ping'));
      expect([gone.status, gone.json]).toEqual([404, NO_SESSION]);
    }
  });

  test('a call that runs in one process is cancelled through the other', async () => {
    await using a = await start();
    await using b = await start();
    const session = await Session.begin(a.http.url, revision);
    const running = session.post(call('w', 'wait', { name: 'w' }));
    await a.own.happened('w began');
    await at(session, b).post(rpc(undefined, 'notifications/cancelled', { requestId: 'w' }));
    await a.own.happened('w stopped');
    expect((await running).messages).toEqual([]);
  });

  test('changes come once, on the stream of the session, wherever it is and they happen', async () => {
    await using a = await start();
    await using b = await start();
    const session = await Session.begin(a.http.url, revision);
    const stream = await session.listen();
    const other = at(session, b);
    await other.post(rpc(1, 'resources/subscribe', { uri: 'test://a' }));
    // The process that has the stream learns of it soon, not at once.
    await vi.waitUntil(() => a.own.isWatched('test://a'), 10_000);
    b.own.update('test://a');
    expect(await stream.upTo(1)).toEqual([updated('test://a')]);
    a.own.server.resourceUpdated('test://a');
    expect(await stream.upTo(2)).toEqual([updated('test://a'), updated('test://a')]);

    await stream.drop();
    const moved = await other.listen(last(stream));
    b.own.server.resourceUpdated('test://a');
    expect(await moved.upTo(1)).toEqual([updated('test://a')]);
    await session.post(rpc(2, 'resources/unsubscribe', { uri: 'test://a' }));
    await session.post(rpc(3, 'resources/subscribe', { uri: 'test://b' }));
    await vi.waitUntil(() => b.own.isWatched('test://b') && !b.own.isWatched('test://a'), 10_000);
    for (const node of [a, b]) node.own.server.resourceUpdated('test://a');
    b.own.update('test://b');
    expect(await moved.upTo(2)).toEqual([updated('test://a'), updated('test://b')]);
    expect(stream.messages).toHaveLength(2);
  });
});

describe.each(['2025-06-18', LATEST])('%s', (revision) => {
  test('a question is answered through another process', async () => {
    await using a = await start();
    await using b = await start();
    const session = await Session.begin(a.http.url, revision, { elicitation: {} });
    const other = at(session, b);
    const [first, second] = [await session.open(call(1, 'ask')), await other.open(call(2, 'ask'))];
    const isQuestion = (message: Message | undefined): boolean => message?.['method'] === 'elicitation/create';
    const question = async (wire: Wire): Promise<unknown> =>
      (await wire.until(({ messages }) => messages.find(isQuestion)))['id'];
    const ids = [await question(first), await question(second)];
    // Two processes ask the same client: their ids must differ.
    expect(new Set(ids).size).toBe(2);
    await other.post({ jsonrpc: '2.0', id: ids[0], result: { action: 'cancel' } });
    await session.post({ jsonrpc: '2.0', id: ids[1], result: { action: 'decline' } });
    await Promise.all([first.ended, second.ended]);
    expect([first.messages.at(-1), second.messages.at(-1)]).toEqual([said(1, 'cancel'), said(2, 'decline')]);
  });
});

describe('resuming in another process', () => {
  test('a stream that is complete: all that was missed, then the end', async () => {
    await using a = await start();
    await using b = await start();
    const session = await Session.begin(a.http.url, LATEST);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    await wire.drop();
    const [first = ''] = wire.ids;
    a.own.release('s');
    const whole = await vi.waitUntil(async () => {
      const back = await at(session, b).listen(first);
      await back.ended;
      return back.text.includes('s done') && back;
    }, 10_000);
    expect(whole.messages.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/message',
      'notifications/progress',
      1,
    ]);
    expect(whole.text).not.toContain('retry:');
    const nothing = await at(session, b).listen(last(whole));
    await nothing.ended;
    expect([nothing.status, nothing.text]).toEqual([200, '']);
  });

  test('a stream that goes on elsewhere: what there is, and when to come back', async () => {
    await using a = await start();
    await using b = await start();
    for (const [revision, retry] of [
      [LATEST, [['retry: 1000']]],
      ['2025-06-18', []],
    ] as const) {
      const session = await Session.begin(a.http.url, revision);
      const name = `s ${revision}`;
      const wire = await session.open(call(1, 'steps', { name }, { progressToken: 0 }));
      await wire.upTo(2);
      await wire.drop();
      const [first = '', second = ''] = wire.ids;
      const back = await at(session, b).listen(first);
      await back.ended;
      expect(back.messages).toEqual([
        rpc(undefined, 'notifications/message', { level: 'warning', data: `${name} began` }),
      ]);
      expect(back.events.slice(1)).toEqual(retry);
      expect(back.isComplete).toBe(true);
      // The process that runs it can still be asked.
      const home = await session.listen(second);
      a.own.release(name);
      await home.ended;
      expect(home.messages.at(-1)).toEqual(said(1, `${name} done`));
    }
  });

  test('ids of other sessions and of streams that are over are refused', async () => {
    await using a = await start();
    await using b = await start();
    const victim = await Session.begin(a.http.url, LATEST);
    const other = await Session.begin(a.http.url, LATEST);
    const wire = await victim.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    expect((await at(victim, b).listen(last(wire))).status).toBe(200);
    for (const node of [a, b]) expect((await at(other, node).listen(last(wire))).status).toBe(400);
    await victim.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }));
    await wire.ended;
    // Nobody will ever answer what was cancelled.
    await vi.waitUntil(async () => (await at(victim, b).listen(last(wire))).status === 400, 10_000);
    expect((await victim.listen(last(wire))).status).toBe(400);
  });
});

test('the last process that ends leaves the session to the next', async () => {
  const session = await (async () => {
    await using a = await start();
    return await Session.begin(a.http.url, LATEST);
  })();
  await using b = await start();
  expect((await at(session, b).post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
});

test('what a process answers while it ends can be had from another', async () => {
  const a = await start();
  await using b = await start();
  const session = await Session.begin(a.http.url, LATEST);
  const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
  await wire.upTo(2);
  await wire.drop();
  const closed = a.http.close(5000);
  a.own.release('s');
  await closed;
  const back = await at(session, b).listen(wire.ids[0]);
  await back.ended;
  expect(back.messages.at(-1)).toEqual(said(1, 's done'));
  await a[Symbol.asyncDispose]();
});

test('a full process lets sessions go that are unused: they come back', async () => {
  await using a = await start({ maxSessions: 2 });
  const sessions: Session[] = [];
  for (let i = 0; i < 5; i++) sessions.push(await Session.begin(a.http.url, LATEST));
  for (const session of [...sessions, ...sessions]) {
    expect((await session.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
  }
  const used = [];
  for (const session of sessions.slice(0, 2)) used.push(await session.listen());
  const third = await sessions[2]?.post(rpc(1, 'ping'));
  expect(third?.status).toBe(503);
  await Promise.all(used.map((stream) => stream.drop()));
  await vi.waitUntil(async () => (await sessions[2]?.post(rpc(1, 'ping')))?.status === 200, 10_000);
});

test('a session that was ended does not come back with a request that is late', async () => {
  const sessions = new MemorySessionStore();
  const { server, release, happened } = fixture();
  await using a = await serving(server, { stores: { sessions } });
  await using b = await serving(fixture().server, { stores: { sessions } });
  const session = await Session.begin(a.url, LATEST);
  const late = session.open(call(1, 'wait', { name: 'w' }));
  await happened('w began');
  // Without a bus the first process does not hear of it.
  await new Session(b.url, session.headers).end();
  const level = session.post(rpc(2, 'logging/setLevel', { level: 'error' }));
  expect((await level).status).toBe(404);
  release('w');
  await (await late).ended;
  expect(sessions.get(session.id)).toBeUndefined();
});

test('the time to live is that of the store, and an open stream counts as use', async () => {
  const sessions = new MemorySessionStore();
  const settings = { sessionIdleMs: 200, stores: { sessions } };
  await using a = await serving(fixture().server, settings);
  await using b = await serving(fixture().server, settings);
  const session = await Session.begin(a.url, LATEST);
  const listening = await Session.begin(a.url, LATEST);
  const stream = await listening.listen();
  await vi.waitUntil(() => sessions.get(session.id) === undefined, 10_000);
  expect(sessions.get(listening.id)).toBeDefined();
  const gone = await new Session(b.url, session.headers).post(rpc(1, 'ping'));
  expect(gone.status).toBe(404);
  await listening.end();
  await stream.ended;
});

describe('a store that fails', () => {
  const broken = (methods: Partial<SessionStore>): SessionStore => {
    const memory = new MemorySessionStore();
    return {
      get: (id) => memory.get(id),
      set: (session, ttlMs) => memory.set(session, ttlMs),
      touch: (id, ttlMs) => memory.touch(id, ttlMs),
      delete: (id) => memory.delete(id),
      ...methods,
    };
  };
  const fail = (): never => {
    throw new Error('no disk');
  };
  const UNREACHABLE = failure(
    -32600,
    'Invalid request: what is kept of sessions cannot be reached now; try again later',
  );

  test.each([
    ['at once', fail],
    ['later', async () => fail()],
  ])('%s refuses with 503 and is reported', async (_, get) => {
    const reports: Report[] = [];
    const { server } = fixture({ report: (report) => void reports.push(report) });
    await using http = await serving(server, { stores: { sessions: broken({ get }) } });
    const session = await Session.begin(http.url, LATEST);
    const refused = await session.post(rpc(1, 'ping'));
    expect([refused.status, refused.json]).toEqual([503, UNREACHABLE]);
    expect(reports.at(-1)).toMatchObject({ level: 'error', message: 'a store failed' });
    expect(String(reports.at(-1)?.error)).toContain('no disk');
  });

  test('does not lose the session here when it cannot save', async () => {
    let isBroken = false;
    const memory = new MemorySessionStore();
    const sessions = broken({
      get: (id) => memory.get(id),
      set: (session, ttlMs) => (isBroken ? fail() : memory.set(session, ttlMs)),
    });
    await using http = await serving(fixture().server, { stores: { sessions } });
    const session = await Session.begin(http.url, LATEST);
    isBroken = true;
    expect((await session.post(rpc(1, 'logging/setLevel', { level: 'error' }))).status).toBe(200);
    isBroken = false;
    expect((await session.post(rpc(2, 'ping'))).status).toBe(200);
    expect(memory.get(session.id)?.logLevel).toBe('error');
  });

  test('of events costs the replay, not the call', async () => {
    const reports: Report[] = [];
    const own = fixture({ report: (report) => void reports.push(report) });
    const replay = { append: fail, read: fail, delete: fail, deleteSession: async () => fail() };
    await using http = await serving(own.server, { stores: { replay } });
    const session = await Session.begin(http.url, LATEST);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    const refused = await session.listen(wire.ids[0]);
    await refused.ended;
    expect([refused.status, refused.json]).toEqual([503, UNREACHABLE]);
    own.release('s');
    await wire.ended;
    expect(wire.messages.at(-1)).toEqual(said(1, 's done'));
    expect((await session.end()).status).toBe(200);
    expect(reports.length).toBeGreaterThan(0);
  });
});

describe('a store that answers late', () => {
  test('what comes during the replay is sent after it', async () => {
    const memory = new MemoryReplayStore();
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const replay = {
      append: async (...args: Parameters<typeof memory.append>) => memory.append(...args),
      read: async (...args: Parameters<typeof memory.read>) => {
        const events = memory.read(...args);
        answer();
        await gate;
        return events;
      },
      delete: async (...args: Parameters<typeof memory.delete>) => memory.delete(...args),
      deleteSession: async (session: string) => memory.deleteSession(session),
    };
    const own = fixture();
    await using http = await serving(own.server, { stores: { replay } });
    const session = await Session.begin(http.url, LATEST);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    await wire.drop();
    const back = await session.listen(wire.ids[0]);
    await asked;
    own.release('s');
    await session.post(rpc(2, 'ping'));
    expect(back.messages).toEqual([]);
    release();
    await back.ended;
    expect(back.isComplete).toBe(true);
    expect(back.messages.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/message',
      'notifications/progress',
      1,
    ]);
    expect(new Set([...wire.ids, ...back.ids]).size).toBe(4);
  });
});

describe('callers', () => {
  /** An endpoint where the header X-User says who it is. */
  async function servingUsers(server: McpServer, stores: HttpStores): Promise<AsyncDisposable & { url: string }> {
    const endpoint = new McpEndpoint(
      { open: (channel) => server.open(channel), paramHeaders: (tool) => server.paramHeaders(tool) },
      {
        maxBodyBytes: 1_000_000,
        hasSessions: true,
        maxSessions: 100,
        idleMs: 60_000,
        keepAliveMs: 15_000,
        replay: stores.replay ?? new MemoryReplayStore(),
        store: stores.sessions,
        bus: stores.bus,
        report: () => {},
      },
    );
    const handler = new HttpHandler({
      guard: { allowedHosts: ['127.0.0.1'], allowedOrigins: [] },
      authorize: (exchange) => ({
        subject: exchange.header('x-user') ?? '',
        issuer: exchange.header('x-issuer') ?? 'test',
        clientId: undefined,
        scopes: [],
        expiresAt: undefined,
        claims: {},
      }),
      routes: new Map([['/mcp', endpoint]]),
    });
    const http = createServer((request, response) => void handler.handle(new NodeExchange(request, response)));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const close = async (): Promise<void> => {
      await handler.close(0);
      http.closeAllConnections();
      http.close();
    };
    return { url: `http://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: close };
  }

  test.each(['in one process', 'in several'])('%s nobody uses the session of somebody else', async (where) => {
    using remote = new RemoteStores(stores?.port ?? 0);
    const { sessions, replay, bus } = remote;
    const shared = where === 'in several' ? { sessions, replay, bus } : {};
    const own = fixture();
    await using a = await servingUsers(own.server, shared);
    await using other = await servingUsers(fixture().server, shared);
    const b = where === 'in several' ? other : a;
    const ann = { 'x-user': 'ann', accept: 'application/json, text/event-stream' };
    const opened = await send(a.url, { headers: ann, body: hello(LATEST) });
    const id = String(opened.headers['mcp-session-id']);
    const hers = new Session(a.url, { ...ann, 'mcp-session-id': id });
    const wire = await hers.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    const strangers = [
      { 'x-user': 'bob' },
      { 'x-user': 'ann', 'x-issuer': 'elsewhere' },
      { 'x-user': '' },
    ].map((user) => new Session(b.url, { ...ann, ...user, 'mcp-session-id': id }));
    for (const stranger of strangers) {
      const tries = [
        await stranger.post(call(2, 'echo', { text: 'x' })),
        await stranger.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 })),
        await stranger.listen(),
        await stranger.listen(wire.ids[0]),
        await stranger.end(),
      ];
      await Promise.all(tries.map(({ ended }) => ended));
      for (const refused of tries) expect([refused.status, refused.json]).toEqual([404, NO_SESSION]);
    }
    const back = await new Session(b.url, hers.headers).listen(wire.ids[0]);
    expect(back.status).toBe(200);
    own.release('s');
    await Promise.all([wire.ended, back.ended]);
    const answers = [...wire.messages, ...back.messages];
    if (where === 'in one process') expect(answers).toContainEqual(said(1, 's done'));
    expect((await hers.post(call(2, 'echo', { text: 'x' }))).json).toEqual(said(2, 'x'));
  });
});

test('a bus without shared sessions is a mistake that is told', async () => {
  using remote = new RemoteStores(stores?.port ?? 0);
  const { bus } = remote;
  await expect(serving(fixture().server, { stores: { bus } })).rejects.toThrow('give stores.sessions too');
});

test('an initialize that middleware delays opens a session', async () => {
  const middleware = [
    async (_: unknown, next: () => Promise<Message>) => {
      await new Promise((resolve) => setImmediate(resolve));
      return next();
    },
  ];
  const tools = [defineTool({ name: 'x', run: () => 'x' })];
  await using http = await serving(fixture({ middleware, tools }).server);
  const session = await Session.begin(http.url, LATEST);
  expect((await session.post(rpc(1, 'ping'))).status).toBe(200);
});
