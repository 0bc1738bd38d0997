// The tables that the schema page draws, as received from list_tables.
import { expect, test } from 'vitest';
import { fetchSchema, type Schema } from '../views/schema/tables.ts';
import { BROKEN_VIEW, serve, serveNew, temporary, type Session } from './setup.ts';

/** Calls like the page, whose host forwards tool calls. */
const schemaOf = (server: Session, input: { readonly [name: string]: unknown } = {}): Promise<Schema> =>
  fetchSchema({ callTool: (name, args) => server.call(name, args) }, input);

test('returns all tables and views with their columns and foreign keys', async () => {
  const sql = `
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer REFERENCES customers);
    CREATE VIEW late AS SELECT id FROM orders;
  `;
  await using server = await serveNew(sql);
  expect(await schemaOf(server)).toEqual({
    total: 3,
    tables: [
      {
        name: 'customers',
        type: 'table',
        columns: [
          { name: 'id', type: 'INTEGER', isKey: true },
          { name: 'name', type: 'TEXT', isKey: false },
        ],
        references: [],
      },
      {
        name: 'orders',
        type: 'table',
        columns: [
          { name: 'id', type: 'INTEGER', isKey: true },
          { name: 'customer', type: '', isKey: false },
        ],
        references: [{ from: 'customer', table: 'customers' }],
      },
      {
        name: 'late',
        type: 'view',
        columns: [{ name: 'id', type: 'INTEGER', isKey: false }],
        references: [],
      },
    ],
  });
});

test('a broken view hides nothing else, and a name is passed on as text', async () => {
  const name = `it's "a" <b>name</b> [x]; --`;
  const quoted = `"${name.replaceAll('"', '""')}"`;
  await using server = await serveNew(`CREATE TABLE ${quoted} (a); ${BROKEN_VIEW}`);
  expect(await schemaOf(server)).toMatchObject({
    tables: [
      { name, columns: [{ name: 'a' }] },
      { name: 'broken', columns: [], references: [], problem: expect.stringContaining('gone') },
    ],
  });
});

test('from 700 tables it returns the first ones, and the total', async () => {
  const names = Array.from({ length: 700 }, (_, at) => `t${String(at).padStart(3, '0')}`);
  await using server = await serveNew(names.map((name) => `CREATE TABLE ${name} (a);`).join(''));
  const { tables, total } = await schemaOf(server);
  expect([total, tables.length >= 500, tables.length < 700]).toEqual([700, true, true]);
  expect(tables[0]).toMatchObject({ name: 't000' });
});

test('tables of several databases name their database', async () => {
  using dir = temporary();
  const sql = 'CREATE TABLE t (id INTEGER PRIMARY KEY, up REFERENCES t);';
  await using server = await serve([dir.database('a.db', sql), dir.database('b.db', sql)]);
  const { tables } = await schemaOf(server);
  expect(tables.map(({ name, references }) => [name, references])).toEqual([
    ['a.t', [{ from: 'up', table: 'a.t' }]],
    ['b.t', [{ from: 'up', table: 'b.t' }]],
  ]);
  expect((await schemaOf(server, { database: 'b' })).tables.map(({ name }) => name)).toEqual(['t']);
});
