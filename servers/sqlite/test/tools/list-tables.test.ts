import { expect, test } from 'vitest';
import { serve, SHOP, temporary, textsOf } from '../setup.ts';

test('lists tables, and more when asked', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  expect(await server.call('list_tables')).toEqual({
    content: [
      {
        type: 'text',
        text: '{"tables":[{"name":"customers","type":"table"},{"name":"orders","type":"table"}]}',
      },
    ],
    structuredContent: {
      tables: [
        { name: 'customers', type: 'table' },
        { name: 'orders', type: 'table' },
      ],
    },
  });
  const all = await server.call('list_tables', { type: 'all', pattern: '%NAMES%', detail: 'full' });
  expect(all.structuredContent).toEqual({ tables: [{ name: 'names', type: 'view', columns: 'name TEXT' }] });
  const counted = await server.call('list_tables', { detail: 'summary' });
  expect(counted.structuredContent).toEqual({
    tables: [
      { name: 'customers', type: 'table', rows: 2 },
      { name: 'orders', type: 'table', rows: 3 },
    ],
  });
  const full = await server.call('list_tables', { detail: 'full', pattern: 'o%' });
  expect(full.structuredContent).toEqual({
    tables: [
      {
        name: 'orders',
        type: 'table',
        rows: 3,
        columns: 'id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), item TEXT',
      },
    ],
  });
});

test('shows keys as CREATE TABLE writes them', async () => {
  using dir = temporary();
  const path = dir.database(
    'a.db',
    `CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, boss REFERENCES people);
     CREATE TABLE seats (hall TEXT, number INT, of INT NOT NULL REFERENCES people (id), PRIMARY KEY (hall, number), UNIQUE (hall, of));
     CREATE UNIQUE INDEX some ON seats (of) WHERE number > 9;`,
  );
  await using server = await serve([path]);
  expect((await server.call('list_tables', { detail: 'full' })).structuredContent).toEqual({
    tables: [
      {
        name: 'people',
        type: 'table',
        rows: 0,
        columns: 'id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, boss REFERENCES people',
      },
      {
        name: 'seats',
        type: 'table',
        rows: 0,
        columns:
          'hall TEXT PRIMARY KEY (1 of 2), number INT PRIMARY KEY (2 of 2), of INT NOT NULL REFERENCES people(id)',
      },
    ],
  });
});

test('counts rows up to a bound that all tables of a page share', async () => {
  using dir = temporary();
  const many =
    'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 50001) SELECT i FROM c';
  const empty = Array.from({ length: 79 }, (_, at) => `CREATE TABLE t${at} (x);`).join('');
  const path = dir.database('a.db', `CREATE TABLE big (i); INSERT INTO big ${many}; ${empty}`);
  await using server = await serve([path]);
  const all = await server.call('list_tables', { detail: 'summary' });
  const tables = all.structuredContent?.['tables'] as readonly object[];
  expect(tables[0]).toEqual({ name: 'big', type: 'table', rows: 50_000, more_rows: true });
  const one = await server.call('list_tables', { detail: 'summary', pattern: 'big' });
  expect(one.structuredContent).toEqual({ tables: [{ name: 'big', type: 'table', rows: 50_001 }] });
});

test('a view of a table that is gone hides nothing else', async () => {
  using dir = temporary();
  const broken = 'CREATE TABLE gone (x); CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone;';
  await using server = await serve([dir.database('shop.db', SHOP + broken)]);
  const listed = await server.call('list_tables', { type: 'view', detail: 'full' });
  expect(listed.structuredContent).toEqual({
    tables: [
      { name: 'names', type: 'view', columns: 'name TEXT' },
      { name: 'broken', type: 'view', problem: 'no such table: main.gone' },
    ],
  });
});

test('comes in pages', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'max-rows': 1 });
  const first = await server.call('list_tables');
  expect(first.structuredContent).toMatchObject({ tables: [{ name: 'customers' }] });
  const cursor = first.structuredContent?.['next_cursor'];
  expect((await server.call('list_tables', { cursor })).structuredContent).toEqual({
    tables: [{ name: 'orders', type: 'table' }],
  });
  const forged = await server.call('list_tables', { cursor: 'x' });
  expect(forged).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('cursor') }] });
});

test('a page fits an answer, and the cursor leads to all others', async () => {
  using dir = temporary();
  const columns = Array.from({ length: 30 }, (_, at) => `column_${at} TEXT`).join();
  const names = Array.from({ length: 300 }, (_, at) => `table_${at}`);
  const sql = names.map((name) => `CREATE TABLE ${name} (${columns});`).join('');
  await using server = await serve([dir.database('many.db', sql)], { 'max-output-chars': 9000 });
  for (const detail of ['full', 'summary', 'names']) {
    const found: unknown[] = [];
    let cursor: unknown;
    do {
      const answer = await server.call('list_tables', { detail, cursor });
      expect(textsOf(answer).join('').length).toBeLessThanOrEqual(9000);
      const { tables, next_cursor } = answer.structuredContent as unknown as Page;
      found.push(...tables.map(({ name }) => name));
      cursor = next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual(names);
  }
  const matches = await server.call('search_schema', { query: 'column' });
  expect(textsOf(matches).join('').length).toBeLessThanOrEqual(9000);
  expect(matches.structuredContent).toMatchObject({
    truncated: true,
    note: expect.stringMatching(/^There are more/),
  });
});

interface Page {
  readonly tables: readonly { readonly name: string }[];
  readonly next_cursor?: string;
}
