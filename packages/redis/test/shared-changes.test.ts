// The recipe for changes on a real Redis: subscribers of one replica receive changes announced on another.
import { defineResource, defineServer, type McpServer } from '@mcp/runtime';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';
import { shareChanges } from './shared-changes.ts';

const note = defineResource({ uri: 'note:a', name: 'a', read: () => 'a', watch: () => () => {} });
const notes = (): McpServer => defineServer({ name: 'notes', version: '1.0.0', resources: [note] });

const subscribed = async (server: McpServer): Promise<TestClient> => {
  const client = await connect(server, { revision: '2025-11-25' });
  await client.request('resources/subscribe', { uri: 'note:a' });
  return client;
};

const updates = (client: TestClient): number =>
  client.notifications('notifications/resources/updated').length;

describe.skipIf(!hasRedis)(`changes of a resource${unlessRun}`, () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  test('reach the subscribers of all replicas once each, or without Redis only those of the same replica', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [here, elsewhere] = [notes(), notes()];
    await using changes = await shareChanges(here, redis.url);
    await using others = await shareChanges(elsewhere, redis.url);
    await using near = await subscribed(here);
    await using far = await subscribed(elsewhere);
    await changes.tell('note:a');
    await vi.waitFor(() => expect([updates(near), updates(far)]).toEqual([1, 1]), 20_000);
    await others.tell('note:a');
    await vi.waitFor(() => expect([updates(near), updates(far)]).toEqual([2, 2]), 20_000);
    await redis.kill();
    await changes.tell('note:a');
    await vi.waitFor(() => expect(updates(near)).toBe(3), 20_000);
    expect(updates(far)).toBe(2);
    await redis.startAgain();
    await vi.waitFor(async () => {
      await changes.tell('note:a');
      expect(updates(far)).toBeGreaterThan(2);
    }, 20_000);
    complaints.mockRestore();
  });
});
