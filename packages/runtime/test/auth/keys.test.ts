// Keys of an authorization server: discovery, rotation, failures, attacks.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Answer, AuthorizationServer, newPair } from '@mcp/raw-http';
import { later } from '../clock.ts';
import { knock, protectedBy, protectedServer, RESOURCE } from './protected.ts';

const WELL_KNOWN = '/.well-known';

test('are found through RFC 8414 metadata, once for all requests', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const token = await issuer.token(RESOURCE);
  const wires = await Promise.all(Array.from({ length: 8 }, () => knock(http.url, `Bearer ${token}`)));
  expect(wires.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(Object.fromEntries(issuer.asked)).toEqual({
    [`${WELL_KNOWN}/oauth-authorization-server`]: 1,
    '/jwks': 1,
  });
});

test('are found through OpenID Connect Discovery, also for an issuer with a path', async () => {
  await using issuer = await AuthorizationServer.start();
  issuer.issuer += '/tenant';
  issuer.answers.set(`/tenant${WELL_KNOWN}/openid-configuration`, () => ({
    ...issuer.metadata,
    jwks_uri: issuer.metadata['jwks_uri']?.toString().replace('/tenant', ''),
  }));
  await using http = await protectedBy(issuer);
  expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE)}`)).status).toBe(200);
  expect([...issuer.asked.keys()]).toEqual([
    `${WELL_KNOWN}/oauth-authorization-server/tenant`,
    `${WELL_KNOWN}/openid-configuration/tenant`,
    `/tenant${WELL_KNOWN}/openid-configuration`,
    '/jwks',
  ]);
});

test('may rotate: accepts a token of the new key, and refuses one of the removed key', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const old = await issuer.token(RESOURCE);
  expect((await knock(http.url, `Bearer ${old}`)).status).toBe(200);
  issuer.keys = [await newPair('second')];
  expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE)}`)).status).toBe(200);
  expect((await knock(http.url, `Bearer ${old}`)).status).toBe(401);
});

test('unknown key names do not cause a request each', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer, { jwt: { keyCooldownMs: 60_000 } });
  for (let i = 0; i < 10; i++) {
    const token = await issuer.token(RESOURCE, { header: { kid: `guess-${i}` } });
    expect((await knock(http.url, `Bearer ${token}`)).status).toBe(401);
  }
  expect(issuer.asked.get('/jwks')).toBe(1);
});

describe('a failing authorization server: 503 without a reason', () => {
  const big = JSON.stringify({ keys: [], padding: 'x'.repeat(300_000) });
  const forever = new Promise<never>(() => {});
  const redirect =
    (to: string): Answer =>
    (_request, _body, response) =>
      response.writeHead(302, { location: to }).end();
  const bad: readonly (readonly [string, string, Answer | undefined])[] = [
    ['keys that are not there', '/jwks', undefined],
    ['keys that never come', '/jwks', () => forever],
    ['keys that come drop by drop', '/jwks', (_request, _body, response) => drip(response.writeHead(200))],
    ['keys that are too large', '/jwks', () => big],
    ['keys that are no JSON', '/jwks', () => '<html>'],
    ['keys that are a list', '/jwks', () => []],
    ['keys somewhere else', '/jwks', redirect('/elsewhere')],
    ['a dropped connection', '/jwks', (request) => void request.socket.destroy()],
    ['no metadata', `${WELL_KNOWN}/oauth-authorization-server`, undefined],
    ['metadata that never comes', `${WELL_KNOWN}/oauth-authorization-server`, () => forever],
    [
      'metadata of another issuer',
      `${WELL_KNOWN}/oauth-authorization-server`,
      () => ({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example' }),
    ],
    ['metadata that redirects', `${WELL_KNOWN}/oauth-authorization-server`, redirect('/elsewhere')],
  ];

  test.each(bad)('%s', async (_name, path, answer) => {
    await using issuer = await AuthorizationServer.start();
    const { server, reports, callers } = protectedServer();
    // The target would work if redirects were followed.
    const right = issuer.answers.get(path);
    if (right !== undefined) issuer.answers.set('/elsewhere', right);
    if (answer === undefined) issuer.answers.delete(path);
    else issuer.answers.set(path, answer);
    await using http = await protectedBy(issuer, { server, jwt: { timeoutMs: 300 } });
    const token = await issuer.token(RESOURCE);
    const wire = await knock(http.url, `Bearer ${token}`);
    expect([wire.status, wire.headers['www-authenticate']]).toEqual([503, undefined]);
    expect(wire.text).not.toContain(issuer.issuer);
    expect(callers).toEqual([]);
    expect(reports).toMatchObject([{ level: 'error', message: 'a token could not be checked' }]);
    expect(JSON.stringify(reports)).not.toContain(token);
    // It recovers by itself a second later.
    using _ = later(1000);
    if (right !== undefined) issuer.answers.set(path, right);
    await until(async () => (await knock(http.url, `Bearer ${token}`)).status === 200);
  });
});

/** Sends a byte now and then until disconnected. */
async function drip(response: { write(text: string): boolean; readonly destroyed: boolean }): Promise<void> {
  while (!response.destroyed) {
    response.write(' ');
    await delay(20);
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50);
}

test('does not follow metadata to an insecure URL of keys', async () => {
  await using issuer = await AuthorizationServer.start();
  issuer.answers.set(`${WELL_KNOWN}/oauth-authorization-server`, () => ({
    ...issuer.metadata,
    jwks_uri: 'http://keys.example/jwks',
  }));
  await using http = await protectedBy(issuer);
  expect((await knock(http.url, `Bearer ${await issuer.token(RESOURCE)}`)).status).toBe(503);
});
