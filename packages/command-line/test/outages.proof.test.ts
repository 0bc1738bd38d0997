// Outages: a server whose collector or store is down or silent says so and continues.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { modern, send } from '@mcp/raw-http';
import { expect, test } from 'vitest';
import { _meta, ask, listen, onWindows } from './processes.ts';

const LOST = 'mcp-server-greeter: --otel: could not export the last traces and metrics; they were dropped';

/** Accepts connections but never answers, until disposed. */
const silentPort = async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
};

/** Returns an unused port. */
const closedPort = async (): Promise<number> => {
  using silent = await silentPort();
  return silent.port;
};

/** Makes one call with telemetry to a port. */
const callOnce = (port: number, more: NodeJS.ProcessEnv = {}) =>
  ask('greeter', ['--otel'], [{ method: 'tools/call', params: { name: 'look', _meta } }], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, ...more },
  });

const looked = { result: { content: [{ text: 'look' }] } };

test.concurrent('without a collector the server answers, says so, and ends', async () => {
  const { code, stderr, answers } = await callOnce(await closedPort());
  expect(code).toBe(0);
  expect(stderr).toContain(LOST);
  expect(answers).toMatchObject([looked]);
});

test.concurrent('a collector that never answers does not keep the server from ending', async () => {
  using silent = await silentPort();
  const { code, stderr, answers } = await callOnce(silent.port, { OTEL_EXPORTER_OTLP_TIMEOUT: '600000' });
  expect([code, stderr]).toEqual([0, `${LOST}\n`]);
  expect(answers).toMatchObject([looked]);
});

test.concurrent('a server whose store is away says so, starts, and answers what needs no store', async () => {
  const flags = [
    '--store',
    `redis://:hidden@127.0.0.1:${await closedPort()}`,
    '--state-secrets-env',
    'SECRETS',
  ];
  const env = { SECRETS: 'long enough for a secret of replicas' };
  await using server = await listen('greeter', flags, { env });
  const { url, lines } = server;
  expect(lines[0]).toContain('the store is away; what needs it is refused');
  expect(lines.join('\n')).not.toContain('hidden');
  const health = await send(new URL('/healthz', url).href, { method: 'GET' });
  expect([health.status, health.text]).toEqual([
    200,
    'degraded: the store is away, and what needs it is refused\n',
  ]);
  const answer = await send(url, modern('tools/call', { name: 'look' }));
  expect(answer.json).toMatchObject(looked);
  server.child.kill('SIGTERM');
  expect(await server.closed).toEqual(onWindows ? [null, 'SIGTERM'] : [0, null]);
});
