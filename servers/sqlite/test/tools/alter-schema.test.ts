import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { open, serve, SHOP, temporary, textsOf } from '../setup.ts';

test('copies the database before it destroys something', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'backup-dir': dir.at('backups') });
  const created = await server.call('alter_schema', { query: 'CREATE INDEX by_name ON customers (name)' });
  expect(created.structuredContent).toEqual({
    object: 'by_name',
    schemaChanges: ['create index by_name'],
    dryRun: false,
  });
  const dropped = await server.call('alter_schema', { query: 'DROP TABLE orders' });
  const backup = dropped.structuredContent?.['backup'];
  expect(readdirSync(dir.at('backups')).map((name) => dir.at('backups', name))).toEqual([backup]);
  expect(statSync(dir.at('backups')).mode & 0o077).toBe(0);
  const copy = open(String(backup));
  expect(copy.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 3 });
  copy.close();
  const batch = await server.call('execute_batch', { statements: [{ query: 'DROP INDEX by_name' }] });
  expect(readdirSync(dir.at('backups')).map((name) => dir.at('backups', name))).toContain(
    batch.structuredContent?.['backup'],
  );
  const renamed = await server.call('alter_schema', { query: 'ALTER TABLE customers RENAME TO people' });
  expect(renamed.structuredContent?.['schemaChanges']).toContain('create table people');
  expect(textsOf(await server.call('alter_schema', { query: 'DELETE FROM people' }))).toEqual([
    'Only statements that begin with CREATE, ALTER, DROP are allowed here. Use write_query for others.',
  ]);
});
