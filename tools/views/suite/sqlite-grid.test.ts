// The grid of the SQLite server: the rows of read_query in a browser.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { program } from '../src/scene.ts';
import { expectAccessible, testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, status, traces, useFolder, useStage, type Opened } from './stage.ts';

const open = useStage();

const directory = useFolder();
const file = join(directory, 'shop.db');
const HOSTILE = [
  '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">',
  `"quotes" 'and' \`more\``,
  'abc\u202edef\u2066ghi\u200b',
  'line one\nline two\ttab',
  'x'.repeat(1_000_000),
];

beforeAll(() => {
  const database = new Database(file);
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT, price REAL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO orders SELECT i, 'Item ' || (i % 1000), i / 4.0 FROM n;
    CREATE TABLE hostile (v TEXT, "<b>name</b>" BLOB);
  `);
  const insert = database.prepare('INSERT INTO hostile VALUES (?, ?)');
  for (const value of HOSTILE) insert.run(value, Buffer.from([1, 2, 3]));
  insert.run(null, null);
  database.close();
});

const show = (query: string): Show => callOf('sqlite', [file], ['read_query', { query }]);

const range = (view: Frame) => view.locator('.range').textContent();
const openAt = async (shown: Show, expected: string): Promise<Opened> => {
  const opened = await open(shown);
  await expect.poll(() => range(opened.view)).toBe(expected);
  return opened;
};

const ORDERS = 'SELECT id, item, price FROM orders ORDER BY id';
const cells = (view: Frame, column: number) =>
  view.locator(`tbody tr td:nth-child(${column})`).allTextContents();

test('shows the rows of a call of the built server, and how many there are', async () => {
  const { view } = await openAt(show(ORDERS), 'Rows 1–100 of 100,000');
  expect((await cells(view, 2)).slice(0, 2)).toEqual(['Item 1', 'Item 2']);
  const alignments = view
    .getByRole('columnheader')
    .evaluateAll((names) => names.map((name) => getComputedStyle(name).textAlign));
  expect(await alignments).toEqual(['end', 'start', 'end']);
});

test('says why a call failed, and axe finds nothing', async () => {
  const { view } = await open(show('SELECT * FROM missing'), { heading: 'The call failed' });
  expect(await view.getByRole('alert').textContent()).toContain('missing');
  await expectAccessible(view);
});

test('pages through a hundred thousand rows', async () => {
  const { view } = await openAt(show(ORDERS), 'Rows 1–100 of 100,000');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => range(view)).toBe('Rows 101–200 of 100,000');
  await view.getByRole('button', { name: 'Last' }).click();
  await expect.poll(() => range(view)).toBe('Rows 99,901–100,000 of 100,000');
  expect((await cells(view, 1)).at(-1)).toBe('100000');
  await view.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => range(view)).toBe('Rows 99,801–99,900 of 100,000');
  await view.getByRole('combobox').selectOption('1,000 rows');
  await view.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => range(view)).toBe('Rows 1–1,000 of 100,000');
  expect((await cells(view, 1)).length).toBe(1000);
});

test('rows are counted once for some filters, and again when there are fewer', async () => {
  const scratch = join(directory, 'shrinking.db');
  const database = new Database(scratch);
  database.exec(`CREATE TABLE n (i); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 350)
    INSERT INTO n SELECT i FROM c`);
  const args = { query: 'SELECT i FROM n ORDER BY i' };
  const { view, page } = await openAt(callOf('sqlite', [scratch], ['read_query', args]), 'Rows 1–100 of 350');
  const counts: unknown[] = [];
  page.on('request', (request) => {
    const { params } = JSON.parse(request.postData() ?? '{}') as {
      params?: { arguments?: { query?: string } };
    };
    counts.push(params?.arguments?.query?.startsWith('SELECT count(*)'));
  });
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => range(view)).toBe('Rows 101–200 of 350');
  await view.getByRole('columnheader', { name: 'i' }).getByRole('button').click();
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 350');
  database.exec('DELETE FROM n WHERE i > 120');
  database.close();
  await view.getByRole('button', { name: 'Last' }).click();
  await expect.poll(() => range(view)).toBe('No rows');
  await view.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 120');
  await view.getByRole('searchbox', { name: 'Filter i' }).fill('11');
  await page.keyboard.press('Enter');
  await expect.poll(() => range(view)).toBe('Rows 1–11 of 11');
  expect(counts).toEqual([false, false, false, false, true, false, false, true]);
});

test('sorts and filters on the server, by mouse and by keyboard', async () => {
  const { view, page } = await openAt(show(ORDERS), 'Rows 1–100 of 100,000');
  const price = view.getByRole('columnheader', { name: 'price' });
  await price.getByRole('button').click();
  await price.getByRole('button').click();
  await expect.poll(async () => (await cells(view, 3))[0]).toBe('25,000');
  expect(await price.getAttribute('aria-sort')).toBe('descending');
  await view.getByRole('searchbox', { name: 'Filter item' }).focus();
  await page.keyboard.type('ITEM 77');
  await page.keyboard.press('Enter');
  await expect.poll(() => range(view)).toBe('Rows 1–100 of 1,100');
  expect((await cells(view, 2))[0]).toBe('Item 779');
  await view.getByRole('columnheader', { name: 'item' }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await cells(view, 2))[0]).toBe('Item 77');
});

test('copies all rows that fit, by calls of the server', async () => {
  const { view } = await openAt(show('SELECT id FROM orders WHERE id <= 2500'), 'Rows 1–100 of 2,500');
  await view.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: (text: string) => {
          document.body.dataset['copied'] = text;
          return Promise.resolve();
        },
      },
    });
  });
  await view.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => status(view)).toBe('Copied 2,500 rows.');
  const lines = (await view.evaluate(() => document.body.dataset['copied'] ?? '')).split('\n');
  expect([lines.length, lines[0], lines[1], lines[2500]]).toEqual([2501, 'id', '1', '2500']);
  await view.getByRole('button', { name: 'Copy page' }).click();
  await expect.poll(() => status(view)).toBe('Copied 100 rows.');
});

test('copies where the host grants nothing, too', async () => {
  const { page, takeProblems, view } = await openAt(
    show('SELECT id, item FROM orders WHERE id <= 2'),
    'Rows 1–2 of 2',
  );
  await view.getByRole('button', { name: 'Copy page' }).click();
  await expect.poll(() => status(view)).toBe('Copied 2 rows.');
  const field = view.getByRole('searchbox', { name: 'Filter id' });
  await field.focus();
  await page.keyboard.press('Control+V');
  // A single-line field drops line feeds.
  await expect.poll(() => field.inputValue()).toMatch(/^id\s*item ?1\s*Item 1 ?2\s*Item 2$/);
  expect(takeProblems()).toEqual([expect.stringContaining('The Clipboard API has been blocked')]);
});

test('shows hostile names and values as text, and nothing of them runs', async () => {
  const { page, view } = await openAt(show('SELECT * FROM hostile'), 'Rows 1–6 of 6');
  const [script, quotes, bidi, lines, long, nothing] = await cells(view, 1);
  expect([script, quotes, lines, nothing]).toEqual([HOSTILE[0], HOSTILE[1], HOSTILE[3], 'NULL']);
  expect(bidi).toBe('abc\\u202edef\\u2066ghi\\u200b');
  expect(long).toMatch(/^x{500} … \(1,000,000 characters\)$/);
  expect(await view.getByRole('columnheader').allTextContents()).toEqual(['v', '<b>name</b>']);
  expect((await cells(view, 2))[0]).toBe('3 bytes');
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

test('what cannot be sorted is shown as it is', async () => {
  const { view } = await open(show('PRAGMA table_info(orders)'));
  await expect.poll(() => status(view)).toMatch(/\w/);
  expect((await cells(view, 2)).slice(0, 3)).toEqual(['id', 'item', 'price']);
  expect(await view.getByRole('searchbox').count()).toBe(0);
});

const looks = (): Looks => ({
  grid: {
    show: show(ORDERS),
    act: ({ view }) => expect.poll(() => range(view)).toBe('Rows 1–100 of 100,000'),
  },
});

testAccessibility(open, looks);

test('the view is behind the walls that hosts put up: no network, no way to the host', async () => {
  const opened = await open(show(ORDERS));
  const { view } = opened;
  const tried = await view.evaluate(async () => {
    const got = await fetch('http://127.0.0.1:1/').then(String, String);
    const above = ((): string => {
      try {
        return String(window.top?.document.title);
      } catch (error) {
        return String(error);
      }
    })();
    return { got, above };
  });
  expect(tried.got).toMatch(/Failed to fetch/);
  expect(tried.above).toMatch(/SecurityError/);
  expect(opened.takeProblems().some((problem) => problem.includes('Content Security Policy'))).toBe(true);
});

test('the server ends with the page', async () => {
  const { page } = await open(show(ORDERS));
  const running = (): string => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(running()).toContain(`${program('sqlite')} ${file}`);
  await page.close();
  await expect.poll(running).not.toContain(`${program('sqlite')} ${file}`);
});
