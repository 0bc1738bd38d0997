// --store and --state-secrets-env through a real process, without a store: what has to be given, and what goes on.
// What two replicas share is in packages/redis/test/servers.test.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { modern, send } from '@mcp/raw-http';
import { describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const program = join(import.meta.dirname, 'greeter.ts');
const SECRET = 'long enough for a secret of replicas';
const HTTP = ['--transport', 'http', '--port', '0'];
const SECRETS = ['--state-secrets-env', 'SECRETS'];
const STORE = ['--store', 'redis://127.0.0.1:6379'];

const start = (args: readonly string[], { env = {}, node = [] as readonly string[] } = {}) =>
  spawn(process.execPath, [...node, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SECRETS: SECRET, EMPTY: ' , ', ...env },
  });

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('a wrong command line ends the process', () => {
  test.each([
    [[...STORE], '--store needs --state-secrets-env'],
    [[...STORE, '--state-secrets-env', 'NOT_SET'], 'the environment variable NOT_SET, named by'],
    [['--state-secrets-env', 'EMPTY'], 'the environment variable EMPTY, named by'],
    [['--store', 'http://localhost', ...SECRETS], '--store: the URL of the store must look like redis://'],
  ])('%j', async (flags, problem) => {
    const child = start([...HTTP, ...flags]);
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(stderr).not.toContain(SECRET);
  });

  test('a secret that is easy to guess', async () => {
    const child = start([...HTTP, ...SECRETS], { env: { SECRETS: 'short' } });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('a state secret has 5 characters')]);
  });
});

/** As where only the server is installed: the package is not found. */
const WITHOUT_PACKAGE = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  export const resolve = (specifier, context, next) =>
    next(specifier === '@mcp/redis' ? '@mcp/redis-is-not-here' : specifier, context)
      .catch((error) => { error.message = error.message.replace('-is-not-here', ''); throw error; });
\`), ${JSON.stringify(pathToFileURL(program).href)});`;

test('the package of the store is asked for where it is missing, and loaded only with the flag', async () => {
  const node = ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_PACKAGE)}`];
  const child = start([...HTTP, ...STORE, ...SECRETS], { node });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^mcp-server-greeter: --store needs the package @mcp\/redis beside this server; install both in one place: npm install --global @example\/greeter @mcp\/redis\n/,
  );
  const without = start([...HTTP, ...SECRETS], { node });
  const [line] = (await once(createInterface(without.stderr), 'line')) as [string];
  expect(line).toMatch(/listens at/);
  without.kill('SIGKILL');
  await once(without, 'close');
});

test('a server whose store is away says so, starts, and answers what needs no store', async () => {
  const port = await closedPort();
  const child = start([...HTTP, '--store', `redis://:hidden@127.0.0.1:${port}`, ...SECRETS]);
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => lines.push(line));
  const url = await vi.waitFor(() => {
    const [found] = /http:\S+/.exec(lines.join('\n')) ?? [];
    expect(found).toBeDefined();
    return found ?? '';
  }, 30_000);
  expect(lines[0]).toContain('the store is away; what needs it is refused');
  expect(lines.join('\n')).not.toContain('hidden');
  const health = await send(new URL('/healthz', url).href, { method: 'GET' });
  expect([health.status, health.text]).toEqual([
    200,
    'degraded: the store is away, and what needs it is refused\n',
  ]);
  const answer = await send(url, modern('tools/call', { name: 'look' }));
  expect(answer.json).toMatchObject({ result: { content: [{ text: 'look' }] } });
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect(await closed).toEqual(process.platform === 'win32' ? [null, 'SIGTERM'] : [0, null]);
});

test('over stdio both flags change nothing, and are named', async () => {
  const child = start([...STORE, ...SECRETS]);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code).toBe(0);
  expect(stderr).toContain('--store has no effect without --transport http');
  expect(stderr).toContain('--state-secrets-env has no effect without --transport http');
});
