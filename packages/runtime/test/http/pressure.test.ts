// Pressure: limits of running and waiting calls hold over HTTP too, for each session and for each client without one.
import { expect, test } from 'vitest';
import {
  call,
  failure,
  type Message,
  modern,
  open,
  rpc,
  said,
  send,
  Session,
  type Wire,
} from '@mcp/raw-http';
import { verifies, type Body } from '../spec/harness.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const LIMITS = { inFlight: 3, queue: 2 };
const NAMES = Array.from({ length: 20 }, (_, i) => `w${i}`);
const BUSY = 'Server overloaded: too many requests are waiting; try again later';

type Post = (id: number, name: string) => Promise<Wire>;

/** Counts the running calls, and what the others get. */
const overloads = async (
  post: Post,
  { events, release }: ReturnType<typeof fixture>,
): Promise<{ readonly ran: number; readonly refusals: readonly unknown[] }> => {
  const refusals: unknown[] = [];
  let answered = 0;
  let refused = (): void => {};
  const excess = new Promise<void>((resolve) => (refused = resolve));
  const all = NAMES.map(async (name, id) => {
    const { status, json } = await post(id, name);
    const answer = json as Message;
    if ('error' in answer) refusals.push([status, { ...answer, id: undefined }]);
    else answered++;
    if (refusals.length === NAMES.length - 5) refused();
  });
  await excess;
  expect(events).toHaveLength(LIMITS.inFlight);
  expect(answered).toBe(0);
  for (const name of NAMES) release(name);
  await Promise.all(all);
  return { ran: events.filter((event) => event.endsWith('began')).length, refusals };
};

const excess = (code: number): readonly unknown[] =>
  Array.from({ length: NAMES.length - 5 }, () => [200, { ...failure(code, BUSY), id: undefined }]);

test('2026-07-28: three calls of a client run, two wait, the others are refused', async () => {
  const running = fixture({ limits: { ...LIMITS, stallMs: 50 } });
  await using http = await serving(running.server);
  const post: Post = (_, name) => send(http.url, modern('tools/call', { name: 'wait', arguments: { name } }));
  expect(await overloads(post, running)).toEqual({ ran: 5, refusals: excess(-31000) });
});

const holdsInSessions: Body = async ({ revision }) => {
  const running = fixture({ limits: { ...LIMITS, stallMs: 50 } });
  await using http = await serving(running.server);
  const session = await Session.begin(http.url, revision);
  const post: Post = (id, name) => session.post(call(id, 'wait', { name }), JSON_ONLY);
  expect(await overloads(post, running)).toEqual({ ran: 5, refusals: excess(-32000) });
};

const JSON_ONLY = { accept: 'application/json' };

verifies('SEC-10', 'three calls of a session run, two wait, the others are refused', holdsInSessions, {
  transports: ['http'],
});

verifies(
  'SES-12',
  'three calls of a client without a session run, two wait, the others are refused',
  async ({ revision }) => {
    const running = fixture({ limits: { ...LIMITS, stallMs: 50 } });
    await using http = await serving(running.server, { sessions: false });
    const headers = { 'mcp-protocol-version': revision };
    const post: Post = (id, name) => send(http.url, { headers, body: call(id, 'wait', { name }) });
    expect(await overloads(post, running)).toEqual({ ran: 5, refusals: excess(-32000) });
  },
);

const IN_ORDER = { limits: { inFlight: 1, queue: 1, stallMs: 60_000 } };

/** Whether each call ended before the next began. */
const oneByOne = (events: readonly string[]): void =>
  expect(events.map((event) => event.split(' ')[1])).toEqual(NAMES.flatMap(() => ['began', 'ended']));

test('2026-07-28: a burst waits and is served one by one', async () => {
  const { server, events, release } = fixture(IN_ORDER);
  await using http = await serving(server);
  for (const name of NAMES) release(name);
  const shots = NAMES.map((name) => modern('tools/call', { name: 'wait', arguments: { name } }));
  const answers = await Promise.all(shots.map((shot) => send(http.url, shot)));
  expect(answers.map(({ json }) => json)).toMatchObject(NAMES.map((name) => said(1, `${name} done`)));
  oneByOne(events);
});

verifies(
  'SEC-10',
  'a burst waits and is served one by one',
  async ({ revision }) => {
    const { server, events, release } = fixture(IN_ORDER);
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    for (const name of NAMES) release(name);
    const answers = await Promise.all(
      NAMES.map((name) => session.post(call(name, 'wait', { name }), JSON_ONLY)),
    );
    expect(answers.map(({ json }) => json)).toEqual(NAMES.map((name) => said(name, `${name} done`)));
    oneByOne(events);
  },
  { transports: ['http'] },
);

verifies(
  'SEC-10',
  'what is no call waits for nothing, so cancellations make room',
  async ({ revision }) => {
    const { server, release, happened } = fixture({ limits: { inFlight: 1, queue: 1, stallMs: 60_000 } });
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      session.post(call(name, 'wait', { name }), { accept: 'text/event-stream' }),
    );
    await happened('a began');
    expect((await session.post(rpc('p', 'ping'))).json).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
    await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 'a' }));
    release('b');
    release('c');
    expect((await first)?.messages).toEqual([]);
    expect((await second)?.messages).toEqual([said('b', 'b done')]);
    expect((await third)?.messages).toEqual([said('c', 'c done')]);
  },
  { transports: ['http'] },
);

test('listen streams take no slot of a call', async () => {
  const { server } = fixture({ limits: { inFlight: 1, queue: 1 } });
  await using http = await serving(server);
  const params = { notifications: { toolsListChanged: true } };
  const streams = await Promise.all(
    [1, 2, 3].map(() => open(http.url, modern('subscriptions/listen', params))),
  );
  await Promise.all(streams.map((stream) => stream.upTo(1)));
  const echo = await send(http.url, modern('tools/call', { name: 'echo', arguments: { text: 'x' } }));
  expect(echo.json).toMatchObject(said(1, 'x'));
});

test('refuses waiting calls when the server closes', async () => {
  const { server, release, happened } = fixture({ limits: { inFlight: 1, queue: 1, stallMs: 60_000 } });
  const http = await serving(server);
  const wait = (name: string): Promise<Wire> =>
    send(http.url, modern('tools/call', { name: 'wait', arguments: { name } }));
  const running = wait('a');
  await happened('a began');
  const waiting = [wait('b'), wait('c')];
  const session = await Session.begin(http.url, '2025-11-25');
  expect((await session.post(rpc(1, 'ping'))).status).toBe(200);
  const closed = http.close(30_000);
  for (const name of ['a', 'b', 'c']) release(name);
  expect((await running).json).toMatchObject(said(1, 'a done'));
  const ends = await Promise.all(waiting);
  await closed;
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 503]);
  expect(ends.find(({ status }) => status === 503)?.json).toEqual(
    failure(-32600, 'Invalid request: the server is shutting down'),
  );
});
