// One session served by several processes: stores outside, two endpoints, no sticky routing (up to 2025-11-25).
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HttpServeOptions } from '../../src/transports/http/serve.ts';
import { MemorySessionStore } from '../../src/stores.ts';
import { startStores } from '../stores/remote.ts';
import { call, failure, hello, rpc, said, serving, Session } from './client.ts';
import { fixture } from './fixture.ts';
import { at, startNode, type SharedNode } from './shared-node.ts';
import { send, type Message, type Wire } from './wire.ts';

const LATEST = '2025-11-25';
const NO_SESSION = failure(
  -32600,
  'Invalid request: there is no such session; send initialize again, without the id',
);
const updated = (uri: string): Message => rpc(undefined, 'notifications/resources/updated', { uri });
const last = (wire: Wire): string => wire.ids.at(-1) ?? 'no event came';

let shared: Awaited<ReturnType<typeof startStores>> | undefined;
beforeAll(async () => {
  shared = await startStores();
});
afterAll(() => shared?.[Symbol.dispose]());
const start = (options?: HttpServeOptions): Promise<SharedNode> => startNode(shared?.port ?? 0, options);

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
    const isQuestion = (message: Message | undefined): boolean =>
      message?.['method'] === 'elicitation/create';
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
  await (
    await late
  ).ended;
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
