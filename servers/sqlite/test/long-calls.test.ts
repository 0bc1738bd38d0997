// Calls that outlast their answer, and the skill, as seen by a client of 2026-07-28.
import type { TestClient } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { countTo, host, rowsIn, SHOP } from './setup.ts';

const PATIENCE_MS = 60_000;
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

type Result = { readonly [member: string]: unknown };

const becomes = (client: TestClient, taskId: unknown, status: string): Promise<Result> =>
  vi.waitFor(async () => {
    const task = await client.request('tasks/get', { taskId });
    expect(task).toMatchObject({ status });
    return task;
  }, PATIENCE_MS);

/** Returns the result of a call, also if it is a task. */
const resultOf = async (client: TestClient, answer: Result): Promise<unknown> =>
  answer['taskId'] === undefined ? answer : (await becomes(client, answer['taskId'], 'completed'))['result'];

/** Takes some milliseconds per row. */
const SLOW = `
  CREATE TABLE things (name TEXT);
  INSERT INTO things VALUES ('before');
  CREATE TRIGGER slow AFTER INSERT ON things BEGIN
    SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n);
  END;
`;

/** A call becomes a task if it has no answer at the next turn of the server: no query is that fast. */
const AT_ONCE = { answerWithinMs: 1 };

test.each(['stdio', 'http'] as const)('a long query is a task over %s', async (transport) => {
  await using server = host(SHOP, {}, AT_ONCE);
  const client = await server.connect({ transport, capabilities });
  const call = (to: number): Promise<Result> =>
    client.request('tools/call', {
      name: 'read_query',
      arguments: { query: `${countTo(to)} SELECT max(i) FROM c` },
    });
  const long = await call(300_000);
  expect(long['taskId']).toEqual(expect.any(String));
  expect(await resultOf(client, long)).toMatchObject({ structuredContent: { rows: [[300_000]] } });
  const endless = await call(1_000_000_000_000);
  await client.request('tasks/cancel', { taskId: endless['taskId'] });
  await becomes(client, endless['taskId'], 'cancelled');
  // The query was interrupted: the next one can run.
  expect(await resultOf(client, await call(10))).toMatchObject({ structuredContent: { rows: [[10]] } });
});

test.each(['stdio', 'http'] as const)(
  'an import that is cancelled over %s leaves no row, and the next can run',
  async (transport) => {
    await using server = host(SLOW, { write: true, timeout: 600 }, AT_ONCE);
    const client = await server.connect({ transport, capabilities });
    const call = (rows: number): Promise<Result> => {
      const text = `name\n${Array.from({ length: rows }, (_, row) => `row ${row}\n`).join('')}`;
      return client.request('tools/call', {
        name: 'import_rows',
        arguments: { table_name: 'things', text },
      });
    };
    const { taskId, status } = await call(20_000);
    expect(status).toBe('working');
    await client.request('tasks/cancel', { taskId });
    await becomes(client, taskId, 'cancelled');
    expect(await resultOf(client, await call(2))).toMatchObject({ structuredContent: { rows: 2 } });
    expect(rowsIn(server.path, 'SELECT name FROM things')).toEqual([['before'], ['row 0'], ['row 1']]);
    expect(rowsIn(server.path, 'PRAGMA integrity_check')).toEqual([['ok']]);
  },
);

test('the skill is available', async () => {
  await using server = host();
  const client = await server.connect({ capabilities });
  const uri = 'skill://explore-a-database/SKILL.md';
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
});
