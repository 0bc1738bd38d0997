// HTTP+SSE of 2024-11-05 with tokens: the same checks on both paths, and the stream ends with its token.
import { expect, test } from 'vitest';
import { AuthorizationServer, bearer, call, hello, readChallenge, said } from '@mcp/raw-http';
import { httpSse } from '../../src/http-sse.ts';
import type { Caller } from '../../src/index.ts';
import { Client } from '../http/sse-client.ts';
import { callerOf } from '../http/client.ts';
import { protectedBy, protectedServer, RESOURCE } from './protected.ts';

const http = { transports: [httpSse()] };

test('both paths need a token of the same subject, and messages need the scopes of what they call', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server, done } = protectedServer();
  await using serving = await protectedBy(issuer, { server, http });
  const url = new URL('/sse', serving.url).href;
  const poor = bearer(await issuer.token(RESOURCE));
  const rich = bearer(await issuer.token(RESOURCE, { claims: { scope: 'files:read files:write' } }));
  const eve = bearer(await issuer.token(RESOURCE, { claims: { sub: 'eve' } }));
  const client = await Client.open(url, poor);
  expect((await client.post(hello('2024-11-05'))).status).toBe(401);
  expect((await client.post(hello('2024-11-05'), eve)).status).toBe(404);
  expect((await client.post(hello('2024-11-05'), poor)).status).toBe(202);
  const refused = await client.post(call(1, 'write'), poor);
  expect([refused.status, readChallenge(refused)['scope'], done]).toEqual([
    403,
    'files:write files:read',
    [],
  ]);
  expect((await client.post(call(2, 'write'), rich)).status).toBe(202);
  expect((await client.messages(2))[1]).toEqual(said(2, 'written'));
  await client.stream.drop();
});

test('the stream and its session end when the token expires', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server, done } = protectedServer();
  const caller = callerOf('ada', 'own');
  const verify = (token: string): Promise<Caller> =>
    Promise.resolve(token === 'short' ? { ...caller, expiresAt: Date.now() + 300 } : caller);
  await using serving = await protectedBy(issuer, { server, http, protect: { verify } });
  const client = await Client.open(new URL('/sse', serving.url).href, bearer('short'));
  await client.stream.ended;
  expect([client.stream.isComplete, done]).toEqual([true, []]);
  expect((await client.post(hello('2024-11-05'), bearer('fresh'))).status).toBe(404);
});
