// The stores on a real Redis: results of their methods.
import { connectRedis, RedisTaskStore, type RedisStores } from '@mcp/redis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { newTask } from './stored-task.ts';

if (!hasRedis) console.warn(`the tests of @mcp/redis${unlessRun}`);

const ttl = 600_000;
const RESERVED = 16_384;
describe.skipIf(!hasRedis)(`stores on a real Redis${unlessRun}`, () => {
  let redis: RedisServer;
  let one: RedisStores;
  let other: RedisStores;
  beforeAll(async () => {
    redis = await RedisServer.start();
    [one, other] = [await connectRedis(redis.url), await connectRedis(redis.url)];
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await redis[Symbol.asyncDispose]();
  });

  test('a nonce is forgotten when its time is over', async () => {
    const nonce = crypto.randomUUID();
    expect([await one.nonces.use(nonce, 50), await one.nonces.use(nonce, 50)]).toEqual([true, false]);
    await vi.waitFor(async () => expect(await other.nonces.use(nonce, 50)).toBe(true), 10_000);
  });

  test('only one of many changes to the same version wins, on any connection', async () => {
    const task = newTask();
    expect(await one.tasks.add(task)).toBe(true);
    const changes = Array.from({ length: 20 }, async (_, i) =>
      (i % 2 === 0 ? one : other).tasks.replace({ ...task, version: 2, message: `${i}` }),
    );
    expect((await Promise.all(changes)).toSorted()).toEqual([...Array<string>(19).fill('changed'), 'stored']);
  });

  test('one owner has at most half of the capacity, and expired tasks release it', async () => {
    const client = await createClient({ url: redis.url }).connect();
    const [store, owner] = [new RedisTaskStore(client, 'capacity:', 4 * RESERVED), crypto.randomUUID()];
    const short = newTask({ owner, expiresAt: Date.now() + 1000 });
    expect([await store.add(short), await store.add(newTask({ owner }))]).toEqual([true, true]);
    expect(await store.add(newTask({ owner }))).toBe(false);
    const [second, third] = [newTask(), newTask()];
    expect([await store.add(second), await store.add(third), await store.add(newTask())]).toEqual([
      true,
      true,
      false,
    ]);
    const done = { ...second, version: 2, status: 'completed' } as const;
    expect(await store.replace({ ...done, result: 'x'.repeat(2 * RESERVED) })).toBe('full');
    expect(await store.getMany([second.id, 'none'])).toEqual([second, undefined]);
    expect(await store.replace({ ...done, result: 'x'.repeat(RESERVED / 2) })).toBe('stored');
    expect([await store.add(newTask()), await store.add(newTask({ owner }))]).toEqual([false, false]);
    await vi.waitFor(async () => expect(await store.add(newTask({ owner }))).toBe(true), 20_000);
    expect(await store.getMany([short.id])).toEqual([undefined]);
    expect(await store.replace({ ...short, version: 2 })).toBe('changed');
    client.destroy();
  });

  test('a record that is not a task does not hide others', async () => {
    const client = await createClient({ url: redis.url }).connect();
    const task = newTask();
    await one.tasks.add(task);
    const broken = ['', '1', '1 {', '1 null', '1 {}', '1 []'];
    for (const [i, text] of broken.entries()) await client.set(`mcp:task:broken-${i}`, text);
    await client.hSet('mcp:task:hash', 'task', '{}');
    const ids = [...broken.map((_, i) => `broken-${i}`), 'hash', task.id];
    expect(await one.tasks.getMany(ids)).toEqual([...Array<undefined>(7).fill(undefined), task]);
    client.destroy();
  });

  test('servers with different prefixes are independent', async () => {
    const stranger = await connectRedis(redis.url, { prefix: 'other:' });
    const [task, nonce] = [newTask(), crypto.randomUUID()];
    await one.tasks.add(task);
    await one.nonces.use(nonce, ttl);
    expect(await stranger.tasks.getMany([task.id])).toEqual([undefined]);
    expect(await stranger.nonces.use(nonce, ttl)).toBe(true);
    await stranger.close();
  });
});

test.each(['127.0.0.1:6379', 'http://127.0.0.1', 'redis://127.0.0.1/one', ''])(
  'refuses %j, which is not a store URL',
  async (url) => {
    await expect(connectRedis(url)).rejects.toThrow('must look like redis://host:6379');
  },
);
