// Replicas of a server with one Redis: a replica is killed or suspended, and the store goes away and comes back.
import { once } from 'node:events';
import { connectRedis } from '@mcp/redis';
import type { Report } from '@mcp/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { ask, call, startReplica, task, type Replica } from './replica.ts';

const AWAY = 'The task store is unreachable; try again later';

describe.skipIf(!hasRedis)(`replicas with a real Redis${unlessRun}`, () => {
  let redis: RedisServer;
  let a: Replica;
  let b: Replica;
  beforeEach(async () => {
    redis = await RedisServer.start();
    [a, b] = await Promise.all([startReplica(redis.url), startReplica(redis.url)]);
  });
  afterEach(async () => {
    for (const replica of [a, b]) replica[Symbol.dispose]();
    await redis[Symbol.asyncDispose]();
  });

  const begin = async (replica: Replica, tool: string): Promise<unknown> => {
    const { result } = (await call(replica.url, tool)) as { result: { taskId: string } };
    expect(result).toMatchObject({ resultType: 'task', taskId: expect.any(String) });
    return result.taskId;
  };
  const becomes = (replica: Replica, taskId: unknown, expected: object): Promise<void> =>
    vi.waitFor(
      async () => expect(await task(replica.url, taskId)).toMatchObject({ result: expected }),
      40_000,
    );

  test('after A was killed, B returns a task that A completed, and reports a running one as failed', async () => {
    const [done, running] = [await begin(a, 'finish'), await begin(a, 'wait')];
    await becomes(b, done, { status: 'completed' });
    await becomes(b, running, { status: 'working', statusMessage: `waits in ${a.child.pid}` });
    a.child.kill('SIGKILL');
    await becomes(b, running, { status: 'failed', error: { code: -32603 } });
    const result = { content: [{ type: 'text', text: `done in ${a.child.pid}` }] };
    expect(await task(b.url, done)).toMatchObject({ result: { status: 'completed', result } });
  });

  test('a replica that slept past its lease cannot overwrite a newer task', async () => {
    const taskId = await begin(a, 'wait');
    await becomes(b, taskId, { status: 'working', statusMessage: `waits in ${a.child.pid}` });
    const stopped = once(a.child, 'message');
    a.child.kill('SIGSTOP');
    await becomes(b, taskId, { status: 'failed' });
    const told = await task(b.url, taskId);
    a.child.kill('SIGCONT');
    expect(await stopped).toEqual(['stopped', undefined]);
    expect([await task(a.url, taskId), await task(b.url, taskId)]).toEqual([told, told]);
  });

  test('while the store is unreachable, only calls that need it are refused, until it is back', async () => {
    const done = await begin(a, 'finish');
    await becomes(b, done, { status: 'completed' });
    const { result: asked } = (await call(a.url, 'once')) as { result: { requestState: string } };
    const answer = {
      requestState: asked.requestState,
      inputResponses: { word: { action: 'accept', content: { word: 'x' } } },
    };
    await redis.kill();
    expect(await call(a.url, 'plain')).toMatchObject({ result: { content: [{ text: 'plain' }] } });
    expect(await call(a.url, 'optional')).toMatchObject({ result: { content: [{ text: 'optional' }] } });
    const refused = { error: { code: -32603, message: AWAY } };
    expect(await call(a.url, 'wait')).toMatchObject(refused);
    expect(await task(b.url, done)).toMatchObject(refused);
    expect(await ask(b.url, 'tasks/cancel', { taskId: done })).toMatchObject(refused);
    expect(await call(b.url, 'once', answer)).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringMatching(/^Nothing was done: .*; try again later$/) }],
      },
    });
    await redis.startAgain();
    await becomes(b, done, { status: 'completed' });
    await vi.waitFor(async () => expect(await task(a.url, done)).toHaveProperty('result'), 20_000);
    const used = [await call(b.url, 'once', answer), await call(a.url, 'once', answer)];
    expect(used).toMatchObject([{ result: { content: [{ text: 'accept' }] } }, { error: { code: -32602 } }]);
    await redis.kill();
    await redis.startAgain();
    await becomes(a, done, { status: 'completed' });
    expect(await call(a.url, 'once', answer)).toMatchObject({ error: { code: -32602 } });
    await begin(a, 'finish');
  });

  test('a store that does not answer is unreachable after the timeout', async () => {
    const reports: Report[] = [];
    const report = (entry: Report): void => void reports.push(entry);
    await using stores = await connectRedis(redis.url, { timeoutMs: 1000, report });
    await vi.waitFor(() => expect(stores.state).toBe('ready'), 20_000);
    expect(await stores.nonces.use('n', 60_000)).toBe(true);
    // A busy machine may have caused time-outs at first.
    reports.length = 0;
    redis.signal('SIGSTOP');
    await expect(stores.nonces.use('m', 60_000)).rejects.toThrow('Redis did not answer in 1000 ms');
    expect(stores.state).toBe('away');
    await expect(stores.nonces.use('m', 60_000)).rejects.toThrow('The client is offline');
    redis.signal('SIGCONT');
    await vi.waitFor(() => expect(stores.state).toBe('ready'), 20_000);
    expect(await stores.nonces.use('n', 60_000)).toBe(false);
    expect(reports.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'the store is away; what needs it is refused'],
      ['warning', 'the store is back'],
    ]);
  });

  test('a server starts while its store is away, and finds it later', async () => {
    await redis.kill();
    const stores = await connectRedis(redis.url, { timeoutMs: 300, report: () => {} });
    expect(stores.state).toBe('away');
    await expect(stores.tasks.getMany(['x'])).rejects.toThrow('The client is offline');
    await redis.startAgain();
    await vi.waitFor(() => expect(stores.state).toBe('ready'), 20_000);
    await vi.waitFor(async () => expect(await stores.tasks.getMany(['x'])).toEqual([undefined]), 20_000);
    await redis.kill();
    await vi.waitFor(() => expect(stores.state).toBe('away'), 20_000);
    await stores.close();
  });
});
