// The treemap of the filesystem server, in a browser.
import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, heading, status, useFolder, useStage } from './stage.ts';

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
  for (let directory = 0; directory < 2100; directory++)
    mkdirSync(at('wide', `d${directory}`), { recursive: true });
});

const show = (folder: string): Show => callOf('filesystem', [at(folder)], ['directory_tree']);

const rows = (view: Frame) => view.locator('tbody tr').allTextContents();

test('counts everything below a directory, and draws each entry as large as it is', async () => {
  const { view } = await open(show('project'));
  await expect.poll(() => status(view)).toBe('7 files, also what git ignores.');
  expect(await heading(view)).toBe('The whole directory: 962 kB');
  expect(await rows(view)).toEqual([
    'src/622 kB64.6%',
    'node_modules/300 kB31.2%',
    'notes.md40 kB4.2%',
    '.gitignore13 bytes0%',
  ]);
  const inner = await view
    .locator('.inner')
    .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box, '::after').content));
  expect(inner).toEqual(['"deep/"', '"main.ts"', 'none', '"library/"']);
  const areas = await view.locator('.cell').evaluateAll((cells) =>
    cells.map((cell) => {
      const { width, height } = cell.getBoundingClientRect();
      return width * height;
    }),
  );
  const sum = areas.reduce((total, area) => total + area, 0);
  expect(areas.map((area) => Math.round((100 * area) / sum))).toEqual([65, 31, 4, 0]);
});

test('goes down and up by mouse and by keyboard', async () => {
  const { view, page } = await open(show('project'));
  await expect.poll(() => status(view)).toMatch(/^7 files/);
  await view
    .getByRole('group', { name: 'Treemap' })
    .getByRole('button', { name: /^src\// })
    .click({ position: { x: 5, y: 5 } });
  await expect.poll(() => heading(view)).toBe('src: 622 kB');
  await view.getByRole('row', { name: /^deep/ }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(view)).toBe('deep: 502 kB');
  expect(await rows(view)).toEqual(['large.ts500 kB99.7%', 'small.ts1.5 kB0.3%']);
  await page.keyboard.press('Backspace');
  await expect.poll(() => heading(view)).toBe('src: 622 kB');
  await view.getByRole('button', { name: 'Up', exact: true }).click();
  await expect.poll(() => heading(view)).toBe('The whole directory: 962 kB');
  // Only one cell is in the order of the keyboard; the arrows go to the others.
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
  expect(await view.locator('tbody tr').count()).toBe(200);
  await view.getByRole('button', { name: 'Show 200 of 4,800 more' }).click();
  await expect.poll(() => view.locator('tbody tr').count()).toBe(400);
});

/** Two thousand calls, one after the other. */
const COUNTING = { timeout: 100_000 };

test('says what it has not counted, and counts on when asked', { timeout: 120_000 }, async () => {
  const { view } = await open(show('wide'));
  const missing = view.locator('.missing');
  await expect.poll(() => missing.textContent(), COUNTING).toBe('101 directories not counted yet. Count on');
  // The last one in the order of names can be read no more.
  rmdirSync(at('wide/d999'));
  await view.getByRole('button', { name: 'Count on' }).click();
  await expect
    .poll(() => missing.locator('summary').textContent())
    .toBe('Not counted, because 1 directory could not be read');
  expect(await missing.locator('li').textContent()).toContain(`${at('wide/d999')} does not exist`);
  const [first] = await rows(view);
  expect(first).toBe('d0/0 bytes');
});

const looks = (): Looks => ({
  tree: { show: show('project'), act: ({ view }) => expect.poll(() => status(view)).toMatch(/^7 files/) },
});

testAccessibility(open, looks);
