// Joins over several databases of the command line: the server attaches them read-only for one query.
import { expect, test } from 'vitest';
import { serve, SHOP, temporary } from './setup.ts';

const CRM =
  "CREATE TABLE people (id INTEGER PRIMARY KEY, city); INSERT INTO people VALUES (1, 'London'), (2, 'New York');";
const JOIN =
  'SELECT c.name, p.city FROM shop.customers c JOIN "my-crm".people p ON p.id = c.id ORDER BY c.id';

test.each(['DELETE', 'WAL'])(
  'tables of several databases are joined by their names, journal mode %s',
  async (mode) => {
    using dir = temporary();
    const wal = `PRAGMA journal_mode = ${mode};`;
    const paths = [dir.database('shop.db', wal + SHOP), dir.database('my crm.db', wal + CRM)];
    await using server = await serve(paths, { 'export-dir': dir.path });
    const rows = [
      ['Ada', 'London'],
      ['Grace', 'New York'],
    ];
    for (const database of [undefined, 'shop', 'my-crm'])
      expect(await server.data('read_query', { query: JOIN, database })).toMatchObject({ rows });
    const cursor = (await server.data('read_query', { query: JOIN, limit: 1 }))?.['next_cursor'];
    expect(await server.data('read_query', { query: JOIN, limit: 1, cursor })).toMatchObject({
      rows: [rows[1]],
    });
    expect(await server.data('explain_query', { query: JOIN })).toHaveProperty('plan');
    expect(await server.data('export_query', { query: JOIN, save_to: 'joined.csv' })).toMatchObject({
      row_count: 2,
    });
    expect(String(server.client.server['instructions'])).toContain(
      'join them as name.table. Databases: shop, my-crm.',
    );
    // Nothing stays attached, even after a failure.
    await server.failure('read_query', { query: 'SELECT * FROM shop.nope' });
    expect(
      await server.data('read_query', {
        query: "SELECT DISTINCT schema FROM pragma_table_list WHERE schema != 'temp'",
        database: 'shop',
      }),
    ).toMatchObject({ rows: [['main']] });
  },
);

test('attached databases are read-only, and a query can neither attach a file nor see a path', async () => {
  using dir = temporary();
  const paths = [dir.database('shop.db', SHOP), dir.database('crm.db', CRM)];
  await using server = await serve(paths);
  for (const query of [
    'DELETE FROM crm.people',
    'WITH a AS (SELECT 1) DELETE FROM crm.people RETURNING *',
    'INSERT INTO crm.people SELECT 3, name FROM shop.customers',
    'PRAGMA crm.user_version = 5',
    'DETACH crm',
    `ATTACH '${dir.at('other.db')}' AS crm`,
    'SELECT file FROM crm.pragma_database_list',
    "SELECT file FROM crm.'pragma_database_list'",
  ]) {
    const answer = await server.call('read_query', { query, database: 'shop' });
    expect([query, answer.isError]).toEqual([query, true]);
    expect(JSON.stringify(answer)).not.toContain(dir.path);
  }
  for (const query of ['DELETE FROM crm.people', 'INSERT INTO customers SELECT * FROM crm.people'])
    expect((await server.call('write_query', { query, database: 'shop' })).isError).toBe(true);
  expect(await server.rows('SELECT count(*) FROM crm.people, shop.customers')).toEqual([[4]]);
});

test('a deleted database is reported by name', async () => {
  using dir = temporary();
  const paths = [dir.database('shop.db', SHOP), dir.database('crm.db', CRM)];
  await using server = await serve(paths);
  dir.remove('crm.db');
  expect(await server.failure('read_query', { query: 'SELECT * FROM crm.people', database: 'shop' })).toMatch(
    /^The database crm cannot be opened\./,
  );
});
