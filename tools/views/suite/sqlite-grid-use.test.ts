// Typical use of the grid: reading, filtering, opening cells, saving rows, and charts.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { makeDatabase } from '../src/scene.ts';
import { expectAccessible, overflowOf, unreachableIn } from './accessible.ts';
import { callOf, heading, status, tabTo, useFolder, useStage } from './stage.ts';
import { MARGIN, WINDOWS } from './widths.ts';

const open = useStage();
const directory = useFolder();
const file = join(directory, 'shop.db');
const exported = join(directory, 'exported');

beforeAll(() => {
  mkdirSync(exported);
  makeDatabase(
    file,
    `CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, total REAL, year INTEGER, note TEXT, day TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO sales SELECT i + 10000, CASE i % 2 WHEN 0 THEN 'tea, green' ELSE 'rum' END, i * 1234.5, 2000 + i,
      CASE i WHEN 1 THEN 'First line.' || char(10) || 'The end of a long note.' END, date('2026-01-01', i || ' days')
    FROM n;`,
  );
});

const show = (args: object, more: readonly string[] = []): Show =>
  callOf('sqlite', [file, ...more], ['read_query', args]);
const range = (view: Frame) => view.locator('.range').textContent();
const cells = (view: Frame, column: number) =>
  view.locator(`tbody tr td:nth-child(${column})`).allTextContents();
const QUERY = 'SELECT id, item, total, year, note FROM sales ORDER BY id';

test('the query is the heading and title of the page, under both names of the argument', async () => {
  const { view } = await open(show({ sql: QUERY }), { heading: QUERY });
  expect(await view.title()).toBe(QUERY);
  await view.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
  await view.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
  await expect.poll(async () => (await cells(view, 3))[0]).toBe('370,350');
});

test('columns are as wide as their content, and numbers take little', async () => {
  const { view } = await open(show({ query: QUERY }), { width: 1000, heading: QUERY });
  const widths = await view
    .getByRole('columnheader')
    .evaluateAll((names) => names.map((name) => name.clientWidth));
  expect(widths.slice(0, 4).filter((width) => width < 60 || width > 130)).toEqual([]);
});

test('amounts have thousands separators, ids and years do not, and the stored number is its tooltip', async () => {
  const { view } = await open(show({ query: `${QUERY} LIMIT 9` }));
  await expect.poll(() => range(view)).toBe('Rows 1–9 of 9');
  const row = view.locator('tbody tr').nth(8).locator('td');
  expect(await row.allTextContents()).toEqual(['10009', 'rum', '11,110.5', '2009', 'NULL']);
  expect(await row.nth(2).getAttribute('title')).toBe('11110.5');
});

test.each([
  ['total', '>370000', '1 of 1'],
  ['total', '>=369,115.5', '2 of 2'],
  ['total', '370,350', '1 of 1'],
  ['year', ' < 2003 ', '2 of 2'],
  ['year', '=2003', '1 of 1'],
  ['year', '!=2003', '100 of 299'],
  ['item', '=rum', '100 of 150'],
  ['item', '>s', '100 of 150'],
  // Neither texts nor NULL are compared with a number.
  ['item', '>10', 'none'],
  ['note', '!=x', '1 of 1'],
  ['note', '>', 'none'],
  ['note', "='", 'none'],
])('the filter of %s with %s shows %s', async (column, filter, expected) => {
  const { view, page } = await open(show({ query: QUERY }));
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 300');
  const field = view.getByRole('searchbox', { name: `Filter ${column}` });
  const hint = await field.getAttribute('aria-describedby');
  expect(await view.locator(`#${hint}`).textContent()).toContain('>10');
  await field.focus();
  await page.keyboard.type(filter);
  await page.keyboard.press('Enter');
  await expect.poll(() => range(view)).toBe(expected === 'none' ? 'No rows' : `Rows 1–${expected}`);
});

test('saves all rows that fit as a file, where the server may', async () => {
  const { view, page } = await open(show({ query: QUERY }, ['--export-dir', exported]));
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 300');
  await view.getByRole('columnheader', { name: 'total' }).getByRole('button').click();
  await view.getByRole('searchbox', { name: 'Filter item' }).focus();
  await page.keyboard.type('tea');
  await page.keyboard.press('Enter');
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 150');
  await view.getByRole('button', { name: 'Save as CSV' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => status(view)).toMatch(/^Saved 150 rows: file:\/\/.*rows-[-\dT]+\.csv$/);
  const [name = ''] = readdirSync(exported);
  const lines = readFileSync(join(exported, name), 'utf8').trimEnd().split(/\r?\n/);
  expect([lines.length, lines[0], lines[1]]).toEqual([
    151,
    'id,item,total,year,note',
    '10002,"tea, green",2469,2002,',
  ]);
});

test('copies the rows of the page as CSV where no file can be saved, and says so', async () => {
  const { view } = await open(show({ query: 'SELECT id, item FROM sales WHERE id < 10003' }));
  await expect.poll(() => range(view)).toBe('Rows 1–2 of 2');
  await view.evaluate(() => {
    const writeText = (text: string) => {
      document.body.dataset['copied'] = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await view.getByRole('button', { name: 'Save as CSV' }).click();
  await expect
    .poll(() => status(view))
    .toMatch(/^No file was saved\. Rows of this page as CSV: Copied 2 rows\. .*export/);
  const copied = await view.evaluate(() => document.body.dataset['copied']);
  expect(copied).toBe('id,item\n10001,rum\n10002,"tea, green"');
});

const WEEKS = "SELECT date(day, 'weekday 0') AS week, sum(total) AS total FROM sales GROUP BY week";
const YEARS = "SELECT item, sum(total) AS total FROM sales GROUP BY item UNION ALL SELECT 'gin', 1";

test.each([
  [WEEKS, 'line'],
  [YEARS, 'bars'],
  ['SELECT id, item FROM sales LIMIT 5', 'table'],
  ['SELECT day, id FROM sales LIMIT 5', 'table'],
  ['SELECT item, total FROM sales LIMIT 5', 'table'],
  ['SELECT item, total, year FROM sales LIMIT 5', 'table'],
])('%s opens as %s', async (query, kind) => {
  const { view } = await open(show({ query }), { heading: query });
  await expect.poll(() => view.locator('polyline, .bars, table').count()).toBe(1);
  const found = await view.locator('polyline, .bars, table').getAttribute('class');
  expect(found ?? 'table').toBe(kind);
});

test('a line may begin at the smallest number, by keyboard', async () => {
  const { view, page } = await open(show({ query: `${WEEKS} HAVING count(*) = 7 AND sum(total) > 2000000` }));
  const axis = () => view.locator('svg g text').allTextContents();
  await expect.poll(async () => (await axis())[0]).toBe('0');
  await view.getByRole('button', { name: 'From the minimum' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await axis())[0]).toBe('2,100,000');
  await view.getByRole('button', { name: 'Chart' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('table').count()).toBe(1);
});

test('by keyboard alone: a column is sorted, and in the other direction', async () => {
  const shown = await open(show({ query: QUERY }), { heading: QUERY });
  const { view, page } = shown;
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 300');
  await tabTo(shown, 'total');
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('th[aria-sort=ascending]').textContent()).toBe('total ↑');
  await page.keyboard.press('Space');
  await expect.poll(() => view.locator('th[aria-sort=descending]').textContent()).toBe('total ↓');
  await expect.poll(async () => (await cells(view, 3))[0]).toBe('370,350');
});

describe.each(WINDOWS)('at a width of $width and a scale of $scale', ({ width, scale }) => {
  test('rows are sorted, and a long cell is opened and closed by keyboard; axe finds nothing', async () => {
    const { view, page } = await open(show({ query: QUERY }), {
      width: width + 2 * MARGIN,
      scale,
      heading: QUERY,
    });
    const whole = view.locator('.whole');
    const long = view.locator('.long');
    await long.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => whole.allTextContents()).toEqual(['First line.\nThe end of a long note.']);
    expect(await whole.evaluate((text) => text.clientHeight > 30)).toBe(true);
    await expectAccessible(view);
    await page.keyboard.press('Enter');
    await expect.poll(() => whole.count()).toBe(0);
    expect(await long.getAttribute('aria-expanded')).toBe('false');
    await view.getByRole('columnheader', { name: 'total' }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => view.locator('th[aria-sort=ascending]').textContent()).toBe('total ↑');
    await view.getByRole('searchbox', { name: 'Filter year' }).focus();
    expect(await heading(view)).toBe(QUERY);
    expect(await overflowOf(view)).toBe(0);
    expect(await unreachableIn(view)).toEqual([]);
  });
});
