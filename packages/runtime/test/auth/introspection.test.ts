// Introspection: asks the authorization server about each token (RFC 7662).
import { describe, expect, test, vi } from 'vitest';
import { type Answer, AuthorizationServer, readChallenge } from '@mcp/raw-http';
import { introspectionVerifier } from '../../src/auth.ts';
import type { IntrospectionOptions } from '../../src/auth/introspection.ts';
import type { HttpServing } from '../../src/transports/http/serve.ts';
import { knock, METADATA_URL, protectedBy, protectedServer, RESOURCE } from './protected.ts';

const now = (): number => Math.floor(Date.now() / 1000);

const introspecting = (
  issuer: AuthorizationServer,
  more: Partial<IntrospectionOptions> = {},
  server = protectedServer().server,
): Promise<HttpServing & AsyncDisposable> => {
  const endpoint = `${issuer.issuer}/introspect`;
  const own = { clientId: 'files server', clientSecret: 's:cr%t+ü' };
  const verify = introspectionVerifier({ endpoint, issuer: issuer.issuer, ...own, ...more });
  return protectedBy(issuer, { server, protect: { verify } });
};

const good = { active: true, sub: 'ada', aud: RESOURCE, client_id: 'c', scope: 'a b', token_type: 'Bearer' };

test('asks with its own credentials, and the handler gets the identity', async () => {
  await using issuer = await AuthorizationServer.start();
  const requests: unknown[] = [];
  issuer.answers.set('/introspect', ({ method, headers }, body) => {
    const [name = '', secret = ''] = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':');
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
    requests.push([method, decode(name), decode(secret), Object.fromEntries(body)]);
    return { ...good, exp: now() + 60 };
  });
  const { server, callers } = protectedServer();
  await using http = await introspecting(issuer, {}, server);
  expect((await knock(http.url, 'Bearer opaque-token')).status).toBe(200);
  expect(requests).toEqual([
    ['POST', 'files server', 's:cr%t+ü', { token: 'opaque-token', token_type_hint: 'access_token' }],
  ]);
  expect(callers).toMatchObject([
    { subject: 'ada', issuer: issuer.issuer, clientId: 'c', scopes: ['a', 'b'] },
  ]);
});

test.each([
  [{ active: false }, 'The token is not valid, or not any more'],
  [{ ...good, active: 'true' }, 'The token is not valid, or not any more'],
  [{ sub: 'ada', aud: RESOURCE }, 'The token is not valid, or not any more'],
  [{ ...good, aud: undefined }, 'The token was issued for another server'],
  [{ ...good, aud: 'https://other.example' }, 'The token was issued for another server'],
  [{ ...good, iss: 'https://other.example' }, 'The token is from another authorization server'],
  [{ ...good, exp: now() - 6 }, 'The token has expired'],
  [{ ...good, exp: 'never' }, 'The token has expired'],
  [{ ...good, nbf: now() + 600 }, 'The token is not valid yet'],
  [{ ...good, token_type: 'DPoP' }, 'The token is not a bearer token'],
  [{ ...good, cnf: { jkt: 'x' } }, 'The token is bound to a key; a bearer token is needed'],
  [{ ...good, sub: undefined, client_id: undefined }, 'The token does not say whose it is'],
])('%j: 401 [AUTH-3, AUTH-8]', async (answer, description) => {
  await using issuer = await AuthorizationServer.start();
  issuer.known.set('t', answer);
  await using http = await introspecting(issuer);
  const wire = await knock(http.url, 'Bearer t');
  expect([wire.status, readChallenge(wire)]).toEqual([
    401,
    { error: 'invalid_token', error_description: description, resource_metadata: METADATA_URL },
  ]);
});

describe('the cache', () => {
  const asked = (issuer: AuthorizationServer): number => issuer.asked.get('/introspect') ?? 0;

  test('caches good answers per token, also for simultaneous requests', async () => {
    await using issuer = await AuthorizationServer.start();
    issuer.known.set('a', good).set('b', { ...good, sub: 'bob' });
    const { server, callers } = protectedServer();
    await using http = await introspecting(issuer, { cacheMs: 60_000 }, server);
    await Promise.all(Array.from({ length: 5 }, () => knock(http.url, 'Bearer a')));
    await knock(http.url, 'Bearer b');
    await knock(http.url, 'Bearer a');
    expect(asked(issuer)).toBe(2);
    expect(callers.map((caller) => caller?.subject)).toEqual([
      'ada',
      'ada',
      'ada',
      'ada',
      'ada',
      'bob',
      'ada',
    ]);
  });

  test('caches neither bad answers nor failures of the endpoint', async () => {
    await using issuer = await AuthorizationServer.start();
    const right = issuer.answers.get('/introspect') as Answer;
    await using http = await introspecting(issuer, { cacheMs: 60_000 });
    expect((await knock(http.url, 'Bearer a')).status).toBe(401);
    issuer.answers.delete('/introspect');
    expect((await knock(http.url, 'Bearer a')).status).toBe(503);
    issuer.answers.set('/introspect', right);
    issuer.known.set('a', good);
    expect((await knock(http.url, 'Bearer a')).status).toBe(200);
  });

  test('never outlives the token', async () => {
    await using issuer = await AuthorizationServer.start();
    const exp = now() + 60;
    issuer.known.set('a', { ...good, exp });
    await using http = await introspecting(issuer, { cacheMs: 600_000, clockToleranceMs: 0 });
    for (const _ of ['asked', 'kept']) expect((await knock(http.url, 'Bearer a')).status).toBe(200);
    using clock = vi.spyOn(Date, 'now');
    clock.mockReturnValue(exp * 1000);
    expect((await knock(http.url, 'Bearer a')).status).toBe(401);
    expect(asked(issuer)).toBe(1);
  });

  test('is bounded and evicts the oldest answer', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await introspecting(issuer, { cacheMs: 60_000, maxCached: 2 });
    for (const token of ['a', 'b', 'c']) issuer.known.set(token, good);
    for (const token of ['a', 'b', 'c', 'c', 'b', 'a']) await knock(http.url, `Bearer ${token}`);
    expect(asked(issuer)).toBe(4);
  });

  test('can be disabled', async () => {
    await using issuer = await AuthorizationServer.start();
    issuer.known.set('a', good);
    await using http = await introspecting(issuer, { cacheMs: 0 });
    expect((await knock(http.url, 'Bearer a')).status).toBe(200);
    issuer.known.delete('a');
    expect((await knock(http.url, 'Bearer a')).status).toBe(401);
  });
});

describe('a failing endpoint: 503', () => {
  const bad: readonly (readonly [string, Answer])[] = [
    ['no answer', () => new Promise<never>(() => {})],
    ['status 401', (_request, _body, response) => response.writeHead(401).end()],
    ['status 204', (_request, _body, response) => response.writeHead(204).end()],
    ['a redirect', (_request, _body, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['no JSON', () => 'active'],
    ['a list', () => [{ active: true }]],
    ['too much', () => ({ ...good, padding: 'x'.repeat(300_000) })],
  ];

  test.each(bad)('%s', async (_, answer) => {
    await using issuer = await AuthorizationServer.start();
    issuer.answers.set('/introspect', answer).set('/elsewhere', () => good);
    const { server, reports, callers } = protectedServer();
    await using http = await introspecting(issuer, { timeoutMs: 300 }, server);
    const wire = await knock(http.url, 'Bearer a-secret-token');
    expect([wire.status, callers]).toEqual([503, []]);
    expect(reports).toMatchObject([{ message: 'a token could not be checked' }]);
    expect(JSON.stringify(reports.map(({ error }) => String(error)))).not.toContain('a-secret-token');
    expect(issuer.asked.get('/elsewhere')).toBeUndefined();
  });
});

test('refuses an insecure endpoint', () => {
  const own = { clientId: 'a', clientSecret: 'b' };
  const issuer = 'https://login.example.com';
  expect(() => introspectionVerifier({ ...own, issuer, endpoint: 'http://login.example.com/i' })).toThrow(
    'endpoint must be',
  );
  expect(() => introspectionVerifier({ ...own, issuer: 'x', endpoint: `${issuer}/i` })).toThrow(
    'issuer must be',
  );
});
