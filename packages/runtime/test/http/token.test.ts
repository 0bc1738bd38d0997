// Static bearer token: without it only health checks and preflights are answered.
import { expect, test } from 'vitest';
import { hello, modern, rpc, send } from '@mcp/raw-http';
import { verifies } from '../spec/harness.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const TOKEN = 'correct-horse-battery-staple';

const NO_TOKENS = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  TOKEN,
  `Basic ${TOKEN}`,
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(1)}`,
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer ${TOKEN} ${TOKEN}`,
  `Bearer ${TOKEN}, Bearer ${TOKEN}`,
  `Bearer x${TOKEN}`,
];

const keepsOut = 'whoever does not bring the token is refused with 401 on every method';
verifies({ stateful: 'HTTP-6', modern: 'H-02' }, keepsOut, async ({ revision }) => {
  await using http = await serving(fixture().server, { token: TOKEN });
  for (const authorization of NO_TOKENS) {
    const own = { headers: { authorization }, body: hello(revision) };
    const shot = revision === '2026-07-28' ? modern('server/discover', {}, { authorization }) : own;
    for (const method of ['POST', 'GET', 'DELETE', 'PUT']) {
      const wire = await send(http.url, { ...shot, method });
      expect([authorization, method, wire.status]).toEqual([authorization, method, 401]);
      const error = /^Bearer \S+$/.test(authorization ?? '') ? ', error="invalid_token"' : '';
      expect(wire.headers['www-authenticate']).toBe(`Bearer realm="mcp"${error}`);
      expect(wire.json).toEqual({
        jsonrpc: '2.0',
        error: { code: -32600, message: expect.stringContaining('Authorization') as string },
      });
      expect(wire.text).not.toContain(TOKEN);
    }
  }
});

test.each([`Bearer ${TOKEN}`, `bearer   ${TOKEN}`])('accepts %j', async (authorization) => {
  await using http = await serving(fixture().server, { token: TOKEN });
  const discover = await send(http.url, modern('server/discover', {}, { authorization }));
  expect(discover.status).toBe(200);
  const opened = await send(http.url, { headers: { authorization }, body: hello('2025-11-25') });
  const id = opened.headers['mcp-session-id'];
  expect([opened.status, typeof id]).toEqual([200, 'string']);
  // The id of a session is no substitute for the token.
  const headers = { 'mcp-session-id': id };
  expect((await send(http.url, { headers, body: rpc(1, 'ping') })).status).toBe(401);
  const both = await send(http.url, { headers: { ...headers, authorization }, body: rpc(1, 'ping') });
  expect(both.status).toBe(200);
});

test.each([' ', 'two words', `${TOKEN}\n`, 'schlüssel'])(
  'refuses the token %j, which no header can carry, at the start without showing it',
  async (token) => {
    const served = serving(fixture().server, { token });
    await expect(served).rejects.toThrow(
      /^the token must be visible ASCII characters, without spaces and line ends$/,
    );
  },
);

test.each(['x', 'fifteen-chars--'])(
  'refuses the token %j, which is too easy to guess, at the start without showing it',
  async (token) => {
    const refused = await serving(fixture().server, { token }).catch(String);
    expect(refused).toBe(
      `TypeError: the token has ${token.length} characters; give one of 16 or more, for example what "openssl rand -hex 32" prints`,
    );
  },
);

test('accepts a token of 16 characters', async () => {
  await using http = await serving(fixture().server, { token: 'sixteen-chars---' });
  const authorization = 'Bearer sixteen-chars---';
  expect((await send(http.url, modern('server/discover', {}, { authorization }))).status).toBe(200);
});

test('the guard runs before the token check, and a preflight needs no token', async () => {
  await using http = await serving(fixture().server, { token: TOKEN });
  const foreign = { origin: 'https://evil.example', authorization: `Bearer ${TOKEN}` };
  expect((await send(http.url, modern('server/discover', {}, foreign))).status).toBe(403);
  const origin = 'http://localhost:3000';
  expect((await send(http.url, { method: 'OPTIONS', headers: { origin } })).status).toBe(204);
});
