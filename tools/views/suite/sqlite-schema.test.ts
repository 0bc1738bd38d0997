// The diagram of the SQLite server: the schema of a database in a browser.
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { makeDatabase } from '../src/scene.ts';
import { testAccessibility, type Look } from './accessible.ts';
import { callOf, HARMLESS, heading, SCRIPT, status, traces, useFolder, useStage } from './stage.ts';

const open = useStage();

const directory = useFolder();

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const many = Array.from({ length: 200 }, (_, at) => {
  const to = at === 0 ? '' : `, parent INTEGER REFERENCES t${Math.floor(at / 3)}(id)`;
  return `CREATE TABLE t${at} (id INTEGER PRIMARY KEY, note TEXT${to});`;
});

const databases = {
  shop: `
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES Customers(ID), "date" TEXT);
    CREATE TABLE lines (id INTEGER PRIMARY KEY, "order" INTEGER REFERENCES orders);
    CREATE TABLE alone (x);
    CREATE TABLE tree (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES tree(id), other REFERENCES gone(id));`,
  many: many.join(''),
  hostile: `
    CREATE TABLE ${quote(SCRIPT)} (${quote(`"it's" ${SCRIPT}`)} ${quote('abc\u202edef')}, id INTEGER PRIMARY KEY);
    CREATE TABLE ${quote('x'.repeat(10_000))} (${Array.from({ length: 300 }, (_, at) => `c${at}`).join()});
    CREATE TABLE refers (a REFERENCES ${quote(SCRIPT)}(id));
    CREATE TABLE gone (a); CREATE VIEW broken AS SELECT a FROM gone; DROP TABLE gone;`,
  empty: '',
};
type Name = keyof typeof databases;

beforeAll(() => {
  for (const [name, sql] of Object.entries(databases))
    makeDatabase(join(directory, `${name}.db`), `PRAGMA user_version = 1; ${sql}`);
});

const show = (name: Name, args: object = {}): Show =>
  callOf(
    'sqlite',
    [join(directory, `${name}.db`)],
    ['table_name' in args ? 'describe_table' : 'list_tables', args],
  );

const boxes = (view: Frame) => view.locator('.head').allTextContents();

test('shows a box for each table, with its columns and keys, and a line for each foreign key', async () => {
  const { view } = await open(show('shop'), { heading: '5 tables and views' });
  expect(await boxes(view)).toEqual(['alone', 'customers', 'lines', 'orders', 'tree']);
  const orders = view.locator('.box').nth(3);
  expect(await orders.locator('.column').allTextContents()).toEqual([
    'idINTEGER, key',
    'customerINTEGER, refers to Customers.ID',
    'dateTEXT',
  ]);
  // One foreign key has no target, so it has no line.
  expect(await view.locator('path').count()).toBe(3);
  const left = await view
    .locator('.box')
    .evaluateAll((all) => all.map((box) => box.getBoundingClientRect().left));
  const [, customers = 0, lines = 0, ordersLeft = 0] = left;
  expect([customers < ordersLeft, ordersLeft < lines]).toEqual([true, true]);
});

test('says in words what a table refers to, by mouse and by keyboard', async () => {
  const { view, page } = await open(show('shop'));
  await view.getByRole('button', { name: 'orders' }).click();
  const said = () => view.getByRole('region', { name: 'Foreign keys' }).locator('li').allTextContents();
  await expect.poll(said).toEqual(['customer refers to Customers.ID', 'lines.order refers to it']);
  expect(await view.locator('.related .head').allTextContents()).toEqual(['customers', 'lines']);
  expect(await view.locator('path.near').count()).toBe(2);
  // SQLite lists foreign keys in reverse order.
  await view.getByRole('button', { name: 'tree' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(said)
    .toEqual(['other refers to gone.id', 'parent refers to tree.id', 'tree.parent refers to it']);
});

test('is at the table that describe_table describes', async () => {
  const { view } = await open(show('many', { table_name: 'T150' }));
  const chosen = view.locator('.chosen .head');
  await expect.poll(() => chosen.allTextContents()).toEqual(['t150']);
  const isSeen = () =>
    chosen.evaluate((head) => {
      const [box, frame] = [head.getBoundingClientRect(), head.closest('.frame')?.getBoundingClientRect()];
      return (
        frame !== undefined && box.left >= frame.left && box.top >= frame.top && box.bottom <= frame.bottom
      );
    });
  await expect.poll(isSeen).toBe(true);
});

test('finds a table among two hundred', async () => {
  const { view, page } = await open(show('many'), { heading: '200 tables and views' });
  expect(await view.locator('path').count()).toBe(199);
  await view.getByRole('searchbox').focus();
  await page.keyboard.type('T19');
  await expect.poll(() => status(view)).toBe('11 found');
  await page.keyboard.press('Enter');
  await expect.poll(() => view.evaluate(() => document.activeElement?.textContent)).toBe('t19');
  expect(await view.getByRole('heading', { name: 't19' }).count()).toBe(1);
});

test('hostile names are text, and what does not work says so', async () => {
  const { page, view } = await open(show('hostile'), { heading: '4 tables and views' });
  const names = await boxes(view);
  expect(names).toContain(SCRIPT);
  const columns = await view.locator('.column').allTextContents();
  expect(columns).toContain(`"it's" ${SCRIPT}abc\\u202edef`);
  expect(columns).toContain('and 286 more columns');
  expect(columns.some((text) => text.includes('gone'))).toBe(true);
  await view.locator('.head').nth(names.indexOf(SCRIPT)).click();
  await expect.poll(() => view.locator('h2').textContent()).toBe(SCRIPT);
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

test('a database without tables is no problem', async () => {
  const { view } = await open(show('empty'));
  await expect.poll(() => heading(view)).toBe('0 tables and views');
});

const look = (name: Name): Look => ({
  show: show(name),
  act: async ({ view }) => {
    await view.locator('.head').last().click();
    await expect.poll(() => view.locator('h2').count()).toBe(1);
  },
});
testAccessibility(open, () => ({ shop: look('shop'), hostile: look('hostile') }));
