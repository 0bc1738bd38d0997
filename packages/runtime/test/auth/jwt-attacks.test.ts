// JWT attacks: foreign tokens, tokens outside their lifetime, and tokens that try to choose how they are checked.
import { createHmac, createPublicKey } from 'node:crypto';
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { AuthorizationServer, bearer, modern, newPair, readChallenge, send } from '@mcp/raw-http';
import { jwtVerifier } from '../../src/auth.ts';
import { knock, METADATA_URL, protectedBy, protectedServer, RESOURCE } from './protected.ts';

type Server = AuthorizationServer;

const now = (): number => Math.floor(Date.now() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const FOREIGN = 'The token was issued for another server';
const MALFORMED = 'The token is malformed';
const UNKNOWN_KEY = 'The token is signed with an unknown key';
const WRONG = 'The signature of the token is wrong';
const ALGORITHM = 'The token is signed with an algorithm that is not taken';

/** The fault, how the token is made, the error the client gets. */
const ATTACKS: readonly (readonly [string, (issuer: Server) => Promise<string>, string])[] = [
  ['another audience', (issuer) => issuer.token('https://other.example.com/mcp'), FOREIGN],
  ['the audience of the whole host', (issuer) => issuer.token('https://mcp.example.com'), FOREIGN],
  ['an audience that begins like ours', (issuer) => issuer.token(`${RESOURCE}.evil.example`), FOREIGN],
  ['an audience of another scheme', (issuer) => issuer.token('http://mcp.example.com/mcp'), FOREIGN],
  ['no audience', (issuer) => issuer.token(RESOURCE, { claims: { aud: undefined } }), FOREIGN],
  ['an empty list of audiences', (issuer) => issuer.token(RESOURCE, { claims: { aud: [] } }), FOREIGN],
  [
    'an audience that is an object',
    (issuer) => issuer.token(RESOURCE, { claims: { aud: { 0: RESOURCE } } }),
    FOREIGN,
  ],
  [
    'another issuer with the same key',
    (issuer) => issuer.token(RESOURCE, { claims: { iss: 'https://evil.example' } }),
    'The token is from another authorization server',
  ],
  [
    'an issuer with a slash more',
    (issuer) => issuer.token(RESOURCE, { claims: { iss: `${issuer.issuer}/` } }),
    'The token is from another authorization server',
  ],
  [
    'no issuer',
    (issuer) => issuer.token(RESOURCE, { claims: { iss: undefined } }),
    'The token is from another authorization server',
  ],
  ['expired', (issuer) => issuer.token(RESOURCE, { claims: { exp: now() - 6 } }), 'The token has expired'],
  [
    'no expiry',
    (issuer) => issuer.token(RESOURCE, { claims: { exp: undefined } }),
    'The token does not say when it expires',
  ],
  [
    'not valid yet',
    (issuer) => issuer.token(RESOURCE, { claims: { nbf: now() + 60 } }),
    'The token is not valid yet',
  ],
  [
    'nobody',
    (issuer) => issuer.token(RESOURCE, { claims: { sub: undefined, client_id: undefined } }),
    'The token does not say whose it is',
  ],
  [
    'bound to a key',
    (issuer) => issuer.token(RESOURCE, { claims: { cnf: { jkt: 'x' } } }),
    'The token is bound to a key; a bearer token is needed',
  ],
  [
    'a logout token',
    (issuer) => issuer.token(RESOURCE, { header: { typ: 'logout+jwt' } }),
    'The token is not an access token',
  ],
  [
    'another server, which has a key of the same name',
    async (issuer) => issuer.token(RESOURCE, { pair: await newPair('first') }),
    WRONG,
  ],
  [
    'an unknown key',
    async (issuer) => issuer.token(RESOURCE, { pair: await newPair('unknown') }),
    UNKNOWN_KEY,
  ],
  ['unsigned', async (issuer) => new UnsecuredJWT(claimsFor(issuer)).encode(), ALGORITHM],
  ['alg None', async (issuer) => `${encode({ alg: 'None' })}.${encode(claimsFor(issuer))}.`, ALGORITHM],
  ['without its signature', async (issuer) => (await issuer.token(RESOURCE)).replace(/[^.]*$/, ''), WRONG],
  ['cut short', async (issuer) => (await issuer.token(RESOURCE)).slice(0, -10), WRONG],
  ['cut to two parts', async (issuer) => (await issuer.token(RESOURCE)).replace(/\.[^.]*$/, ''), MALFORMED],
  [
    'changed claims',
    async (issuer) => {
      const [header, , signature] = (await issuer.token(RESOURCE)).split('.');
      return `${header}.${encode({ ...claimsFor(issuer), sub: 'root' })}.${signature}`;
    },
    WRONG,
  ],
  ['HS256 with the public key as secret', (issuer) => signedWithPublicKey(issuer), ALGORITHM],
  [
    'a critical header',
    (issuer) => issuer.token(RESOURCE, { header: { crit: ['x'], x: 1 } }).catch(() => crit(issuer)),
    MALFORMED,
  ],
  [
    'a claim that is no time',
    async (issuer) => issuer.token(RESOURCE, { claims: { nbf: 'soon' } }),
    'The token is not valid yet',
  ],
  ['an id token of five parts', async () => 'a.b.c.d.e', MALFORMED],
  [
    'claims that are no object',
    async () => `${encode({ alg: 'ES256', kid: 'first' })}.${encode([])}.AA`,
    WRONG,
  ],
];

function claimsFor({ issuer }: Server): { readonly [claim: string]: string | number } {
  return { iss: issuer, sub: 'ada', aud: RESOURCE, exp: now() + 60 };
}

// The classic: a library that trusts the token's algorithm checks an HMAC with the bytes of the public key.
async function signedWithPublicKey(issuer: Server): Promise<string> {
  const [key] = issuer.keys;
  if (key === undefined) throw new Error('no key');
  const pem = createPublicKey(await exportSPKI(key.open)).export({ type: 'spki', format: 'pem' });
  const text = `${encode({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })}.${encode(claimsFor(issuer))}`;
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}

async function crit(issuer: Server): Promise<string> {
  const [key] = issuer.keys;
  if (key === undefined) throw new Error('no key');
  return new SignJWT({ ...claimsFor(issuer) })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, crit: ['x'], x: 1 })
    .sign(key.secret, { crit: { x: true } });
}

test.each(ATTACKS)('%s: 401 [AUTH-3, AUTH-7, AUTH-8, AUTH-9, A-02]', async (_, make, description) => {
  await using issuer = await AuthorizationServer.start();
  const { server, callers, reports } = protectedServer();
  await using http = await protectedBy(issuer, { server });
  const token = await make(issuer);
  const wire = await knock(http.url, `Bearer ${token}`);
  expect([wire.status, readChallenge(wire)]).toEqual([
    401,
    { error: 'invalid_token', error_description: description, resource_metadata: METADATA_URL },
  ]);
  expect(callers).toEqual([]);
  // No part of a token is revealed.
  expect(reports).toEqual([]);
  const [, claims = ''] = token.split('.');
  expect(claims.length > 5 && wire.text.includes(claims)).toBe(false);
});

describe('keys that a token brings or names', () => {
  test.each([
    '../../../../dev/null',
    'file:///dev/null',
    'https://evil.example/jwks',
    "' OR 1=1 --",
    '__proto__',
    'constructor',
    '\u0000',
  ])('treats kid %j only as a name', async (kid) => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer);
    const wire = await knock(http.url, `Bearer ${await issuer.token(RESOURCE, { header: { kid } })}`);
    expect([wire.status, readChallenge(wire)['error_description']]).toEqual([401, UNKNOWN_KEY]);
  });

  test('ignores jku, x5u and jwk', async () => {
    await using evil = await AuthorizationServer.start();
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer);
    const pair = await newPair('first');
    evil.keys = [pair];
    const url = `${evil.issuer}/jwks`;
    for (const header of [{ jku: url }, { x5u: url }, { jwk: pair.jwk }, { jku: url, kid: 'new' }]) {
      const token = await issuer.token(RESOURCE, { pair, header });
      expect((await knock(http.url, `Bearer ${token}`)).status).toBe(401);
    }
    expect([...evil.asked]).toEqual([]);
  });

  test('refuses a signature with an encryption key', async () => {
    await using issuer = await AuthorizationServer.start();
    const [pair] = issuer.keys;
    if (pair === undefined) throw new Error('no key');
    issuer.keys = [{ ...pair, jwk: { ...pair.jwk, use: 'enc' } }];
    await using http = await protectedBy(issuer);
    expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE)}`)).status).toBe(401);
  });
});

describe('accepted tokens', () => {
  const cases: readonly (readonly [string, Parameters<Server['token']>[1]])[] = [
    ['typ at+jwt', {}],
    ['typ AT+JWT', { header: { typ: 'AT+JWT' } }],
    ['typ application/at+jwt', { header: { typ: 'application/at+jwt' } }],
    ['typ JWT', { header: { typ: 'JWT' } }],
    ['no typ', { header: { typ: undefined } }],
    ['no kid', { header: { kid: undefined } }],
    ['one of several audiences', { claims: { aud: ['https://other.example.com', RESOURCE] } }],
    ['upper-case audience', { claims: { aud: 'HTTPS://MCP.EXAMPLE.COM/mcp' } }],
    ['audience with a slash', { claims: { aud: `${RESOURCE}/` } }],
    ['expired within the tolerance', { claims: { exp: now() - 1 } }],
    ['a clock that is ahead within the tolerance', { claims: { nbf: now() + 2 } }],
  ];

  test.each(cases)('%s [AUTH-17]', async (_, options) => {
    await using issuer = await AuthorizationServer.start();
    // The clock advances during the tests.
    await using http = await protectedBy(issuer, { jwt: { clockToleranceMs: 600_000 } });
    expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE, options)}`)).status).toBe(200);
  });

  test.each(['RS256', 'PS384', 'ES512', 'EdDSA'])('%s', async (alg) => {
    await using issuer = await AuthorizationServer.start();
    issuer.keys = [await newPair('k', alg)];
    await using http = await protectedBy(issuer);
    expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE)}`)).status).toBe(200);
  });

  test('a token without kid, signed with any of several keys', async () => {
    await using issuer = await AuthorizationServer.start();
    const pairs = [await newPair('a'), await newPair('b'), await newPair('c')];
    issuer.keys = pairs;
    await using http = await protectedBy(issuer);
    for (const pair of pairs) {
      const token = await issuer.token(RESOURCE, { pair, header: { kid: undefined } });
      expect((await knock(http.url, `Bearer ${token}`)).status).toBe(200);
      const foreign = await issuer.token('https://other.example', { pair, header: { kid: undefined } });
      expect((await knock(http.url, `Bearer ${foreign}`)).status).toBe(401);
    }
    const other = await issuer.token(RESOURCE, { pair: await newPair('d'), header: { kid: undefined } });
    const refused = await knock(http.url, `Bearer ${other}`);
    expect([refused.status, readChallenge(refused)['error_description']]).toEqual([401, UNKNOWN_KEY]);
  });

  test('a client that acts for itself is not the user of the same name', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, callers } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    const token = await issuer.token(RESOURCE, { claims: { sub: undefined, client_id: 'ada' } });
    expect((await knock(http.url, `Bearer ${token}`)).status).toBe(200);
    expect(callers).toMatchObject([{ subject: 'client:ada', clientId: 'ada' }]);
  });

  test('a user named like a client that acts for itself is a different caller', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, callers } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    const claims = [
      { sub: undefined, client_id: 'ada' },
      { sub: 'client:ada' },
      { sub: 'user:client:ada' },
      { sub: 'ada' },
    ];
    for (const claim of claims)
      await knock(http.url, `Bearer ${await issuer.token(RESOURCE, { claims: claim })}`);
    expect(callers.map((caller) => caller?.subject)).toEqual([
      'client:ada',
      'user:client:ada',
      'user:user:client:ada',
      'ada',
    ]);
  });

  test('reads scopes from scp, as a list or a string', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, callers } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    for (const scp of [['a', 'b'], 'a b'])
      await knock(http.url, `Bearer ${await issuer.token(RESOURCE, { claims: { scp } })}`);
    expect(callers.map((caller) => caller?.scopes)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('only tokens that the options allow', async () => {
    await using issuer = await AuthorizationServer.start();
    const token = await issuer.token(RESOURCE);
    await using rsa = await protectedBy(issuer, { jwt: { algorithms: ['RS256'] } });
    expect((await knock(rsa.url, `Bearer ${token}`)).status).toBe(401);
    await using strict = await protectedBy(issuer, { jwt: { onlyAccessTokenType: true } });
    expect((await knock(strict.url, `Bearer ${token}`)).status).toBe(200);
    const jwt = await issuer.token(RESOURCE, { header: { typ: 'JWT' } });
    expect((await knock(strict.url, `Bearer ${jwt}`)).status).toBe(401);
    await using named = await protectedBy(issuer, { jwt: { audience: ['api://files', 'other'] } });
    const own = await issuer.token('api://files');
    expect((await knock(named.url, `Bearer ${own}`)).status).toBe(200);
    expect((await knock(named.url, `Bearer ${token}`)).status).toBe(401);
  });
});

test('refuses insecure options', async () => {
  const issuer = 'https://login.example.com';
  for (const algorithm of ['none', 'NONE', 'HS256', 'hs512'])
    await expect(jwtVerifier({ issuer, algorithms: [algorithm] })).rejects.toThrow('with a public key');
  await expect(jwtVerifier({ issuer: 'http://login.example.com' })).rejects.toThrow(
    'issuer must be an https: URL',
  );
  await expect(jwtVerifier({ issuer, jwksUri: 'http://login.example.com/k' })).rejects.toThrow(
    'jwksUri must be',
  );
});

test('given keys need no network', async () => {
  await using issuer = await AuthorizationServer.start();
  const jwks = { keys: issuer.keys.map(({ jwk }) => ({ ...jwk })) };
  await using http = await protectedBy(issuer, { jwt: { jwks } });
  const token = await issuer.token(RESOURCE);
  expect((await send(http.url, modern('tools/call', { name: 'whoami' }, bearer(token)))).status).toBe(200);
  expect([...issuer.asked]).toEqual([]);
});
