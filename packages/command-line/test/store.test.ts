// --store and --state-secrets-env, in a real process without a store: checks required values.
// packages/redis/test/servers.test.ts checks what replicas share.
import { describe, expect, test, vi } from 'vitest';
import { listen, run, runHttp, without } from './processes.ts';

vi.setConfig({ testTimeout: 60_000 });

const SECRET = 'long enough for a secret of replicas';
const SECRETS = ['--state-secrets-env', 'SECRETS'];
const STORE = ['--store', 'redis://127.0.0.1:6379'];

const env = { SECRETS: SECRET, EMPTY: ' , ' };

describe('a wrong command line ends the process', () => {
  test.each([
    [[...STORE], '--store needs --state-secrets-env'],
    [[...STORE, '--state-secrets-env', 'NOT_SET'], 'the environment variable NOT_SET, named by'],
    [['--state-secrets-env', 'EMPTY'], 'the environment variable EMPTY, named by'],
    [['--store', 'http://localhost', ...SECRETS], '--store: the URL of the store must look like redis://'],
  ])('%j', async (flags, problem) => {
    const { code, stderr } = await runHttp('greeter', flags, { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(stderr).not.toContain(SECRET);
  });

  test('a secret that is easy to guess', async () => {
    const { code, stderr } = await runHttp('greeter', SECRETS, { env: { SECRETS: 'short' } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('a state secret has 5 characters')]);
  });
});

test('--store loads its package, or asks for it if it is missing', async () => {
  const how = { env, ...without('@mcp/redis') };
  const { code, stderr } = await runHttp('greeter', [...STORE, ...SECRETS], how);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^mcp-server-greeter: --store needs the package @mcp\/redis next to this server; install both together: npm install --global @example\/greeter @mcp\/redis\n/,
  );
  await using plain = await listen('greeter', SECRETS, how);
  expect(plain.lines).toHaveLength(1);
});

test('over stdio both flags have no effect, and stderr says so', async () => {
  const { code, stderr } = await run('greeter', [...STORE, ...SECRETS], { env });
  expect(code).toBe(0);
  expect(stderr).toContain('--store has no effect without --transport http');
  expect(stderr).toContain('--state-secrets-env has no effect without --transport http');
});
