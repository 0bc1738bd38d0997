// Names for the guard: addresses as clients write them, and values that no request could match.
import { expect, test } from 'vitest';
import { modern, send } from '@mcp/raw-http';
import { createFetchHandler } from '../../src/fetch.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const statusOf = async (listens: string, host: string): Promise<number> => {
  const handler = createFetchHandler(fixture().server, listens);
  const response = await handler.fetch(new Request('http://x/healthz', { headers: { host } }));
  await handler.close();
  return response.status;
};

test.each([
  ['0:0:0:0:0:0:0:1', '[::1]:3000'],
  ['2001:DB8::0005', '[2001:db8::5]'],
  ['fe80::1%eth0', '[fe80::1]:80'],
  ['::ffff:192.0.2.1', '[::ffff:c000:201]'],
  ['LocalHost', '127.0.0.1'],
])('a server at %s is reached as %s', async (listens, host) => {
  expect([await statusOf(listens, host), await statusOf(listens, 'evil.example')]).toEqual([200, 403]);
});

test.each(['example.com:3000', 'http://example.com', 'example.com/mcp', '*', '*.example.com', 'a b', ''])(
  'refuses the host name %j at the start',
  async (name) => {
    const served = serving(fixture().server, { allowedHosts: [name] });
    await expect(served).rejects.toThrow(
      new TypeError(`"${name}" is not a host name; give one without scheme, port and wildcard`),
    );
  },
);

test.each([
  'example.com',
  'https://example.com/',
  'https://Example.com',
  'https://example.com:443',
  'https://*.example.com',
  '*',
  'null',
])('refuses the origin %j at the start', async (origin) => {
  const served = serving(fixture().server, { allowedOrigins: [origin] });
  await expect(served).rejects.toThrow(`"${origin}" is not an origin; write it as browsers do`);
});

test('the origin of a browser extension can be allowed', async () => {
  const origin = 'chrome-extension://abcdef';
  await using http = await serving(fixture().server, { allowedOrigins: [origin] });
  expect((await send(http.url, modern('server/discover', {}, { origin }))).status).toBe(200);
});

test.each(['/a b', '//mcp', '/ä', '/a/../b', '/mcp?x'])(
  'refuses the path %j, which no request could match, at the start',
  async (path) => {
    const served = serving(fixture().server, { path });
    await expect(served).rejects.toThrow(`normalized and percent-encoded, unlike "${path}"`);
  },
);

test.each([
  ['maxBodyBytes', 0],
  ['maxSessions', -1],
  ['sessionIdleMs', Number.NaN],
  ['keepAliveMs', 0],
])('refuses the option %s of %d at the start', async (option, value) => {
  const served = serving(fixture().server, { [option]: value });
  await expect(served).rejects.toThrow(new TypeError(`${option} must be more than 0, not ${value}`));
});
