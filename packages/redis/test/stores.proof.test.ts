// The stores on a real Redis: used by four processes concurrently, and compared with the stores in memory.
import { once } from 'node:events';
import { RedisTaskStore } from '@mcp/redis';
import { MemoryTaskStore, type TaskStore } from '@mcp/runtime/tasks';
import { array, assert, asyncProperty, constantFrom, integer, option, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from 'redis';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { start } from './replica.ts';
import { newTask } from './stored-task.ts';

const NONCES = 10_000;
/** Enough for five running tasks, two of each owner. */
const CAPACITY = 5 * 16_384;

test.skipIf(!hasRedis)(
  `stores tasks with the same results as the store in memory, whatever the operations${unlessRun}`,
  async () => {
    await using redis = await RedisServer.start();
    const client = await createClient({ url: redis.url }).connect();
    const step = record({
      act: constantFrom('add' as const, 'replace' as const, 'get' as const),
      id: integer({ min: 0, max: 3 }),
      owner: constantFrom('', 'a', 'ä"\n'),
      version: integer({ min: 1, max: 4 }),
      result: option(string({ unit: 'binary' }), { nil: undefined }),
      status: constantFrom('working' as const, 'completed' as const),
    });
    await assert(
      asyncProperty(array(step, { maxLength: 30 }), async (steps) => {
        const [run, memory] = [crypto.randomUUID(), new MemoryTaskStore(CAPACITY)];
        const stored = new RedisTaskStore(client, run, CAPACITY);
        const added = new Set<number>();
        for (const { act, id, owner, version, result, status } of steps) {
          // Ids are unguessable: a server never adds one twice.
          if (act === 'add' && added.has(id)) continue;
          if (act === 'add') added.add(id);
          const more = result === undefined ? {} : { result };
          const task = newTask({ id: `${run}${id}`, owner: `${run}${owner}`, version, status, ...more });
          const use = (store: TaskStore): unknown => {
            if (act === 'get') return store.getMany([task.id]);
            return act === 'add' ? store.add(task) : store.replace(task);
          };
          expect(await use(stored)).toEqual(await use(memory));
        }
      }),
      { numRuns: 100 },
    );
    client.destroy();
  },
);

test.skipIf(!hasRedis)(
  `none of ${NONCES} nonces from four processes is used twice or lost${unlessRun}`,
  async () => {
    await using redis = await RedisServer.start();
    const run = crypto.randomUUID();
    const children = Array.from({ length: 4 }, () => start('nonce-main.ts', [redis.url, `${NONCES}`, run]));
    await Promise.all(children.map((child) => once(child, 'message')));
    const said = children.map((child) => once(child, 'message'));
    for (const child of children) child.send('go');
    const all = (await Promise.all(said)) as [{ first: number[]; refused: number }][];
    const used = all.flatMap(([{ first }]) => first);
    expect(used).toHaveLength(NONCES);
    expect(new Set(used).size).toBe(NONCES);
    expect(all.reduce((sum, [{ refused }]) => sum + refused, 0)).toBe(3 * NONCES);
    // Every process was first at least once, so they ran concurrently.
    expect(all.map(([{ first }]) => first.length).filter((count) => count === 0)).toEqual([]);
  },
);
