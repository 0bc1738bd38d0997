// The chart in the grid of the SQLite server.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, SCRIPT, traces, useFolder, useStage } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();

const directory = useFolder();
const file = join(directory, 'shop.db');

beforeAll(() => {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, price REAL, amount INTEGER, day TEXT);
    INSERT INTO sales (item, price, amount, day) VALUES
      ('tea', 3, 10, '2026-01-03'), ('milk', 1, 20, '2026-01-01'), ('tea', 2.25, 5, '2026-01-02'),
      ('rum', NULL, 1, '2026-01-04'), ('gin', -4, 2, '2026-01-05');
    CREATE TABLE hostile (v TEXT, n INTEGER);
    CREATE TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT 'Item ' || i AS item, i AS total FROM n;
  `);
  const insert = database.prepare('INSERT INTO hostile VALUES (?, ?)');
  insert.run(SCRIPT, 5);
  insert.run('abc\u202edef', 9_007_199_254_740_993n);
  insert.run('x'.repeat(1_000_000), 3);
  database.close();
});

const show = (query: string): Show => callOf('sqlite', [file], ['read_query', { query }]);

const draw = (view: Frame) => view.getByRole('button', { name: 'Chart' }).click();
const range = (view: Frame) => view.locator('.range').textContent();
const labels = (view: Frame) => view.locator('.label').allTextContents();
const said = (view: Frame) => view.getByRole('img').getAttribute('aria-label');

test('draws a bar for each category, with what it adds up', async () => {
  const { view } = await open(show('SELECT item, price FROM sales'));
  await draw(view);
  await expect.poll(() => labels(view)).toEqual(['tea', 'milk', 'gin']);
  expect(await view.locator('figcaption').textContent()).toBe('Sum of price by item');
  expect(await view.locator('.value').allTextContents()).toEqual(['5.25', '1', '-4']);
  const widths = await view.locator('.bar').evaluateAll((bars) => bars.map((bar) => bar.clientWidth));
  const [tea = 0, milk = 0, gin = 0] = widths;
  expect([Math.abs(tea / milk - 5.25) < 0.1, Math.abs(gin / milk - 4) < 0.1]).toEqual([true, true]);
  expect(await said(view)).toBe('Sum of price by item. 3 bars, from -4 to 5.25. The table has the values.');
});

test('writes numbers that are out of reach in few characters', async () => {
  const query = "SELECT 'far' AS name, 1e308 AS size UNION ALL SELECT 'near', 1e-300";
  const { view } = await open(show(query), { width: 320 });
  await draw(view);
  await expect.poll(() => view.locator('.value').allTextContents()).toEqual(['1E308', '1E-300']);
  const overflow = view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
  expect(await overflow).toBe(0);
});

test('draws a line over time, in the order of time, and other columns when they are chosen', async () => {
  const { view } = await open(show('SELECT * FROM sales'));
  await draw(view);
  await expect.poll(() => said(view)).toMatch(/^price by day\. 4 points/);
  const points = (await view.locator('polyline').getAttribute('points')) ?? '';
  const places = points.split(' ').map((point) => point.split(',').map(Number));
  const [xs, ys] = [places.map(([x = 0]) => x), places.map(([, y = 0]) => y)];
  expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  // y grows downwards; the values over time are 1, 2.25, 3, -4.
  expect(ys.map((y) => ys.toSorted((a, b) => b - a).indexOf(y))).toEqual([1, 2, 3, 0]);
  await view.getByRole('combobox', { name: 'Number' }).selectOption('amount');
  await expect.poll(() => said(view)).toMatch(/^amount by day\. 5 points/);
  await view.getByRole('combobox', { name: 'By' }).selectOption('item');
  await expect.poll(() => labels(view)).toEqual(['tea', 'milk', 'rum', 'gin']);
});

test('switches between chart and table by keyboard, and the table is as it was', async () => {
  const { view, page } = await open(show('SELECT item, price FROM sales'));
  await expect.poll(() => view.getByRole('searchbox').count()).toBe(2);
  const chart = view.getByRole('button', { name: 'Chart' });
  expect(await chart.getAttribute('aria-pressed')).toBe('false');
  await chart.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.getByRole('img').count()).toBe(1);
  expect([await chart.getAttribute('aria-pressed'), await view.locator('table').count()]).toEqual([
    'true',
    0,
  ]);
  await page.keyboard.press('Space');
  await expect.poll(() => view.locator('tbody tr').count()).toBe(5);
});

test.each([
  'SELECT item FROM sales',
  'SELECT price, amount FROM sales',
  'SELECT item, price FROM sales WHERE 0',
])('there is nothing to switch for %s', async (query) => {
  const { view } = await open(show(query));
  await expect.poll(() => range(view)).toMatch(/of 5|No rows/);
  expect(await view.getByRole('button', { name: 'Chart' }).count()).toBe(0);
});

test('of a thousand categories the largest are shown, and it says so', async () => {
  const { view } = await open(show('SELECT * FROM many'));
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 1,000');
  await view.getByRole('combobox', { name: 'Rows on a page' }).selectOption('1,000 rows');
  await expect.poll(() => range(view)).toBe('Rows 1–1,000 of 1,000');
  await draw(view);
  await expect
    .poll(() => view.locator('figcaption').textContent())
    .toBe('total by item – without 960 smaller ones');
  const shown = await labels(view);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([40, 'Item 961', 'Item 1000']);
});

test('hostile categories are text', async () => {
  const { page, view } = await open(show('SELECT * FROM hostile'));
  await draw(view);
  await expect.poll(async () => (await labels(view)).slice(0, 2)).toEqual([SCRIPT, 'abc\\u202edef']);
  expect((await labels(view))[2]?.length).toBeLessThan(1000);
  expect(await traces({ page, view }, 'script, img:not([role])')).toEqual(HARMLESS);
});

const looks = (): Looks =>
  Object.fromEntries(
    ['SELECT item, price FROM sales', 'SELECT day, price FROM sales'].map((query) => [
      query,
      {
        show: show(query),
        act: async ({ view }) => {
          // A query for days with numbers opens as a chart.
          await view.getByRole('button', { name: 'Chart' }).waitFor();
          if (query.includes('item')) await draw(view);
          await expect.poll(() => view.getByRole('img').count()).toBe(1);
        },
      },
    ]),
  );

testAccessibility(open, looks);
testWidths(open, looks);
