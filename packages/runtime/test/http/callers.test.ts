// Sessions and callers: only the subject that opened a session can use it.
import { expect, test } from 'vitest';
import { call, hello, modern, rpc, said, send, Session, type Wire } from '@mcp/raw-http';
import { verifies } from '../spec/harness.ts';
import { NO_SESSION } from './client.ts';
import { fixture } from './fixture.ts';
import { servingUsers } from './serving-users.ts';

const LATEST = '2025-11-25';

test('nobody can use the session of another caller', async () => {
  const own = fixture();
  await using http = await servingUsers(own.server);
  const ann = { 'x-user': 'ann', accept: 'application/json, text/event-stream' };
  const opened = await send(http.url, { headers: ann, body: hello(LATEST) });
  const id = String(opened.headers['mcp-session-id']);
  const hers = new Session(http.url, { ...ann, 'mcp-session-id': id });
  const wire = await hers.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
  await wire.upTo(2);
  const strangers = [{ 'x-user': 'bob' }, { 'x-user': 'ann', 'x-issuer': 'elsewhere' }, { 'x-user': '' }].map(
    (user) => new Session(http.url, { ...ann, ...user, 'mcp-session-id': id }),
  );
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
  const back = await new Session(http.url, hers.headers).listen(wire.ids[0]);
  expect(back.status).toBe(200);
  own.release('s');
  await Promise.all([wire.ended, back.ended]);
  // The newest connection has the stream.
  expect(back.messages.at(-1)).toEqual(said(1, 's done'));
  expect((await hers.post(call(2, 'echo', { text: 'x' }))).json).toEqual(said(2, 'x'));
});

test('stateless calls of one caller take no slots of another', async () => {
  const { server, release, happened } = fixture({ limits: { inFlight: 1, queue: 1 } });
  await using http = await servingUsers(server);
  const as = (user: string, name: string): Promise<Wire> =>
    send(http.url, modern('tools/call', { name: 'wait', arguments: { name } }, { 'x-user': user }));
  const hers = as('ann', 'a');
  await happened('a began');
  release('b');
  expect((await as('bob', 'b')).json).toMatchObject(said(1, 'b done'));
  release('a');
  expect((await hers).json).toMatchObject(said(1, 'a done'));
});

verifies(
  'SEC-3',
  'a session is of the user who opened it, for everybody else it is none',
  async ({ revision }) => {
    await using http = await servingUsers(fixture().server);
    const accept = 'application/json, text/event-stream';
    const opened = await send(http.url, { headers: { 'x-user': 'ann', accept }, body: hello(revision) });
    const headers = { 'mcp-session-id': String(opened.headers['mcp-session-id']), accept };
    for (const user of [{ 'x-user': 'bob' }, { 'x-user': 'ann', 'x-issuer': 'elsewhere' }]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const body = method === 'POST' ? { body: rpc(1, 'ping') } : {};
        const refused = await send(http.url, { method, headers: { ...headers, ...user }, ...body });
        expect([method, refused.status, refused.json]).toEqual([method, 404, NO_SESSION]);
      }
    }
    const own = await send(http.url, { headers: { ...headers, 'x-user': 'ann' }, body: rpc(1, 'ping') });
    expect([own.status, own.json]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  },
);
