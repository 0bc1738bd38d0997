// --transport http, in a real process: checks its flags and the end by a signal.
import { expect, test } from 'vitest';
import { send, type Shot } from '@mcp/raw-http';
import { listen, onWindows, runHttp } from './processes.ts';

const at = ({ url }: { readonly url: string }, path: string): string => new URL(path, url).href;
const from = (address: string): Shot => ({ method: 'GET', headers: { 'x-forwarded-for': address } });

test.skipIf(onWindows)(
  `a signal ends it in order${onWindows ? ' (Windows has no signals)' : ''}`,
  async () => {
    await using server = await listen('greeter');
    expect((await send(at(server, '/healthz'), { method: 'GET' })).text).toBe('ok\n');
    expect(server.lines).toEqual([`greeter 3.2.1 listens at ${server.url}`]);
    server.child.kill('SIGTERM');
    expect(await server.closed).toEqual([0, null]);
  },
);

test('the old transport needs --legacy-sse', async () => {
  await using both = await listen('greeter', ['--legacy-sse']);
  expect((await send(at(both, '/sse'))).status).toBe(405);
  await using one = await listen('greeter');
  expect((await send(at(one, '/sse'))).status).toBe(404);
});

test('--rate-limit and --trusted-proxies limit each client', async () => {
  await using server = await listen('greeter', [
    '--rate-limit',
    '0.001',
    '--trusted-proxies',
    '127.0.0.0/8,::1',
  ]);
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await send(at(server, '/healthz'), from(address))).status);
  expect(statuses).toEqual([200, 429, 200]);
});

test('--rate-limit 0 means no limit', async () => {
  await using server = await listen('greeter', ['--rate-limit', '0']);
  for (let i = 0; i < 20; i++)
    expect((await send(at(server, '/healthz'), { method: 'GET' })).status).toBe(200);
});

test('an invalid proxy is a usage error', async () => {
  const { code, stderr } = await runHttp('greeter', ['--trusted-proxies', 'proxy.example']);
  expect(code).toBe(2);
  expect(stderr).toContain('not "proxy.example"');
});
