// Common database requests to an assistant, in the fewest calls and tokens: tasks 4 to 7 of a user's review.
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { rowsIn, serve, temporary, type Answer } from './setup.ts';

/** Customers who bought in several months. */
const SALES = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), total REAL, placed TEXT);
  INSERT INTO customers (name, email) VALUES ('Ada', 'ada@example.org'), ('Grace', 'grace@example.org'), ('Joan', NULL);
  INSERT INTO orders (customer_id, total, placed) VALUES (1, 10.5, '2026-01-03'), (1, 4, '2026-02-11'), (2, 7, '2026-02-20');`;

const FIRST_LOOK = ['list_tables', { detail: 'full' }] as const;

type Call = readonly [name: string, args: object];

/** A token has about four characters. Hosts show the model the structure or the text: the larger counts. */
const tokensOf = ({ content, structuredContent = {} }: Answer): number => {
  const text = content.map((block) => block.text ?? JSON.stringify(block)).join('\n');
  return Math.ceil(Math.max(text.length, JSON.stringify(structuredContent).length) / 4);
};

const dir = temporary();
afterAll(() => dir[Symbol.dispose]());

/** Makes the calls. All must succeed within this total number of tokens. */
const perform = async (
  calls: readonly Call[],
  mostTokens: number,
  flags: Parameters<typeof serve>[1] = {},
): Promise<{ readonly path: string; readonly answers: readonly Answer[] }> => {
  rmSync(dir.at('shop.db'), { force: true });
  const path = dir.database('shop.db', SALES);
  writeFileSync(dir.at('new.csv'), 'name,email\nKatherine,k@example.org\nMary,m@example.org\n');
  await using server = await serve([path], { 'import-dir': dir.path, 'export-dir': dir.path, ...flags });
  const answers: Answer[] = [];
  for (const [name, args] of calls) answers.push(await server.call(name, args));
  expect(answers.map(({ isError }) => isError)).toEqual(calls.map(() => undefined));
  const cost = answers.reduce((sum, answer) => sum + tokensOf(answer), 0);
  expect(cost).toBeLessThanOrEqual(mostTokens);
  return { path, answers };
};

const lastData = ({ answers }: { readonly answers: readonly Answer[] }): unknown =>
  answers.at(-1)?.structuredContent;

test('which customers bought twice: two calls, 120 tokens', async () => {
  const query =
    'SELECT c.name, count(*) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id HAVING count(*) >= 2';
  const done = await perform([FIRST_LOOK, ['read_query', { query }]], 120);
  expect(lastData(done)).toMatchObject({ rows: [['Ada', 2]] });
});

test('revenue per month as CSV, saved: two calls, 170 tokens', async () => {
  const query =
    'SELECT substr(placed, 1, 7) AS month, sum(total) AS revenue FROM orders GROUP BY 1 ORDER BY 1';
  const done = await perform([FIRST_LOOK, ['export_query', { query, save_to: 'revenue.csv' }]], 170);
  expect(lastData(done)).toMatchObject({ row_count: 2, uri: expect.stringMatching(/revenue\.csv$/) });
});

test('add a customer: one call, 25 tokens', async () => {
  const query = 'INSERT INTO customers (name, email) VALUES (?, ?)';
  const done = await perform([['write_query', { query, params: ['Mary', 'mary@example.org'] }]], 25);
  expect(lastData(done)).toMatchObject({ affected_rows: 1, last_insert_rowid: 4 });
});

test('import this CSV: one call, 40 tokens, and no row passes through the model', async () => {
  const done = await perform([['import_rows', { table_name: 'customers', file: 'new.csv' }]], 40);
  expect(lastData(done)).toMatchObject({ rows: 2 });
  expect(rowsIn(done.path, 'SELECT count(*) FROM customers')).toEqual([[5]]);
});
