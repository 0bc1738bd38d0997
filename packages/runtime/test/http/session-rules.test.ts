// Rules of other pages visible only over HTTP: roots, session ids, local servers, revisions, the end.
import { expect, test } from 'vitest';
import { call, hello, type Message, modern, rpc, said, send, Session } from '@mcp/raw-http';
import { defineServer, defineTool } from '../../src/index.ts';
import { verifies } from '../spec/harness.ts';
import { serving } from './client.ts';
import { later } from '../clock.ts';
import { fixture } from './fixture.ts';

verifies('ROOT-6', 'asks for roots on the stream of the call, without any other', async ({ revision }) => {
  const roots = defineTool({
    name: 'roots',
    run: async (_, ctx) => (await ctx.ask.roots()).map(({ uri }) => uri).join(),
  });
  const server = defineServer({ name: 'test', version: '1.0.0', tools: [roots], report: () => {} });
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision, { roots: {} });
  const wire = await session.open(call(1, 'roots'));
  const [question] = await wire.upTo(1);
  expect(question).toEqual({ jsonrpc: '2.0', id: expect.anything() as unknown, method: 'roots/list' });
  const answer = { jsonrpc: '2.0', id: question?.['id'], result: { roots: [{ uri: 'file:///a' }] } };
  expect((await session.post(answer)).status).toBe(202);
  await wire.ended;
  expect(wire.messages.slice(1)).toEqual([said(1, 'file:///a')]);
  // It does not wait where no answer can arrive.
  await using alone = await serving(server, { sessions: false });
  const headers = { 'mcp-protocol-version': revision };
  const failed = await send(alone.url, { headers, body: call(1, 'roots') });
  expect(failed.json).toMatchObject({ id: 1, result: { isError: true } });
});

verifies('SEC-2', 'session ids are random', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const sessions = await Promise.all(Array.from({ length: 50 }, () => Session.begin(http.url, revision)));
  const ids = sessions.map(({ id }) => id);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // They agree only in the three version digits and the four dashes.
  const varying = Array.from(ids[0] ?? '').filter((_, place) => new Set(ids.map((id) => id[place])).size > 1);
  expect(varying).toHaveLength(36 - 5);
});

verifies('SEC-6', 'only programs of this machine come in, or those with the token', async ({ revision }) => {
  await using http = await serving(fixture().server);
  expect(new URL(http.url).hostname).toBe('127.0.0.1');
  const foreign = { host: 'evil.example', origin: 'https://evil.example' };
  for (const [name, value] of Object.entries(foreign)) {
    const wire = await send(http.url, { headers: { [name]: value }, body: hello(revision) });
    expect([name, wire.status]).toEqual([name, 403]);
  }
  const token = 'correct-horse-battery-staple';
  await using guarded = await serving(fixture().server, { token });
  expect((await send(guarded.url, { body: hello(revision) })).status).toBe(401);
  const authorization = `Bearer ${token}`;
  expect((await send(guarded.url, { headers: { authorization }, body: hello(revision) })).status).toBe(200);
});

verifies('PROJ-19', 'each revision has its own rules of HTTP at one endpoint', async ({ revision }) => {
  const { server, release } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const isFirst = revision === '2025-03-26';
  const batch = await session.post([rpc(1, 'ping')]);
  expect([batch.status, Array.isArray(batch.json)]).toEqual(isFirst ? [200, true] : [400, false]);
  const other = isFirst ? '2025-06-18' : '2025-03-26';
  const differing = await session.post(rpc(2, 'ping'), { 'mcp-protocol-version': other });
  expect(differing.status).toBe(isFirst ? 200 : 400);
  const wire = await session.open(call(3, 'steps', { name: 's' }));
  await wire.upTo(1);
  release('s');
  await wire.ended;
  expect(wire.messages.at(-1)).toEqual(said(3, 's done'));
  // Events without data, to come back with, are of the last of them only.
  const stream = await session.listen();
  if (revision === '2025-11-25') await stream.until(({ ids }) => ids.length === 1);
  await session.end();
  await stream.ended;
  expect(stream.ids).toHaveLength(revision === '2025-11-25' ? 1 : 0);
  const modernAnswer = await send(http.url, modern('server/discover'));
  expect([modernAnswer.status, 'mcp-session-id' in modernAnswer.headers]).toEqual([200, false]);
});

verifies('LC-17', 'a client that closes its connections has ended, some time later', async ({ revision }) => {
  const { server, isWatched } = fixture();
  await using http = await serving(server, { sessionIdleMs: 60_000 });
  const session = await Session.begin(http.url, revision);
  await session.post(rpc(1, 'resources/subscribe', { uri: 'test://a' }));
  const stream = await session.listen();
  {
    using _ = later(90_000);
    expect((await session.post(rpc(2, 'ping'))).status).toBe(200);
  }
  await stream.drop();
  expect((await session.post(rpc(3, 'ping'))).status).toBe(200);
  expect(isWatched('test://a')).toBe(true);
  using _ = later(180_000);
  expect((await session.post(rpc(4, 'ping'))).status).toBe(404);
  expect(isWatched('test://a')).toBe(false);
});

verifies('HTTP-12', 'what a client says it does not want it does not get', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const session = await Session.begin(http.url, revision);
  const echo = call(1, 'echo', { text: 'x' });
  for (const accept of ['application/json;q=0, */*', 'application/*; q=0.000, */*;q=1']) {
    const events = await session.post(echo, { accept });
    expect([events.headers['content-type'], events.messages]).toEqual(['text/event-stream', [said(1, 'x')]]);
  }
  expect((await session.post(echo, { accept: 'text/html, */*;q=0' })).status).toBe(406);
});

test('an initialize that middleware delays opens a session', async () => {
  const middleware = [
    async (_: unknown, next: () => Promise<Message>): Promise<Message> => {
      await new Promise((resolve) => setImmediate(resolve));
      return next();
    },
  ];
  const tools = [defineTool({ name: 'x', run: () => 'x' })];
  await using http = await serving(fixture({ middleware, tools }).server);
  const session = await Session.begin(http.url, '2025-11-25');
  expect((await session.post(rpc(1, 'ping'))).status).toBe(200);
});

verifies(
  ['HTTP-12', 'STR-8'],
  'a client that takes one JSON body gets what comes before the answer on the stream of the session',
  async ({ revision }) => {
    const { server, release } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision, { elicitation: {} });
    const stream = await session.listen();
    const accept = { accept: 'application/json' };
    const steps = session.post(call(1, 'steps', { name: 's' }, { progressToken: 'p' }), accept);
    const asked = session.post(call(2, 'ask'), accept);
    const question = await stream.until(({ messages }) =>
      messages.find(({ method }) => method === 'elicitation/create'),
    );
    await session.post({ jsonrpc: '2.0', id: question['id'], result: { action: 'decline' } });
    release('s');
    expect([(await asked).json, (await steps).json]).toEqual([said(2, 'decline'), said(1, 's done')]);
    expect((await steps).headers['content-type']).toBe('application/json');
    const progress = await stream.until(({ messages }) => {
      const all = messages.filter(({ method }) => method === 'notifications/progress');
      return all.length === 2 ? all : undefined;
    });
    expect(progress).toMatchObject([{ params: { progress: 1 } }, { params: { progress: 2 } }]);
  },
);
