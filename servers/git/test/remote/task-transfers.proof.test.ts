// Transfers as tasks: the status message shows their progress, and a cancellation ends git and leaves nothing.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../setup.ts';
import { RemoteSandbox } from './sandbox.ts';

const PATIENCE = 30_000;
vi.setConfig({ testTimeout: 4 * PATIENCE });
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const MAIN = join(import.meta.dirname, '../../src/main.ts');
type Result = Awaited<ReturnType<TestClient['request']>>;

let box: RemoteSandbox;
beforeAll(async () => {
  box = await RemoteSandbox.start();
});
beforeEach(() => {
  Object.assign(box.http, { isHanging: false, most: Infinity });
});
afterEach(async () => {
  // Git has ended with its connection, and its output is gone.
  await vi.waitFor(() => expect([box.http.open, box.leftovers()]).toEqual([0, []]), PATIENCE);
});
afterAll(() => box[Symbol.asyncDispose]());

/** Starts a process over stdio, or a server over HTTP. */
const open = (transport: 'stdio' | 'http', folder: string): Promise<TestClient> =>
  transport === 'http'
    ? connect(serve([folder]), { transport, capabilities })
    : connect(
        {
          command: process.execPath,
          args: [MAIN, '-r', folder, '--allow-remote', '--remote-host', '127.0.0.1', '--sandbox', 'off'],
        },
        { capabilities },
      );

const becomes = (client: TestClient, taskId: unknown, expected: object): Promise<Result> =>
  vi.waitFor(async () => {
    const task = await client.request('tasks/get', { taskId });
    expect(task).toMatchObject(expected);
    return task;
  }, PATIENCE);

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test('a clone that hangs is cancelled, and then the same clone works', async () => {
    await using client = await open(transport, box.nest.path);
    const path = box.nest.at(`copy-${transport}`);
    const request = { name: 'git_clone', arguments: { url: box.http.url('shared.git'), path } };
    box.http.isHanging = true;
    const { taskId, status } = await client.request('tools/call', request);
    expect(status).toBe('working');
    await vi.waitFor(() => expect(box.http.open).toBe(1), PATIENCE);
    expect(await client.request('tasks/cancel', { taskId })).toMatchObject({ resultType: 'complete' });
    await becomes(client, taskId, { status: 'cancelled' });
    await vi.waitFor(() => expect([box.http.open, box.leftovers()]).toEqual([0, []]), PATIENCE);
    expect(existsSync(path)).toBe(false);
    box.http.isHanging = false;
    const again = await client.request('tools/call', request);
    const { result = again } =
      again['taskId'] === undefined ? {} : await becomes(client, again['taskId'], { status: 'completed' });
    expect(result).toMatchObject({ structuredContent: { path } });
    // A finished task keeps its status.
    await client.request('tasks/cancel', { taskId });
    await becomes(client, taskId, { status: 'cancelled' });
  });

  test('a fetch reports its progress, and changes nothing when it is cancelled', async () => {
    const branch = `large-${transport}`;
    writeFileSync(box.nest.at('seed', branch), randomBytes(300_000));
    const hash = box.elsewhere(branch);
    const refs = box.here('for-each-ref');
    box.http.most = 20_000;
    await using client = await open(transport, box.nest.at('work'));
    const { taskId } = await client.request('tools/call', { name: 'git_fetch', arguments: {} });
    await becomes(client, taskId, { status: 'working', statusMessage: expect.stringMatching(/objects: /) });
    await client.request('tasks/cancel', { taskId });
    await becomes(client, taskId, { status: 'cancelled' });
    await vi.waitFor(() => expect(box.http.open).toBe(0), PATIENCE);
    expect(box.here('for-each-ref')).toBe(refs);
    expect(box.here('fsck', '--no-dangling')).toBe('');
    box.http.most = Infinity;
    const again = await client.request('tools/call', { name: 'git_fetch', arguments: {} });
    if (again['taskId'] !== undefined) await becomes(client, again['taskId'], { status: 'completed' });
    expect(box.here('rev-parse', `origin/${branch}`)).toBe(hash);
  });
});

test('a server that ends while a clone runs as a task ends git, and leaves nothing', async () => {
  const path = box.nest.at('unfinished');
  box.http.isHanging = true;
  const client = await open('stdio', box.nest.path);
  const request = { name: 'git_clone', arguments: { url: box.http.url('shared.git'), path } };
  expect(await client.request('tools/call', request)).toMatchObject({ resultType: 'task' });
  await vi.waitFor(() => expect(box.http.open).toBe(1), PATIENCE);
  await client.close();
  await vi.waitFor(() => expect([box.http.open, box.leftovers()]).toEqual([0, []]), PATIENCE);
  expect(existsSync(path)).toBe(false);
});
