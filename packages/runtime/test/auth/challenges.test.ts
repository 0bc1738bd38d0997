// Challenges: what clients learn if credentials are missing, malformed or bad (RFC 6750, section 3).
import { expect, test } from 'vitest';
import { AuthorizationServer, bearer, failure, hello, modern, readChallenge, rpc, send } from '@mcp/raw-http';
import { InvalidTokenError, protect } from '../../src/auth.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { knock, METADATA_URL, protectedBy, protectedServer, RESOURCE } from './protected.ts';

const NEEDED = 'a token is needed, as "Authorization: Bearer" and the token';
const MALFORMED = 'the header Authorization must be "Bearer", a space and one token';

test.each([undefined, '', 'Basic YTpi', 'Digest a="b"', 'Token abc'])(
  'no bearer token (%j): 401 that only says where to get one [AUTH-2, AUTH-13, AUTH-18]',
  async (authorization) => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer, { protect: { scopes: ['basic', 'files:read'] } });
    const wire = await knock(http.url, authorization);
    expect(wire.status).toBe(401);
    expect(wire.headers['www-authenticate']).toBe(
      `Bearer scope="basic files:read", resource_metadata="${METADATA_URL}"`,
    );
    expect(wire.json).toEqual(failure(-32600, `Invalid request: ${NEEDED}`));
  },
);

test.each([
  ['Bearer'],
  ['Bearer '],
  ['Bearer a b'],
  ['Bearer "a"'],
  ['Bearer a,b'],
  ['Bearer\ta'],
  ['Bearer a, Bearer b'],
  [['Bearer a', 'Bearer b']],
  [['Basic YTpi', 'Bearer b']],
])('a malformed header (%j): 400 invalid_request [AUTH-4]', async (authorization) => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const wire = await knock(http.url, authorization);
  expect([wire.status, wire.json]).toEqual([400, failure(-32600, `Invalid request: ${MALFORMED}`)]);
  expect(readChallenge(wire)).toEqual({
    error: 'invalid_request',
    error_description: MALFORMED.replaceAll('"', "'"),
    resource_metadata: METADATA_URL,
  });
  expect([...issuer.asked]).toEqual([]);
});

test('a bad token: 401 invalid_token, on every method and path [AUTH-3, AUTH-5, SEC-1]', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer, { protect: { scopes: ['basic'] } });
  const shot = modern('tools/list', {}, bearer('nonsense'));
  for (const method of ['POST', 'GET', 'DELETE', 'PUT']) {
    for (const url of [http.url, `${http.url}/other`]) {
      const wire = await send(url, { ...shot, method });
      expect([method, wire.status]).toEqual([method, 401]);
      expect(readChallenge(wire)).toEqual({
        error: 'invalid_token',
        error_description: 'The token is malformed',
        scope: 'basic',
        resource_metadata: METADATA_URL,
      });
      expect(wire.text).not.toContain('nonsense');
    }
  }
});

test('ignores a token in the query or the body [AUTH-6, A-02]', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const token = await issuer.token(RESOURCE);
  const shot = modern('tools/call', { name: 'whoami', access_token: token });
  const wire = await send(`${http.url}?access_token=${token}`, shot);
  expect([wire.status, readChallenge(wire)]).toEqual([401, { resource_metadata: METADATA_URL }]);
});

test('pages may read the challenge, and a preflight needs no token', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const headers = { origin: 'http://localhost:5173' };
  const wire = await send(http.url, { headers, body: rpc(1, 'ping') });
  expect(wire.status).toBe(401);
  expect(wire.headers['access-control-allow-origin']).toBe(headers.origin);
  expect(wire.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  const preflight = await send(http.url, { method: 'OPTIONS', headers });
  expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    expect.stringContaining('Authorization'),
  ]);
  expect((await send(new URL('/healthz', http.url).href, { method: 'GET' })).status).toBe(200);
});

test('the challenge is one valid header whatever the verifier says [AUTH-24]', async () => {
  const hostile = 'a "quote", a \\ and\r\nSet-Cookie: x=1\r\n\r\n<html> – ü \u0000';
  await using issuer = await AuthorizationServer.start();
  const verify = (): Promise<never> => Promise.reject(new InvalidTokenError(hostile));
  await using http = await protectedBy(issuer, { protect: { verify } });
  const wire = await knock(http.url, 'Bearer a');
  expect(wire.status).toBe(401);
  expect(wire.headers['set-cookie']).toBeUndefined();
  expect(readChallenge(wire)).toEqual({
    error: 'invalid_token',
    error_description: "a 'quote', a ' and??Set-Cookie: x=1????<html> ? ? ?",
    resource_metadata: METADATA_URL,
  });
});

test('a hostile scope in a token does not reach the challenge', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const scope = ['ok', 'x"', 'y\\', 'z\r\nSet-Cookie:a', 'é', 'offline_access', 'q'.repeat(300)];
  const token = await issuer.token(RESOURCE, { claims: { scope: scope.join(' ') } });
  const wire = await send(http.url, modern('tools/call', { name: 'write' }, bearer(token)));
  expect([wire.status, readChallenge(wire)['scope']]).toEqual([403, 'files:write files:read ok']);
});

test('keeps the header short enough for clients if a token has many scopes', async () => {
  await using issuer = await AuthorizationServer.start();
  const scopes = Array.from({ length: 256 }, (_, i) => `${'n'.repeat(200)}${i}`);
  const caller = {
    subject: 'ada',
    issuer: 'own',
    clientId: undefined,
    expiresAt: undefined,
    scopes,
    claims: {},
  };
  await using http = await protectedBy(issuer, { protect: { verify: () => Promise.resolve(caller) } });
  const wire = await send(http.url, modern('tools/call', { name: 'write' }, bearer('a')));
  const asked = String(readChallenge(wire)['scope']).split(' ');
  expect([wire.status, asked]).toEqual([403, ['files:write', 'files:read', ...scopes.slice(0, 20)]]);
});

test('a failing verifier: 503, and only the operator learns why, without the token [AUTH-25]', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server, reports } = protectedServer();
  const verify = (): Promise<never> => Promise.reject(new Error('the database is at 10.0.0.1'));
  await using http = await protectedBy(issuer, { server, protect: { verify } });
  const wire = await knock(http.url, 'Bearer a-token');
  expect([wire.status, wire.headers['retry-after']]).toEqual([503, '5']);
  expect(wire.json).toEqual(
    failure(-32600, 'Invalid request: the token cannot be checked now; try again later'),
  );
  expect(reports).toEqual([
    {
      level: 'error',
      message: 'a token could not be checked',
      error: new Error('the database is at 10.0.0.1'),
    },
  ]);
});

test('refuses an expired token even if a custom verifier accepts it', async () => {
  await using issuer = await AuthorizationServer.start();
  const caller = { subject: 'ada', issuer: 'own', clientId: undefined, scopes: [], claims: {} };
  const verify = () => Promise.resolve({ ...caller, expiresAt: Date.now() - 1 });
  await using http = await protectedBy(issuer, { protect: { verify } });
  const wire = await knock(http.url, 'Bearer a');
  expect([wire.status, readChallenge(wire)['error_description']]).toEqual([401, 'The token has expired']);
});

test('the handler gets the identity from the token alone [AUTH-27, ELI-22]', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server, callers, reports } = protectedServer();
  await using http = await protectedBy(issuer, { server });
  const expires = Math.floor(Date.now() / 1000) + 60;
  const claims = { scope: 'a b', exp: expires, team: 'tea', iat: undefined, jti: undefined };
  const token = await issuer.token(RESOURCE, { claims });
  expect((await knock(http.url, `Bearer ${token}`)).json).toMatchObject({
    result: { content: [{ text: 'ada' }] },
  });
  expect(callers).toEqual([
    {
      subject: 'ada',
      issuer: issuer.issuer,
      clientId: 'a-client',
      scopes: ['a', 'b'],
      expiresAt: expires * 1000 + 5000,
      claims: {
        iss: issuer.issuer,
        sub: 'ada',
        aud: RESOURCE,
        client_id: 'a-client',
        scope: 'a b',
        exp: expires,
        team: 'tea',
      },
    },
  ]);
  expect(reports).toEqual([]);
});

test('Node.js and the web handler refuse a token that exceeds the header limit', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const huge = 'a'.repeat(100_000);
  expect((await knock(http.url, `Bearer ${huge}`)).status).toBe(431);
  const verify = (): Promise<never> => Promise.reject(new Error('must not be asked'));
  const authorization = protect({ resource: RESOURCE, authorizationServers: [issuer.issuer], verify });
  const handler = createFetchHandler(protectedServer().server, 'mcp.example.com', { authorization });
  const body = JSON.stringify(hello('2025-11-25'));
  const headers = { ...bearer(huge), 'content-type': 'application/json' };
  const response = await handler.fetch(new Request(RESOURCE, { method: 'POST', headers, body }));
  expect(response.status).toBe(400);
  await handler.close(0);
});
