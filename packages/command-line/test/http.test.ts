// --transport http through a real process: what its flags do, and the end by a signal.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { send, type Shot } from '@mcp/raw-http';

const program = join(import.meta.dirname, 'greeter.ts');

interface Listening extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly at: (path: string) => string;
}

/** Starts the server and waits until it says where it listens. */
async function listening(...flags: readonly string[]): Promise<Listening> {
  const child = spawn(process.execPath, [program, '--transport', 'http', '--port', '0', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8');
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.endsWith('\n')) break;
  }
  const url = /^greeter 3\.2\.1 listens at (\S+)\n$/.exec(said)?.[1] ?? '';
  return {
    child,
    at: (path) => new URL(path, url).href,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

const from = (address: string): Shot => ({ method: 'GET', headers: { 'x-forwarded-for': address } });

const onWindows = process.platform === 'win32';

test.skipIf(onWindows)(
  `a signal ends it in order${onWindows ? ' (Windows has no signals)' : ''}`,
  async () => {
    await using server = await listening();
    expect((await send(server.at('/healthz'), { method: 'GET' })).text).toBe('ok\n');
    const closed = once(server.child, 'close');
    server.child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  },
);

test('--legacy-sse adds the old transport, which is not there otherwise', async () => {
  await using both = await listening('--legacy-sse');
  expect((await send(both.at('/sse'))).status).toBe(405);
  await using one = await listening();
  expect((await send(one.at('/sse'))).status).toBe(404);
});

test('--rate-limit and --trusted-proxies limit each client', async () => {
  await using server = await listening('--rate-limit', '0.001', '--trusted-proxies', '127.0.0.0/8,::1');
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await send(server.at('/healthz'), from(address))).status);
  expect(statuses).toEqual([200, 429, 200]);
});

test('--rate-limit 0 is no limit', async () => {
  await using server = await listening('--rate-limit', '0');
  for (let i = 0; i < 20; i++)
    expect((await send(server.at('/healthz'), { method: 'GET' })).status).toBe(200);
});

test('a proxy that is none is a wrong command line', async () => {
  const flags = ['--transport', 'http', '--port', '0', '--trusted-proxies', 'proxy.example'];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(2);
  expect(stderr).toContain('not "proxy.example"');
});
