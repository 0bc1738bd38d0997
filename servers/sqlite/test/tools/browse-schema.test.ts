import { expect, test } from 'vitest';
import { BROKEN_VIEW, serveNew, textsOf } from '../setup.ts';

test('gives all tables and views with their columns and foreign keys', async () => {
  const sql = `
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer REFERENCES customers);
    CREATE VIEW late AS SELECT id FROM orders;
  `;
  await using server = await serveNew(sql);
  const answer = await server.call('browse_schema', {});
  expect(textsOf(answer)).toEqual(['3 of 3 tables and views']);
  expect(answer.structuredContent).toEqual({
    total: 3,
    tables: [
      {
        name: 'customers',
        type: 'table',
        columns: [
          { name: 'id', type: 'INTEGER', pk: 1, notnull: 0 },
          { name: 'name', type: 'TEXT', pk: 0, notnull: 1 },
        ],
        foreign_keys: [],
      },
      {
        name: 'orders',
        type: 'table',
        columns: [
          { name: 'id', type: 'INTEGER', pk: 1, notnull: 0 },
          { name: 'customer', type: '', pk: 0, notnull: 0 },
        ],
        foreign_keys: [{ id: 0, from: 'customer', table: 'customers', to: null }],
      },
      {
        name: 'late',
        type: 'view',
        columns: [{ name: 'id', type: 'INTEGER', pk: 0, notnull: 0 }],
        foreign_keys: [],
      },
    ],
  });
});

test('a view that does not work hides nothing else, and a name stays a text', async () => {
  const name = `it's "a" <b>name</b> [x]; --`;
  const quoted = `"${name.replaceAll('"', '""')}"`;
  await using server = await serveNew(`CREATE TABLE ${quoted} (a); ${BROKEN_VIEW}`);
  expect(await server.data('browse_schema')).toMatchObject({
    tables: [
      { name, columns: [{ name: 'a' }] },
      { name: 'broken', columns: [], foreign_keys: [], problem: expect.stringContaining('gone') },
    ],
  });
});

test('of very many tables it gives the first, and says how many there are', async () => {
  const names = Array.from({ length: 700 }, (_, at) => `t${String(at).padStart(3, '0')}`);
  await using server = await serveNew(names.map((name) => `CREATE TABLE ${name} (a);`).join(''));
  const { tables, total } = (await server.data('browse_schema')) as { tables: object[]; total: number };
  expect([total, tables.length > 100, tables.length <= 500]).toEqual([700, true, true]);
  expect(tables[0]).toMatchObject({ name: 't000' });
});
