// Redis without free memory: what is refused, what still works, and what the operator sees.
import { connectRedis } from '@mcp/redis';
import type { Report } from '@mcp/runtime';
import { createClient } from 'redis';
import { expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { newTask } from './stored-task.ts';

test.skipIf(!hasRedis)(
  `reports a full store once, and once more when it has memory again${unlessRun}`,
  async () => {
    await using redis = await RedisServer.start();
    const admin = await createClient({ url: redis.url }).connect();
    const reports: Report[] = [];
    await using stores = await connectRedis(redis.url, {
      report: (report) => reports.push(report),
    });
    const task = newTask();
    expect([await stores.tasks.add(task), stores.state]).toEqual([true, 'ready']);
    await admin.configSet('maxmemory', '1');
    for (let i = 0; i < 3; i++) {
      await expect(stores.nonces.use(`n${i}`, 60_000)).rejects.toThrow('OOM');
      await expect(stores.tasks.add(newTask())).rejects.toThrow('OOM');
    }
    expect(stores.state).toBe('full');
    expect(await stores.tasks.getMany([task.id])).toEqual([task]);
    await admin.configSet('maxmemory', '0');
    await vi.waitFor(() => expect(stores.state).toBe('ready'), 20_000);
    expect(await stores.nonces.use('n0', 60_000)).toBe(true);
    expect(reports.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'the store is full; what needs its memory is refused'],
      ['warning', 'the store has memory again'],
    ]);
    admin.destroy();
  },
  60_000,
);
