// Ownership: sessions, streams and sealed state belong to one subject; streams end with their token.
import { describe, expect, test } from 'vitest';
import {
  AuthorizationServer,
  bearer,
  call,
  envelope,
  failure,
  type Message,
  modern,
  open,
  readChallenge,
  rpc,
  said,
  send,
  type Session,
  type Wire,
} from '@mcp/raw-http';
import type { Caller } from '../../src/index.ts';
import { NO_SESSION, SESSION_REVISIONS } from '../http/client.ts';
import { begin, knock, protectedBy, protectedServer, RESOURCE } from './protected.ts';

const listen = (
  session: Session,
  headers: { readonly authorization: string },
  lastEventId?: string,
): Promise<Wire> =>
  open(session.url, {
    method: 'GET',
    headers: { ...session.headers, accept: 'text/event-stream', 'last-event-id': lastEventId, ...headers },
  });

describe.each(SESSION_REVISIONS)('a session of %s', (revision) => {
  test('does not exist for anyone else, whatever they know of it', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer);
    const ada = bearer(await issuer.token(RESOURCE));
    const eve = bearer(await issuer.token(RESOURCE, { claims: { sub: 'eve' } }));
    const session = await begin(http.url, revision, ada);
    for (const wire of [
      await session.post(rpc(1, 'ping'), eve),
      await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }), eve),
      await session.post({ jsonrpc: '2.0', id: 1, result: {} }, eve),
      await listen(session, eve),
      await listen(session, eve, `${session.id.slice(0, 8)}-get_1`),
      await send(http.url, { method: 'DELETE', headers: { ...session.headers, ...eve } }),
    ]) {
      await wire.ended;
      expect([wire.status, wire.json]).toEqual([404, NO_SESSION]);
    }
    // It is unharmed. A refreshed token has the same subject.
    const refreshed = bearer(await issuer.token(RESOURCE));
    expect((await session.post(call(2, 'whoami'), refreshed)).json).toEqual(said(2, 'ada'));
  });

  test('needs a valid token for each request [AUTH-5]', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer);
    const session = await begin(http.url, revision, bearer(await issuer.token(RESOURCE)));
    const expired = bearer(await issuer.token(RESOURCE, { claims: { exp: 1 } }));
    const foreign = bearer(await issuer.token('https://other.example'));
    for (const authorization of [undefined, expired.authorization, foreign.authorization]) {
      const headers = { ...session.headers, authorization };
      expect((await send(http.url, { headers, body: rpc(1, 'ping') })).status).toBe(401);
      expect((await send(http.url, { method: 'GET', headers })).status).toBe(401);
      expect((await send(http.url, { method: 'DELETE', headers })).status).toBe(401);
    }
    expect((await session.post(rpc(2, 'ping'))).json).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  test('does not deliver what a token with more scopes requested to one with fewer', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, change } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    const rich = bearer(await issuer.token(RESOURCE, { claims: { scope: 'files:read' } }));
    const poor = bearer(await issuer.token(RESOURCE));
    const session = await begin(http.url, revision, rich);
    const before = await listen(session, poor);
    expect(before.status).toBe(200);
    await session.post(rpc(1, 'resources/subscribe', { uri: 'test://secret' }));
    // Without the scope, streams stop reporting changes and cannot start.
    await before.ended;
    const refused = await listen(session, poor);
    await refused.ended;
    expect([refused.status, readChallenge(refused)['scope']]).toEqual([403, 'files:read']);
    const after = await listen(session, rich);
    change();
    const updated = {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'test://secret' },
    };
    expect(await after.upTo(1)).toEqual([updated]);
    await after.drop();
    const replayed = await listen(session, poor, `${session.id.slice(0, 8)}-get_1`);
    await replayed.ended;
    expect(replayed.status).toBe(403);
    expect(before.messages).toEqual([]);
  });
});

test('the stream of a call is resumed only by a token that could make the call', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server } = protectedServer();
  await using http = await protectedBy(issuer, { server, jwt: { clockToleranceMs: 0 } });
  const scope = 'files:write files:read';
  const rich = bearer(await issuer.token(RESOURCE, { claims: { scope } }));
  const poor = bearer(await issuer.token(RESOURCE));
  const session = await begin(http.url, '2025-03-26', rich);
  const batch = [call(1, 'write'), call(2, 'late', {}, { progressToken: 'p' })];
  const wire = await session.post(batch);
  const [first = ''] = wire.ids;
  expect(wire.messages).toHaveLength(2);
  const refused = await listen(session, poor, first);
  await refused.ended;
  expect([refused.status, readChallenge(refused)['scope']]).toEqual([403, scope]);
  const resumed = await listen(session, rich, first);
  await resumed.ended;
  expect(resumed.messages).toEqual(wire.messages.slice(1));
});

describe('streams end when the token expires [AUTH-28]', () => {
  /** The token `short` stays valid for a moment after each check, to tolerate slow machines. */
  const verify = (token: string): Promise<Caller> =>
    Promise.resolve({
      subject: 'ada',
      issuer: 'own',
      clientId: undefined,
      scopes: ['files:read'],
      expiresAt: token === 'short' ? Date.now() + 300 : undefined,
      claims: {},
    });
  const short = bearer('short');
  const fresh = bearer('fresh');

  test('the stream of a session: a client that returns with a new token has missed nothing', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, change } = protectedServer();
    await using http = await protectedBy(issuer, { server, protect: { verify } });
    const session = await begin(http.url, '2025-11-25', short);
    await session.post(rpc(1, 'resources/subscribe', { uri: 'test://secret' }));
    const before = await listen(session, short);
    await before.until(({ ids }) => ids.length > 0);
    await before.ended;
    expect(before.isComplete).toBe(true);
    change();
    const after = await listen(session, fresh, before.ids.at(-1));
    expect(await after.upTo(1)).toMatchObject([{ method: 'notifications/resources/updated' }]);
    await after.drop();
  });

  test('a call in a session continues, and can be resumed with a new token', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, done } = protectedServer();
    await using http = await protectedBy(issuer, { server, protect: { verify } });
    const session = await begin(http.url, '2025-11-25', short);
    const before = await session.open(call(1, 'long', {}, { progressToken: 'p' }));
    await before.ended;
    expect([before.isComplete, before.messages.map(({ method }) => method)]).toEqual([
      true,
      ['notifications/progress'],
    ]);
    expect(done).toEqual([]);
    const after = await listen(session, fresh, before.ids.at(-1));
    const cancelled = rpc(undefined, 'notifications/cancelled', { requestId: 1 });
    await session.post(cancelled, fresh);
    await after.ended;
    expect([after.status, done]).toEqual([200, ['stopped']]);
  });

  test('a listen stream: it ends with its answer', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer, { protect: { verify } });
    const notifications = { resourceSubscriptions: ['test://secret'] };
    const wire = await send(http.url, modern('subscriptions/listen', { notifications }, short));
    expect([wire.status, wire.isComplete, wire.messages.map(({ id, method }) => method ?? id)]).toEqual([
      200,
      true,
      ['notifications/subscriptions/acknowledged', 1],
    ]);
  });

  test('a call without a session is stopped', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, done } = protectedServer();
    await using http = await protectedBy(issuer, { server, protect: { verify } });
    const params = { name: 'long', _meta: envelope({ progressToken: 'p' }) };
    const wire = await send(http.url, modern('tools/call', params, short));
    expect([wire.status, wire.messages.map(({ method }) => method)]).toEqual([
      200,
      ['notifications/progress'],
    ]);
    expect(done).toEqual(['stopped']);
  });
});

describe('sealed state of a stateless request', () => {
  const capabilities = { elicitation: { form: {} } };
  const ask = async (url: string, token: string, more: Message = {}): Promise<Message> => {
    const params = { name: 'confirm', arguments: {}, _meta: envelope({}, capabilities), ...more };
    return (await send(url, modern('tools/call', params, bearer(token)))).json as Message;
  };
  const refused = failure(
    -32602,
    'Invalid params: "requestState" is not one that this server issued for this request, or it is too old',
    1,
  );

  test('opens only for the subject that it was made for [ELI-19]', async () => {
    await using issuer = await AuthorizationServer.start();
    await using other = await AuthorizationServer.start();
    const { server } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    await using elsewhere = await protectedBy(other, { server });
    const ada = await issuer.token(RESOURCE);
    const { result } = (await ask(http.url, ada)) as { result: Message };
    expect(result['resultType']).toBe('input_required');
    const { requestState } = result;
    const answers = { requestState, inputResponses: { sure: { action: 'accept', content: {} } } };
    const eve = await issuer.token(RESOURCE, { claims: { sub: 'eve' } });
    expect(await ask(http.url, eve, answers)).toEqual(refused);
    // The same name at another authorization server is another subject.
    expect(await ask(elsewhere.url, await other.token(RESOURCE), answers)).toEqual(refused);
    const refreshed = await issuer.token(RESOURCE);
    expect(await ask(http.url, refreshed, answers)).toMatchObject({
      result: { content: [{ text: 'ada: accept' }] },
    });
  });
});

test('a confused deputy: tokens for another server and from another issuer open nothing [AUTH-9, SEC-4, A-02]', async () => {
  await using issuer = await AuthorizationServer.start();
  await using other = await AuthorizationServer.start();
  const { server } = protectedServer();
  await using http = await protectedBy(issuer, { server });
  for (const token of [await other.token(RESOURCE), await issuer.token(other.issuer)])
    expect((await knock(http.url, `Bearer ${token}`)).status).toBe(401);
});
