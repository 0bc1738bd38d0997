// Lines of the diagram: their course, their ends, and what highlights them.
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { makeDatabase } from '../src/scene.ts';
import { expectAccessible, overflowOf, unreachableIn } from './accessible.ts';
import { callOf, status, useFolder, useStage } from './stage.ts';
import { MARGIN, WINDOWS } from './widths.ts';

const open = useStage();
const directory = useFolder();

const table = (at: number, refersTo: readonly number[]): string =>
  `CREATE TABLE t${at} (id INTEGER PRIMARY KEY, note TEXT, size REAL${refersTo
    .map((to, nth) => `, ref${nth} INTEGER REFERENCES t${to}(id)`)
    .join('')});`;
const tables = (count: number, refersTo: (at: number) => readonly number[]): string =>
  Array.from({ length: count }, (_, at) => table(at, refersTo(at))).join('');

const databases = {
  // In the layout, customers.id is two columns from ratings.customer.
  shop: `
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE products (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES makers(id));
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id));
    CREATE TABLE ratings (product INTEGER REFERENCES products(id), customer INTEGER REFERENCES customers);`,
  // Every table refers to the previous one, to the first, and to itself.
  chain: tables(12, (at) => [Math.max(0, at - 1), 0, at]),
  // Cycles, and lines over many columns in both directions.
  tangle: tables(30, (at) => [(at * 7 + 3) % 30, (at * 11 + 5) % 30]),
};
type Name = keyof typeof databases;

beforeAll(() => {
  for (const [name, sql] of Object.entries(databases)) makeDatabase(join(directory, `${name}.db`), sql);
});

const show = (name: Name): Show => callOf('sqlite', [join(directory, `${name}.db`)], ['list_tables']);
const lit = (view: Frame) => view.locator('path.near').count();

/** Returns the number of lines that cross a box, and the ends of lines as `from row → row`. */
const geometryOf = (view: Frame) =>
  view.evaluate(() => {
    const zoom = Number(document.querySelector<HTMLElement>('.canvas')?.style.zoom);
    const origin = document.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
    const areas = [...document.querySelectorAll('.box')].map((box) => box.getBoundingClientRect());
    const rows = [...document.querySelectorAll('.column')].map((row) => ({
      area: row.getBoundingClientRect(),
      name: `${row.closest('.box')?.querySelector('.head')?.textContent}.${row.querySelector('.name')?.textContent}`,
    }));
    const rowAt = ({ x, y }: { readonly x: number; readonly y: number }): string | undefined =>
      rows.find(
        ({ area }) =>
          Math.abs(y - (area.top + area.bottom) / 2) < 3 &&
          (Math.abs(x - area.left) < 3 || Math.abs(x - area.right) < 3),
      )?.name;
    const lines = [...document.querySelectorAll<SVGPathElement>('path')].map((path) => {
      const length = path.getTotalLength();
      const at = (distance: number) => {
        const { x, y } = path.getPointAtLength(distance);
        return { x: origin.left + x * zoom, y: origin.top + y * zoom };
      };
      const points = Array.from({ length: Math.ceil(length) }, (_, distance) => at(distance));
      const crosses = points.some(({ x, y }) =>
        areas.some((box) => x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2),
      );
      // The arrow is the last part; its tip is where its two strokes of 8 pixels meet.
      return { crosses, from: rowAt(at(0)), to: rowAt(at(length - Math.hypot(7, 4))) };
    });
    return {
      crossing: lines.filter(({ crosses }) => crosses).length,
      ends: lines.map(({ from, to }) => `${from} → ${to}`).toSorted(),
    };
  });

const chainEnds = Array.from({ length: 12 }, (_, at) => [
  `t${at}.ref0 → t${Math.max(0, at - 1)}.id`,
  `t${at}.ref1 → t0.id`,
  `t${at}.ref2 → t${at}.id`,
]).flat();
const tangleEnds = Array.from({ length: 30 }, (_, at) => [
  `t${at}.ref0 → t${(at * 7 + 3) % 30}.id`,
  `t${at}.ref1 → t${(at * 11 + 5) % 30}.id`,
]).flat();

test.each<[Name, readonly string[]]>([
  [
    'shop',
    [
      'orders.customer → customers.id',
      'products.maker → makers.id',
      'ratings.customer → customers.id',
      'ratings.product → products.id',
    ],
  ],
  ['chain', chainEnds],
  ['tangle', tangleEnds],
])('in %s no line crosses a box, and each ends at the row that it names', async (name, ends) => {
  const { view } = await open(show(name), { width: 1000 });
  await expect.poll(() => view.locator('path').count()).toBe(ends.length);
  expect(await geometryOf(view)).toEqual({ crossing: 0, ends: ends.toSorted() });
  await view.getByRole('button', { name: 'Fit' }).click();
  await view.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => geometryOf(view)).toEqual({ crossing: 0, ends: ends.toSorted() });
});

test('pointing at a column lights its relation, and pointing at or focusing a table lights all of its own', async () => {
  const { view } = await open(show('shop'), { width: 1000, heading: '5 tables and views' });
  expect(await lit(view)).toBe(0);
  const ratings = view.locator('.box').filter({ has: view.getByRole('button', { name: 'ratings' }) });
  await ratings.locator('.column', { hasText: 'customer' }).first().hover();
  await expect.poll(() => lit(view)).toBe(1);
  expect(await view.locator('.related .head').allTextContents()).toEqual(['customers', 'ratings']);
  await ratings.locator('.head').hover();
  await expect.poll(() => lit(view)).toBe(2);
  await view.getByRole('heading', { name: '5 tables' }).hover();
  await expect.poll(() => lit(view)).toBe(0);
  await view.getByRole('button', { name: 'orders' }).focus();
  await expect.poll(() => lit(view)).toBe(1);
});

test('fits the whole diagram into its frame, by keyboard', async () => {
  const { view, page } = await open(show('tangle'), { width: 1000, heading: '30 tables and views' });
  const spare = () =>
    view.getByRole('region', { name: 'Diagram' }).evaluate((frame) => frame.clientWidth - frame.scrollWidth);
  const scrolls = () =>
    view.getByRole('region', { name: 'Diagram' }).evaluate((frame) => frame.scrollWidth > frame.clientWidth);
  expect(await scrolls()).toBe(true);
  await view.getByRole('button', { name: 'Fit' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(spare).toBe(0);
});

describe.each(WINDOWS)('at a width of $width and a scale of $scale', ({ width, scale }) => {
  test('is found, opened and read by keyboard; axe finds nothing', async () => {
    const { view, page } = await open(show('shop'), {
      width: width + 2 * MARGIN,
      scale,
      heading: '5 tables and views',
    });
    const isList = width < 740;
    expect(await view.locator('svg').isVisible()).toBe(!isList);
    await view.getByRole('searchbox').focus();
    await page.keyboard.type('ratings');
    await expect.poll(() => status(view)).toBe('1 found');
    expect(await view.locator('.box:visible').count()).toBe(isList ? 1 : 5);
    await page.keyboard.press('Enter');
    await expect.poll(() => view.locator('.chosen .column:visible').count()).toBe(2);
    const [target] = await view.locator('.chosen .target').all();
    expect((await target?.boundingBox())?.width).toBeGreaterThan(isList ? 100 : 0);
    expect(await overflowOf(view)).toBe(0);
    expect(await unreachableIn(view)).toEqual([]);
    await expectAccessible(view);
  });
});
