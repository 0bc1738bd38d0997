// The treemap of the filesystem server, in a browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, heading, status, useFolder, useStage } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();

const scratch = useFolder();

const SCRIPT = '<img src=x onerror="document.title=1">';
const at = (...names: string[]): string => join(scratch, ...names);
const write = (name: string, size: number): void => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), 'x'.repeat(size));
};

beforeAll(() => {
  write('project/src/deep/large.ts', 500_000);
  write('project/src/deep/small.ts', 1500);
  write('project/src/main.ts', 120_000);
  write('project/node_modules/library/index.js', 300_000);
  write('project/.gitignore', 0);
  write('project/notes.md', 40_000);
  write(`hostile/${SCRIPT}/"quotes" & 'more' \u202eabc.txt`, 7000);
  write(`hostile/line\nbreak.txt`, 3000);
  writeFileSync(at('project/.gitignore'), 'node_modules\n');
  symlinkSync('/etc', at('project/src/link'));
  write('many/many/0.txt', 9);
  for (let file = 0; file < 5000; file++) writeFileSync(at('many/many', `${file}.txt`), 'x'.repeat(9));
  mkdirSync(at('wide'));
  for (let file = 0; file < 12_000; file++) writeFileSync(at('wide', `${file}`), '');
});

const show = (folder: string): Show => callOf('filesystem', [at(folder)], ['directory_tree']);

/** Returns the rows of one table: the entries or the largest files. */
const rowsOf = (view: Frame, table: string) =>
  view.getByRole('table', { name: table, exact: true }).locator('tbody tr').allTextContents();
const rows = (view: Frame) => rowsOf(view, 'Entries');
const names = (view: Frame) =>
  view.locator('.inner').evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box, '::after').content));
const legend = (view: Frame) =>
  view.getByRole('list', { name: 'Colors' }).getByRole('listitem').allTextContents();
const everything = (view: Frame) => view.getByRole('checkbox', { name: 'Include files that git ignores' });

test('counts below a directory without what git ignores, and draws each entry as large as it is', async () => {
  const { view } = await open(show('project'));
  await expect.poll(() => status(view)).toBe('6 files');
  expect(await heading(view)).toBe('The whole directory: 662 kB');
  expect(await rows(view)).toEqual(['src/622 kB94%', 'notes.md40 kB6%', '.gitignore13 bytes0%']);
  expect(await names(view)).toEqual(['"deep/ 502 kB"', '"main.ts 120 kB"', 'none']);
  const areas = await view.locator('.cell').evaluateAll((cells) =>
    cells.map((cell) => {
      const { width, height } = cell.getBoundingClientRect();
      return width * height;
    }),
  );
  const sum = areas.reduce((total, area) => total + area, 0);
  expect(areas.map((area) => Math.round((100 * area) / sum))).toEqual([94, 6, 0]);
});

test('a switch includes what git ignores, by the keyboard too', async () => {
  const { view, page } = await open(show('project'));
  await expect.poll(() => status(view)).toBe('6 files');
  await everything(view).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => status(view)).toBe('7 files');
  expect(await heading(view)).toBe('The whole directory: 962 kB');
  expect((await rows(view))[1]).toBe('node_modules/300 kB31.2%');
  await page.keyboard.press('Space');
  await expect.poll(() => heading(view)).toBe('The whole directory: 662 kB');
});

test('a legend says what the colors mean, and a second table names the largest files', async () => {
  const { view } = await open(show('project'));
  await expect.poll(() => status(view)).toBe('6 files');
  expect(await legend(view)).toEqual(['Code 622 kB', 'Documents 40 kB', 'Other 17 bytes']);
  const color = (selector: string) =>
    view
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color('.legend li:nth-child(2) .swatch')).toBe(await color('.cell.file'));
  expect((await rowsOf(view, 'Largest files')).slice(0, 3)).toEqual([
    'src/deep/large.ts500 kB75.6%',
    'src/main.ts120 kB18.1%',
    'notes.md40 kB6%',
  ]);
});

test('goes down and up by mouse and by keyboard', async () => {
  const { view, page } = await open(show('project'));
  await expect.poll(() => status(view)).toBe('6 files');
  await everything(view).click();
  await expect.poll(() => status(view)).toBe('7 files');
  await view
    .getByRole('group', { name: 'Treemap' })
    .getByRole('button', { name: /^src\// })
    .click({ position: { x: 5, y: 5 } });
  await expect.poll(() => heading(view)).toBe('src: 622 kB');
  await view
    .getByRole('row', { name: /^deep\/ 502/ })
    .getByRole('button')
    .focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(view)).toBe('deep: 502 kB');
  expect(await rows(view)).toEqual(['large.ts500 kB99.7%', 'small.ts1.5 kB0.3%']);
  await page.keyboard.press('Backspace');
  await expect.poll(() => heading(view)).toBe('src: 622 kB');
  await view.getByRole('button', { name: 'Up', exact: true }).click();
  await expect.poll(() => heading(view)).toBe('The whole directory: 962 kB');
  // Tab reaches only one cell; the arrow keys reach the others.
  expect(await view.locator('.cell[tabindex="0"]').count()).toBe(1);
  await view.locator('.cell').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(view)).toBe('node_modules: 300 kB');
});

test('shows hostile names as text', async () => {
  const { view } = await open(show('hostile'));
  await expect.poll(() => status(view)).toMatch(/^2 files/);
  expect(await rows(view)).toEqual([`${SCRIPT}/7 kB70%`, 'line\nbreak.txt3 kB30%']);
  await view.getByRole('row').nth(1).getByRole('button').click();
  await expect.poll(() => rows(view)).toEqual([`"quotes" & 'more' \\u202eabc.txt7 kB100%`]);
  expect(await view.locator('img').count()).toBe(0);
});

test('draws a part of thousands of entries, and lists the others when asked', async () => {
  const { view } = await open(show('many'));
  await expect.poll(() => status(view)).toMatch(/^5,000 files/);
  await view.getByRole('row', { name: /^many/ }).getByRole('button').click();
  await expect.poll(() => view.locator('.cell').count()).toBe(300);
  expect(await view.locator('.others').textContent()).toBe('4,700 smaller ones');
  expect((await rows(view)).length).toBe(200);
  await view.getByRole('button', { name: 'Show 200 of 4,800 more' }).click();
  await expect.poll(async () => (await rows(view)).length).toBe(400);
});

test('says that it has not counted everything, and counts on when asked', { timeout: 120_000 }, async () => {
  const { view } = await open(show('wide'));
  await expect
    .poll(() => view.locator('.missing').textContent(), { timeout: 60_000 })
    .toBe('Not everything is counted yet. Count on');
  await view.getByRole('button', { name: 'Count on' }).click();
  await expect.poll(() => status(view), { timeout: 60_000 }).toBe('12,000 files');
  expect(await view.locator('.missing').count()).toBe(0);
});

test('names what could not be read, and why', async () => {
  // Deeper than the maximum length of a path.
  const deep = 'for _ in $(seq 25); do mkdir "$0" && cd -P "$0"; done';
  mkdirSync(at('deep'));
  execFileSync('sh', ['-c', deep, 'x'.repeat(200)], { cwd: at('deep') });
  const { view } = await open(show('deep'));
  await expect
    .poll(() => view.locator('.missing summary').textContent())
    .toBe('Not everything could be read');
  expect(await view.locator('.missing li').first().textContent()).toContain('is too long');
  execFileSync('rm', ['-rf', at('deep')]);
});

const looks = (): Looks => ({
  tree: { show: show('project'), act: ({ view }) => expect.poll(() => status(view)).toBe('6 files') },
});

testAccessibility(open, looks);
testWidths(open, looks);
