import { expect, test } from 'vitest';
import { BROKEN_VIEW, countTo, serve, serveFile, serveNew, SHOP, temporary, textsOf } from '../setup.ts';

const shop = await serveFile(SHOP + BROKEN_VIEW);

test('lists tables, with more detail on request', async () => {
  const tables = ['customers', 'orders'].map((name) => ({ name, type: 'table' }));
  expect(await shop.call('list_tables')).toEqual({
    content: [{ type: 'text', text: JSON.stringify({ tables }) }],
    structuredContent: { tables },
  });
  expect(await shop.data('list_tables', { type: 'all', pattern: '%NAMES%', detail: 'full' })).toEqual({
    tables: [{ name: 'names', type: 'view', columns: 'name TEXT' }],
  });
  expect(await shop.data('list_tables', { detail: 'summary' })).toEqual({
    tables: [
      { name: 'customers', type: 'table', rows: 2 },
      { name: 'orders', type: 'table', rows: 3 },
    ],
  });
  expect(await shop.data('list_tables', { detail: 'full', pattern: 'o%' })).toEqual({
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

test('shows keys as written in CREATE TABLE', async () => {
  await using server = await serveNew(
    `CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, boss REFERENCES people);
     CREATE TABLE seats (hall TEXT, number INT, of INT NOT NULL REFERENCES people (id), PRIMARY KEY (hall, number), UNIQUE (hall, of));
     CREATE UNIQUE INDEX some ON seats (of) WHERE number > 9;`,
  );
  expect(await server.data('list_tables', { detail: 'full' })).toEqual({
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

test('counts rows up to a bound shared by all tables of a page', async () => {
  const many = `${countTo(50_001)} SELECT i FROM c`;
  const empty = Array.from({ length: 79 }, (_, at) => `CREATE TABLE t${at} (x);`).join('');
  await using server = await serveNew(`CREATE TABLE big (i); INSERT INTO big ${many}; ${empty}`);
  const tables = (await server.data('list_tables', { detail: 'summary' }))?.['tables'] as readonly object[];
  expect(tables[0]).toEqual({ name: 'big', type: 'table', rows: 50_000, more_rows: true });
  expect(await server.data('list_tables', { detail: 'summary', pattern: 'big' })).toEqual({
    tables: [{ name: 'big', type: 'table', rows: 50_001 }],
  });
});

test('a view of a deleted table hides nothing else', async () => {
  expect(await shop.data('list_tables', { type: 'view', detail: 'full' })).toEqual({
    tables: [
      { name: 'names', type: 'view', columns: 'name TEXT' },
      { name: 'broken', type: 'view', problem: 'no such table: main.gone' },
    ],
  });
});

test('omits internal tables of SQLite', async () => {
  await using server = await serveNew(
    `CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); CREATE INDEX t_a ON t (a); INSERT INTO t (a) VALUES (1);
     ANALYZE; CREATE VIRTUAL TABLE words USING fts5 (word);`,
  );
  expect(await server.data('list_tables', { type: 'all', detail: 'full' })).toEqual({
    tables: [
      { name: 't', type: 'table', rows: 1, columns: 'id INTEGER PRIMARY KEY, a' },
      { name: 'words', type: 'table', columns: 'word, words, rank' },
    ],
  });
  expect(await server.data('search_schema', { query: 'a' })).toEqual({
    matches: [
      { database: 'shop', type: 'index', name: 't_a', table: 't' },
      { database: 'shop', type: 'column', name: 'a', table: 't' },
      { database: 'shop', type: 'column', name: 'rank', table: 'words' },
    ],
  });
  expect(await server.failure('read_query', { query: 'SELECT * FROM nope' })).toBe(
    'Database error: no such table: nope. Tables: t, words.',
  );
});

test('pages cover several databases, each named, with the total', async () => {
  using dir = temporary();
  const paths = ['a.db', 'b.db'].map((name) => dir.database(name, 'CREATE TABLE t (x); CREATE TABLE u (x);'));
  await using server = await serve(paths, { 'max-rows': 3 });
  const first = await server.data('list_tables');
  expect(first).toMatchObject({
    tables: [
      { database: 'a', name: 't' },
      { database: 'a', name: 'u' },
      { database: 'b', name: 't' },
    ],
    total: 4,
  });
  expect(await server.data('list_tables', { cursor: first?.['next_cursor'] })).toEqual({
    tables: [{ database: 'b', name: 'u', type: 'table' }],
  });
});

test('is paginated', async () => {
  await using server = await serveNew(SHOP, { 'max-rows': 1 });
  const first = await server.call('list_tables');
  expect(first.structuredContent).toMatchObject({ tables: [{ name: 'customers' }] });
  const cursor = first.structuredContent?.['next_cursor'];
  expect(await server.data('list_tables', { cursor })).toEqual({
    tables: [{ name: 'orders', type: 'table' }],
  });
  expect(await server.failure('list_tables', { cursor: 'x' })).toContain('cursor');
});

test('a page fits an answer, and the cursor leads to all other tables', async () => {
  const columns = Array.from({ length: 30 }, (_, at) => `column_${at} TEXT`).join();
  const names = Array.from({ length: 300 }, (_, at) => `table_${at}`);
  const sql = names.map((name) => `CREATE TABLE ${name} (${columns});`).join('');
  await using server = await serveNew(sql, { 'max-output-bytes': 9000 });
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

test('accepts a database as schema, as other servers do', async () => {
  const names = { tables: [{ name: 'customers' }, { name: 'orders' }] };
  expect(await shop.data('list_tables', { schema: 'main' })).toMatchObject(names);
  const hint = expect.stringContaining('There is no database "public". Name one of these as database: ');
  expect(await shop.call('list_tables', { schema: 'public' })).toMatchObject({
    isError: true,
    content: [{ text: hint }],
  });
});
