// The treemap of the filesystem server, in a browser.
import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program, startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const scratch = temporary();
afterAll(() => scratch[Symbol.dispose]());

const SCRIPT = '<img src=x onerror="document.title=1">';
const at = (...names: string[]): string => join(scratch.path, ...names);
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

const show = (folder: string, theme: 'light' | 'dark' = 'light') =>
  ({
    command: [process.execPath, program('filesystem'), at(folder)],
    tool: 'directory_tree',
    args: {},
    theme,
  }) as const;

const heading = ({ view }: Opened) => view.locator('h1').textContent();
const status = ({ view }: Opened) => view.getByRole('status').textContent();
const rows = ({ view }: Opened) => view.locator('tbody tr').allTextContents();

test('counts everything below a directory, and draws each entry as large as it is', async () => {
  await using opened = await stage.open(show('project'));
  const { view } = opened;
  await expect.poll(() => status(opened)).toBe('7 files, also what git ignores.');
  expect(await heading(opened)).toBe('The whole directory: 962 kB');
  expect(await rows(opened)).toEqual([
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
  expect(opened.problems).toEqual([]);
});

test('goes down and up by mouse and by keyboard', async () => {
  await using opened = await stage.open(show('project'));
  const { view, page } = opened;
  await expect.poll(() => status(opened)).toMatch(/^7 files/);
  await view
    .getByRole('group', { name: 'Treemap' })
    .getByRole('button', { name: /^src\// })
    .click({ position: { x: 5, y: 5 } });
  await expect.poll(() => heading(opened)).toBe('src: 622 kB');
  await view.getByRole('row', { name: /^deep/ }).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(opened)).toBe('deep: 502 kB');
  expect(await rows(opened)).toEqual(['large.ts500 kB99.7%', 'small.ts1.5 kB0.3%']);
  await page.keyboard.press('Backspace');
  await expect.poll(() => heading(opened)).toBe('src: 622 kB');
  await view.getByRole('button', { name: 'Up', exact: true }).click();
  await expect.poll(() => heading(opened)).toBe('The whole directory: 962 kB');
  // Only one cell is in the order of the keyboard; the arrows go to the others.
  expect(await view.locator('.cell[tabindex="0"]').count()).toBe(1);
  await view.locator('.cell').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading(opened)).toBe('node_modules: 300 kB');
  expect(opened.problems).toEqual([]);
});

test('shows hostile names as text', async () => {
  await using opened = await stage.open(show('hostile'));
  await expect.poll(() => status(opened)).toMatch(/^2 files/);
  expect(await rows(opened)).toEqual([`${SCRIPT}/7 kB70%`, 'line\nbreak.txt3 kB30%']);
  await opened.view.getByRole('row').nth(1).getByRole('button').click();
  await expect.poll(() => rows(opened)).toEqual([`"quotes" & 'more' \\u202eabc.txt7 kB100%`]);
  expect(await opened.view.locator('img').count()).toBe(0);
  expect(opened.problems).toEqual([]);
});

test('draws a part of thousands of entries, and lists the others when asked', async () => {
  await using opened = await stage.open(show('many'));
  const { view } = opened;
  await expect.poll(() => status(opened)).toMatch(/^5,000 files/);
  await view.getByRole('row', { name: /^many/ }).getByRole('button').click();
  await expect.poll(() => view.locator('.cell').count()).toBe(300);
  expect(await view.locator('.others').textContent()).toBe('4,700 smaller ones');
  expect(await view.locator('tbody tr').count()).toBe(200);
  await view.getByRole('button', { name: 'Show 200 of 4,800 more' }).click();
  await expect.poll(() => view.locator('tbody tr').count()).toBe(400);
  expect(opened.problems).toEqual([]);
});

test('says what it has not counted, and counts on when asked', async () => {
  await using opened = await stage.open(show('wide'));
  const { view } = opened;
  const missing = view.locator('.missing');
  await expect.poll(() => missing.textContent()).toBe('101 directories not counted yet. Count on');
  // The last one in the order of names can be read no more.
  rmdirSync(at('wide/d999'));
  await view.getByRole('button', { name: 'Count on' }).click();
  await expect
    .poll(() => missing.locator('summary').textContent())
    .toBe('Not counted, because 1 directory could not be read');
  expect(await missing.locator('li').textContent()).toContain(`${at('wide/d999')} does not exist`);
  const [first] = await rows(opened);
  expect(first).toBe('d0/0 bytes');
  expect(opened.problems).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using opened = await stage.open(show('project', theme), { width, height: 700 });
    await expect.poll(() => status(opened)).toMatch(/^7 files/);
    expect(await opened.axe()).toEqual([]);
    const overflow = await opened.view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});
