// The stdio transport of a whole process: its streams, its end, its signals (basic/transports, "stdio").
import { once } from 'node:events';
import { expect } from 'vitest';
import { verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { openings, request } from './messages.ts';
import { ServerProcess } from './process.ts';
import type { Revision } from './requirements/index.ts';

const start = (revision: Revision, ...args: readonly string[]): ServerProcess => {
  const server = new ServerProcess('unruly-server.ts', ...args);
  for (const message of openings(revision)) server.send(message);
  return server;
};
const call = (revision: Revision, id: unknown, name: string): Message =>
  request(revision, id, 'tools/call', { name });
const text = (value: string): object => ({ result: { content: [{ type: 'text', text: value }] } });

const printing = 'keeps what handlers print out of standard output';
verifies({ stateful: 'STD-2', modern: 'T-01' }, printing, async ({ revision, watch }) => {
  const server = start(revision);
  expect(await server.exchange(call(revision, 1, 'print'))).toMatchObject({ id: 1, ...text('done') });
  server.child.stdin.end();
  expect(await server.exit()).toEqual([0, null]);
  expect(server.received.filter((message) => typeof message === 'string')).toEqual([]);
  expect(JSON.stringify(server.received)).not.toContain('forged');
  for (const how of ['console.log', 'forged', 'by write', 'as bytes']) expect(server.stderr).toContain(how);
  watch(server);
});

verifies('STD-3', 'logs failures to standard error in UTF-8', async ({ revision, watch }) => {
  const server = start(revision);
  expect(await server.exchange(call(revision, 1, 'fail'))).toMatchObject({ result: { isError: true } });
  server.child.stdin.end();
  await server.exit();
  expect(server.stderr).toContain('ein schöner Fehler 𝄞');
  expect(server.stderr.trimEnd().split('\n')).toHaveLength(1);
  watch(server);
});

const expectedResult = (value: string): object => ({
  result: expect.objectContaining({ content: [{ type: 'text', text: value }] }),
});
const ending = 'answers what it accepted when its input ends, then ends in spite of timers';
const endsWithItsInput = async ({ revision, watch }: Bench, ...args: readonly string[]): Promise<void> => {
  const server = start(revision, ...args);
  await server.exchange(request(revision, 'up', 'tools/list'));
  server.send(call(revision, 1, 'slow'));
  server.send(call(revision, 2, 'big'));
  server.child.stdin.end();
  expect(await server.exit()).toEqual([0, null]);
  expect(server.received).toContainEqual(expect.objectContaining({ id: 1, ...expectedResult('slow') }));
  expect(server.received).toContainEqual(expect.objectContaining({ id: 2 }));
  expect(server.stderr).toBe('');
  watch(server);
};
const ends = { stateful: ['STD-9', 'LC-16'], modern: 'T-03' };
verifies(ends, ending, (bench) => endsWithItsInput(bench));
verifies(ends, `with operations, ${ending}`, (bench) => endsWithItsInput(bench, 'operations'));

verifies('STD-10', 'answers what it accepted on SIGTERM and SIGINT, then ends', async (bench) => {
  const { revision } = bench;
  const outcomes = (['SIGTERM', 'SIGINT'] as const).map(async (signal) => {
    const server = start(revision);
    await server.exchange(request(revision, 'up', 'tools/list'));
    server.send(call(revision, 1, 'slow'));
    await server.exchange(request(revision, 'accepted', 'ping'));
    server.child.kill(signal);
    expect(await server.exit()).toEqual([0, null]);
    expect(server.received.at(-1)).toMatchObject({ id: 1, ...text('slow') });
    expect(server.stderr).toBe('');
    bench.watch(server);
  });
  await Promise.all(outcomes);
});

verifies('STD-8', 'ends quietly when nobody reads its output any more', async ({ revision }) => {
  const server = start(revision);
  await server.exchange(request(revision, 'up', 'tools/list'));
  const exit = once(server.child, 'exit');
  server.child.stdout.destroy();
  for (const id of [1, 2, 3]) server.send(call(revision, id, 'big'));
  const [code, signal] = await exit;
  expect({ code, signal, stderr: server.stderr }).toEqual({ code: 0, signal: null, stderr: '' });
});

verifies('T-06', 'can be probed and killed at once while another copy goes on', async (bench) => {
  const { revision } = bench;
  const [probed, other] = [start(revision), start(revision)];
  await probed.exchange(request(revision, 1, 'server/discover'));
  probed.child.kill('SIGKILL');
  await probed.exit();
  expect(await other.exchange(request(revision, 1, 'server/discover'))).toMatchObject({
    result: { supportedVersions: [revision] },
  });
  expect(await other.exchange(call(revision, 2, 'slow'))).toMatchObject(text('slow'));
  other.child.stdin.end();
  expect(await other.exit()).toEqual([0, null]);
  bench.watch(probed);
  bench.watch(other);
});
