// The grid of the SQLite server: the rows of read_query in a browser.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program, startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const directory = temporary();
afterAll(() => directory[Symbol.dispose]());

const file = join(directory.path, 'shop.db');
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

const show = (query: string, theme: 'light' | 'dark' = 'light') =>
  ({
    command: [process.execPath, program('sqlite'), file],
    tool: 'read_query',
    args: { query },
    theme,
  }) as const;

const ORDERS = 'SELECT id, item, price FROM orders ORDER BY id';
const cells = ({ view }: Opened, column: number) =>
  view.locator(`tbody tr td:nth-child(${column})`).allTextContents();
const heading = ({ view }: Opened) => view.locator('h1').textContent();

test('shows the rows of a call of the built server, and how many there are', async () => {
  await using opened = await stage.open(show(ORDERS));
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 100,000');
  expect((await cells(opened, 2)).slice(0, 2)).toEqual(['Item 1', 'Item 2']);
  const alignments = opened.view
    .getByRole('columnheader')
    .evaluateAll((names) => names.map((name) => getComputedStyle(name).textAlign));
  expect(await alignments).toEqual(['end', 'start', 'end']);
  expect(opened.problems).toEqual([]);
});

test('says why a call failed, and axe finds nothing', async () => {
  await using opened = await stage.open(show('SELECT * FROM missing'));
  await expect.poll(() => heading(opened)).toBe('The call failed');
  expect(await opened.view.getByRole('alert').textContent()).toContain('missing');
  expect(await opened.axe()).toEqual([]);
});

test('pages through a hundred thousand rows', async () => {
  await using opened = await stage.open(show(ORDERS));
  const { view } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 100,000');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 101–200 of 100,000');
  await view.getByRole('button', { name: 'Last' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 99,901–100,000 of 100,000');
  expect((await cells(opened, 1)).at(-1)).toBe('100000');
  await view.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 99,801–99,900 of 100,000');
  await view.getByRole('combobox').selectOption('1,000 rows');
  await view.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 1–1,000 of 100,000');
  expect((await cells(opened, 1)).length).toBe(1000);
  expect(opened.problems).toEqual([]);
});

test('rows are counted once for some filters, and again when there are fewer', async () => {
  const scratch = join(directory.path, 'shrinking.db');
  const database = new Database(scratch);
  database.exec(`CREATE TABLE n (i); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 350)
    INSERT INTO n SELECT i FROM c`);
  await using opened = await stage.open({
    ...show('SELECT i FROM n ORDER BY i'),
    command: [process.execPath, program('sqlite'), scratch],
  });
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 350');
  const counts: unknown[] = [];
  page.on('request', (request) => {
    const { params } = JSON.parse(request.postData() ?? '{}') as {
      params?: { arguments?: { count?: unknown } };
    };
    counts.push(params?.arguments?.count);
  });
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 101–200 of 350');
  await view.getByRole('columnheader', { name: 'i' }).getByRole('button').click();
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 350');
  database.exec('DELETE FROM n WHERE i > 120');
  database.close();
  await view.getByRole('button', { name: 'Last' }).click();
  await expect.poll(() => heading(opened)).toBe('No rows');
  await view.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 120');
  await view.getByRole('searchbox', { name: 'Filter i' }).fill('11');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(opened)).toBe('Rows 1–11 of 11');
  expect(counts).toEqual([false, false, false, true, false, true]);
  expect(opened.problems).toEqual([]);
});

test('sorts and filters on the server, by mouse and by keyboard', async () => {
  await using opened = await stage.open(show(ORDERS));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 100,000');
  const price = view.getByRole('columnheader', { name: 'price' });
  await price.getByRole('button').click();
  await price.getByRole('button').click();
  await expect.poll(async () => (await cells(opened, 3))[0]).toBe('25000');
  expect(await price.getAttribute('aria-sort')).toBe('descending');
  await view.getByRole('searchbox', { name: 'Filter item' }).focus();
  await page.keyboard.type('ITEM 77');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 1,100');
  expect((await cells(opened, 2))[0]).toBe('Item 779');
  await view.getByRole('columnheader', { name: 'item' }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await cells(opened, 2))[0]).toBe('Item 77');
  expect(opened.problems).toEqual([]);
});

test('copies all rows that fit, by calls of the server', async () => {
  await using opened = await stage.open(show('SELECT id FROM orders WHERE id <= 2500'));
  const { view } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 2,500');
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
  await expect.poll(() => view.getByRole('status').textContent()).toBe('Copied 2,500 rows.');
  const lines = (await view.evaluate(() => document.body.dataset['copied'] ?? '')).split('\n');
  expect([lines.length, lines[0], lines[1], lines[2500]]).toEqual([2501, 'id', '1', '2500']);
  await view.getByRole('button', { name: 'Copy page' }).click();
  await expect.poll(() => view.getByRole('status').textContent()).toBe('Copied 100 rows.');
  expect(opened.problems).toEqual([]);
});

test('copies where the host grants nothing, too', async () => {
  await using opened = await stage.open(show('SELECT id, item FROM orders WHERE id <= 2'));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–2 of 2');
  await view.getByRole('button', { name: 'Copy page' }).click();
  await expect.poll(() => view.getByRole('status').textContent()).toBe('Copied 2 rows.');
  const field = view.getByRole('searchbox', { name: 'Filter id' });
  await field.focus();
  await page.keyboard.press('Control+V');
  // A field of one line keeps no line feeds.
  await expect.poll(() => field.inputValue()).toMatch(/^id\s*item ?1\s*Item 1 ?2\s*Item 2$/);
});

test('shows hostile names and values as text, and nothing of them runs', async () => {
  await using opened = await stage.open(show('SELECT * FROM hostile'));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('Rows 1–6 of 6');
  const [script, quotes, bidi, lines, long, nothing] = await cells(opened, 1);
  expect([script, quotes, lines, nothing]).toEqual([HOSTILE[0], HOSTILE[1], HOSTILE[3], 'NULL']);
  expect(bidi).toBe('abc\\u202edef\\u2066ghi\\u200b');
  expect(long).toMatch(/^x{500} … \(1,000,000 characters\)$/);
  expect(await view.getByRole('columnheader').allTextContents()).toEqual(['v', '<b>name</b>']);
  expect((await cells(opened, 2))[0]).toBe('3 bytes');
  expect(await view.locator('script, img, b').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(opened.problems).toEqual([]);
});

test('what cannot be sorted is shown as it is', async () => {
  await using opened = await stage.open(show('PRAGMA table_info(orders)'));
  await expect.poll(() => opened.view.getByRole('status').textContent()).toMatch(/\w/);
  expect((await cells(opened, 2)).slice(0, 3)).toEqual(['id', 'item', 'price']);
  expect(await opened.view.getByRole('searchbox').count()).toBe(0);
  expect(opened.problems).toEqual([]);
});

test('follows the theme of the host', async () => {
  await using opened = await stage.open(show(ORDERS, 'dark'));
  const back = () => opened.view.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(back).toBe('rgb(28, 28, 28)');
  await opened.page.getByRole('button', { name: 'Light or dark' }).click();
  await expect.poll(back).toBe('rgb(255, 255, 255)');
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using opened = await stage.open(show(ORDERS, theme), { width, height: 700 });
    await expect.poll(() => heading(opened)).toBe('Rows 1–100 of 100,000');
    expect(await opened.axe()).toEqual([]);
    const overflow = await opened.view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});

test('the view is behind the walls that hosts put up: no network, no way to the host', async () => {
  await using opened = await stage.open(show(ORDERS));
  const tried = await opened.view.evaluate(async () => {
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
  expect(opened.problems.some((problem) => problem.includes('Content Security Policy'))).toBe(true);
});

test('the server ends with the page', async () => {
  const opened = await stage.open(show(ORDERS));
  const running = (): string => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(running()).toContain(`${program('sqlite')} ${file}`);
  await opened[Symbol.asyncDispose]();
  await expect.poll(running).not.toContain(`${program('sqlite')} ${file}`);
});
