// Calls that outlive their answer, and the skill, as a client of 2026-07-28 sees them.
import { defineServer } from '@mcp/runtime';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { optionsFor, temporary, SHOP } from './setup.ts';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const becomes = (
  client: TestClient,
  taskId: unknown,
  status: string,
): Promise<{ [member: string]: unknown }> =>
  vi.waitFor(async () => {
    const task = await client.request('tasks/get', { taskId });
    expect(task).toMatchObject({ status });
    return task;
  }, 60_000);

test.each(['stdio', 'http'] as const)(
  'a long query is a task over %s',
  async (transport) => {
    using dir = temporary();
    using databases = disposable(
      new Databases(optionsFor([], { 'db-path': [dir.database('shop.db', SHOP)] })),
    );
    await using client = await connect(defineServer(toServer(databases.value)), { transport, capabilities });
    const counting = (to: number): object => ({
      name: 'read_query',
      arguments: {
        query: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT max(i) AS most FROM n`,
      },
    });
    const call = (to: number): Promise<{ [member: string]: unknown }> =>
      client.request('tools/call', { ...counting(to) });
    /** The answer, also where a busy machine made a task of it. */
    const answer = async (to: number): Promise<string> => {
      const { taskId, ...given } = await call(to);
      return JSON.stringify(taskId === undefined ? given : await becomes(client, taskId, 'completed'));
    };
    expect(await answer(10)).toContain('[10]');
    const { taskId } = await call(30_000_000);
    expect(taskId).toEqual(expect.any(String));
    const { result } = await becomes(client, taskId, 'completed');
    expect(JSON.stringify(result)).toContain('30000000');
    const endless = await call(1_000_000_000_000);
    await client.request('tasks/cancel', { taskId: endless['taskId'] });
    await becomes(client, endless['taskId'], 'cancelled');
    // The query was interrupted: the next one has its turn.
    expect(await answer(10)).toContain('[10]');
  },
  120_000,
);

test('the skill is there', async () => {
  using dir = temporary();
  using databases = disposable(new Databases(optionsFor([], { 'db-path': [dir.database('shop.db', SHOP)] })));
  await using client = await connect(defineServer(toServer(databases.value)), { capabilities });
  const uri = 'skill://explore-a-database/SKILL.md';
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
});

const disposable = (value: Databases): Disposable & { readonly value: Databases } => ({
  value,
  [Symbol.dispose]: () => value.close(),
});
