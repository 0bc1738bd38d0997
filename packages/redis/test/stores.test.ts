// The stores on a real Redis: what they answer.
import { connectRedis, type RedisStores } from '@mcp/redis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { newTask } from './stored-task.ts';

if (!hasRedis) console.warn(`the tests of @mcp/redis${unlessRun}`);

const ttl = 600_000;
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

  test('of many changes on top of one version one wins, on whatever connection', async () => {
    const task = newTask();
    expect(await one.tasks.add(task, 10)).toBe(true);
    const changes = Array.from({ length: 20 }, async (_, i) =>
      (i % 2 === 0 ? one : other).tasks.replace({ ...task, version: 2, message: `${i}` }),
    );
    expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
  });

  test('an owner has as many tasks as it may, until some are over', async () => {
    const owner = crypto.randomUUID();
    const short = newTask({ owner, expiresAt: Date.now() + 300 });
    expect(await one.tasks.add(short, 2)).toBe(true);
    expect(await other.tasks.add(newTask({ owner }), 2)).toBe(true);
    expect(await one.tasks.add(newTask({ owner }), 2)).toBe(false);
    expect(await one.tasks.add(newTask(), 2)).toBe(true);
    await vi.waitFor(async () => expect(await one.tasks.add(newTask({ owner }), 2)).toBe(true), 20_000);
    expect(await one.tasks.get(short.id)).toBeUndefined();
    expect(await one.tasks.replace({ ...short, version: 2 })).toBe(false);
  });

  test('servers with other prefixes see nothing of each other', async () => {
    const stranger = await connectRedis(redis.url, { prefix: 'other:' });
    const [task, nonce] = [newTask(), crypto.randomUUID()];
    await one.tasks.add(task, 10);
    await one.nonces.use(nonce, ttl);
    expect(await stranger.tasks.get(task.id)).toBeUndefined();
    expect(await stranger.nonces.use(nonce, ttl)).toBe(true);
    await stranger.close();
  });
});

test.each(['127.0.0.1:6379', 'http://127.0.0.1', 'redis://127.0.0.1/one', ''])(
  'refuses %j, which is no URL of a store',
  async (url) => {
    await expect(connectRedis(url)).rejects.toThrow('must look like redis://host:6379');
  },
);
