// Sessions that several processes serve keep their rules: one subject, and the scopes that it took.
import { expect, test } from 'vitest';
import { MemoryBus, MemoryReplayStore, MemorySessionStore } from '../../src/stores.ts';
import { call, rpc, Session } from '../http/client.ts';
import { open, type Wire } from '../http/wire.ts';
import { AuthorizationServer } from './authorization-server.ts';
import { bearer, begin, protectedBy, protectedServer, readChallenge, RESOURCE } from './protected.ts';

type Bearer = ReturnType<typeof bearer>;

const listen = async (session: Session, token: Bearer, lastEventId?: string): Promise<Wire> => {
  const headers = { ...session.headers, accept: 'text/event-stream', 'last-event-id': lastEventId, ...token };
  return open(session.url, { method: 'GET', headers });
};

test('a smaller token gets nothing in another process that it would not get in the first', async () => {
  await using issuer = await AuthorizationServer.start();
  const stores = {
    sessions: new MemorySessionStore(),
    replay: new MemoryReplayStore(),
    bus: new MemoryBus(),
  };
  const { server } = protectedServer();
  await using one = await protectedBy(issuer, { server, http: { stores } });
  await using two = await protectedBy(issuer, { http: { stores } });
  const rich = bearer(await issuer.token(RESOURCE, { claims: { scope: 'files:write files:read' } }));
  const poor = bearer(await issuer.token(RESOURCE));
  const eve = bearer(await issuer.token(RESOURCE, { claims: { sub: 'eve' } }));
  const session = await begin(one.url, '2025-03-26', rich);
  const elsewhere = new Session(two.url, session.headers);

  const wire = await session.post([call(1, 'write'), call(2, 'late', {}, { progressToken: 'p' })]);
  const [first = ''] = wire.ids;
  const refused = await listen(elsewhere, poor, first);
  await refused.ended;
  expect([refused.status, readChallenge(refused)['scope']]).toEqual([403, 'files:write files:read']);
  const resumed = await listen(elsewhere, rich, first);
  await resumed.ended;
  expect(resumed.messages).toEqual(wire.messages.slice(1));

  await session.post(rpc(3, 'resources/subscribe', { uri: 'test://secret' }));
  const silent = await listen(elsewhere, poor);
  await silent.ended;
  expect([silent.status, readChallenge(silent)['scope']]).toEqual([403, 'files:read']);
  for (const id of [undefined, first]) {
    const stranger = await listen(elsewhere, eve, id);
    await stranger.ended;
    expect(stranger.status).toBe(404);
  }
  const heard = await listen(elsewhere, rich);
  expect(heard.status).toBe(200);
  await heard.drop();
});
