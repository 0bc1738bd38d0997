// A large import: many rows at once, with progress, and a kill partway.
import { expect, test } from 'vitest';
import { open, serveNew } from '../setup.ts';

test('one call imports a hundred thousand rows with progress, and a kill leaves none of them', async () => {
  const tables = 'CREATE TABLE t (a, b, c); CREATE INDEX by_a ON t (a); CREATE INDEX by_b ON t (b, a);';
  await using server = await serveNew(tables, { timeout: 60 });
  const line = (at: number): string => `${at * 7919},name of ${at},${'x'.repeat(100)}\n`;
  const text = `a,b,c\n${Array.from({ length: 100_000 }, (_, at) => line(at)).join('')}`;
  const id = 'killed';
  const params = { name: 'import_rows', arguments: { table_name: 't', text } };
  const killed = server.client.request('tools/call', params, { id }).then(
    () => 'done',
    () => 'killed',
  );
  const journal = open(server.path);
  journal.pragma('busy_timeout = 0');
  // The writer holds the lock while inserting.
  await expect
    .poll(() => {
      try {
        journal.exec('BEGIN IMMEDIATE; ROLLBACK');
        return 'free';
      } catch {
        return 'locked';
      }
    })
    .toBe('locked');
  journal.close();
  server.client.notify('notifications/cancelled', { requestId: id });
  await server.call('read_query', { query: 'SELECT 1' });
  expect(await server.rows('SELECT count(*) FROM t')).toEqual([[0]]);
  const done = await server.client.request('tools/call', { ...params, _meta: { progressToken: 'p' } });
  expect(done).toMatchObject({ structuredContent: { rows: 100_000 } });
  const told = server.client
    .notifications('notifications/progress')
    .map((message) => message['params'])
    // A busy machine may have reported a second before the first rows.
    .filter((one) => JSON.stringify(one).includes('rows'));
  expect(told).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tens) => ({
      progressToken: 'p',
      progress: tens * 10_000,
      total: 100_000,
      message: 'Inserting rows',
    })),
  );
  expect(await server.rows('PRAGMA integrity_check')).toEqual([['ok']]);
  void killed;
});
