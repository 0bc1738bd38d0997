// Start warnings: who can reach a server on an address of other machines.
import { describe, expect, test } from 'vitest';
import { listen } from './processes.ts';

const SHUT = /every request gets 403 until --allowed-hosts/;
const OPEN = /may call everything; set --auth-token-env, or --auth-issuer/;

/** Returns the stderr of a server until it is stopped. */
async function said(...flags: readonly string[]): Promise<string> {
  await using server = await listen('work-server', flags, { env: { TOKEN: 'correct-horse-battery-staple' } });
  server.child.kill('SIGTERM');
  await server.closed;
  return server.lines.join('\n');
}

describe.each(['0.0.0.0', '::'])('--host %s', { timeout: 60_000 }, (host) => {
  test('alone: warns that all clients are refused, and that there is no authentication', async () => {
    const stderr = await said('--host', host);
    expect(stderr).toMatch(SHUT);
    expect(stderr).toMatch(OPEN);
  });

  test('with --allowed-hosts: warns that there is no authentication', async () => {
    const stderr = await said('--host', host, '--allowed-hosts', 'mcp.example.com');
    expect(stderr).not.toMatch(SHUT);
    expect(stderr).toMatch(OPEN);
  });

  test('with --allowed-hosts and --auth-token-env: no warning', async () => {
    const flags = ['--allowed-hosts', 'mcp.example.com', '--auth-token-env', 'TOKEN'];
    const stderr = await said('--host', host, ...flags);
    expect(stderr).toMatch(/listens at/);
    expect(stderr).not.toMatch(/Warning/);
  });
});

test('an address of this machine: no warning', { timeout: 60_000 }, async () => {
  expect(await said('--host', '127.0.0.1')).not.toMatch(/Warning/);
});
