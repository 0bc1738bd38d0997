// The diff of the git server on narrow and wide pages: side-by-side columns, compared versions, and files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { git as gitIn } from '../src/scenes/repository.ts';
import type { Looks } from './accessible.ts';
import { callOf, useFolder, useStage } from './stage.ts';
import { setWidth, testWidths } from './widths.ts';

const open = useStage();

const [directory, long] = [useFolder(), useFolder()];

const git = (...args: string[]): string => gitIn(directory, ...args);
const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);

beforeAll(() => {
  git('init', '--quiet');
  write('a.txt', 'one\ntwo red cats\nthree\n');
  write('gone.txt', 'old\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  git('branch', 'topic');
  write('a.txt', 'one\ntwo blue cats\nand more\nthree\n');
  write('new.txt', `${'x'.repeat(300)}\nlast`);
  git('rm', '--quiet', 'gone.txt');
  git('add', '--all');
});

/** Adds a file longer than a page of the patch, and another file. */
const fillLong = (folder: string): void => {
  gitIn(folder, 'init', '--quiet');
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1} ${'x'.repeat(30)}\n`);
  writeFileSync(join(folder, 'a.txt'), lines.join(''));
  writeFileSync(join(folder, 'b.txt'), 'other\n');
  gitIn(folder, 'add', '--all');
};

const show = (args: object = { staged: true }): Show => callOf('git', [directory], ['git_diff', args]);

/** Returns the texts of a file's cells, by row. */
const cellsOf = (view: Frame, file: number) =>
  view
    .locator('details')
    .nth(file)
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const isLaidOut = (view: Frame) => expect.poll(() => view.locator('details').count()).toBe(3);

test('a wide page shows two sides, a narrow one the deleted lines above the added ones', async () => {
  const opened = await open(show());
  const { view } = opened;
  await isLaidOut(view);
  for (const width of [1000, 740]) {
    await setWidth(opened, width);
    await expect
      .poll(() => cellsOf(view, 0))
      .toEqual([
        ['@@ -1,3 +1,4 @@'],
        ['1', 'one', '1', 'one'],
        ['2', 'deletedtwo red cats', '2', 'addedtwo blue cats'],
        ['', '', '3', 'addedand more'],
        ['3', 'three', '4', 'three'],
      ]);
  }
  for (const width of [480, 360]) {
    await setWidth(opened, width);
    await expect
      .poll(() => cellsOf(view, 0))
      .toEqual([
        ['@@ -1,3 +1,4 @@'],
        ['1', '1', 'one'],
        ['2', '', 'deletedtwo red cats'],
        ['', '2', 'addedtwo blue cats'],
        ['', '3', 'addedand more'],
        ['3', '4', 'three'],
      ]);
    expect(await view.locator('del, ins').allTextContents()).toEqual(['red', 'blue']);
  }
});

test('a new file and a deleted one have one column, however wide the page is', async () => {
  const { view } = await open(show());
  await isLaidOut(view);
  expect(await cellsOf(view, 1)).toEqual([['@@ -1 +0,0 @@'], ['1', 'deletedold']]);
  const openEnd = ' (no line break at the end)';
  expect(await cellsOf(view, 2)).toEqual([
    ['@@ -0,0 +1,2 @@'],
    ['1', `added${'x'.repeat(300)}`],
    ['2', `addedlast${openEnd}`],
  ]);
});

test('signs say what colours say', async () => {
  const { view } = await open(show());
  await isLaidOut(view);
  const signs = (kind: string) =>
    view
      .locator(`td.text.${kind}`)
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(new Set(await signs('added'))).toEqual(new Set(['"+" / ""']));
  expect(new Set(await signs('deleted'))).toEqual(new Set(['"−" / ""']));
});

test('a list of the files leads to each, by keyboard too, also to one that is closed', async () => {
  const { view, page } = await open(show());
  await isLaidOut(view);
  const list = view.getByRole('list', { name: 'Files' });
  expect(await list.getByRole('button').allTextContents()).toEqual([
    'a.txt +2 −1',
    'gone.txt +0 −1',
    'new.txt +2 −0',
  ]);
  const last = view.locator('summary').nth(2);
  await last.click();
  await expect.poll(() => view.locator('table').count()).toBe(2);
  await list.getByRole('button').nth(2).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('table').count()).toBe(3);
  expect(await last.evaluate((summary) => summary === document.activeElement)).toBe(true);
});

test.each([
  [{}, 'index ↔ working tree'],
  [{ staged: true }, 'HEAD ↔ index'],
  [{ staged: true, target: 'topic' }, 'topic ↔ index'],
  [{ target: 'topic' }, 'topic ↔ working tree'],
  [{ base: 'topic', target: 'main' }, 'topic ↔ main'],
  [{ target: 'topic..' }, 'topic ↔ HEAD'],
  [{ target: 'topic...main' }, 'merge base with topic ↔ main'],
  [{ base: 'topic', target: 'main', merge_base: true }, 'merge base with topic ↔ main'],
  [{ target: 'HEAD^!' }, 'HEAD^!'],
])('says that %j compares %s', async (args, said) => {
  const { view } = await open(show(args));
  await expect.poll(() => view.locator('h1 + p').textContent()).toBe(said);
});

test('a page that begins within a file shows the end of that file too', async () => {
  fillLong(long);
  const { view } = await open(callOf('git', [long], ['git_diff', { staged: true, max_bytes: 1000 }]));
  const more = view.getByRole('button', { name: 'More files' });
  await more.click();
  await expect.poll(() => view.locator('summary').allTextContents()).toEqual(['a.txt +22 −0', 'b.txt +1 −0']);
  expect(await view.locator('pre').textContent()).toMatch(/^(?:\+line \d+ x+\n)+$/);
  expect(await view.locator('pre').textContent()).toContain('+line 30 ');
  expect(await more.count()).toBe(0);
});

const looks = (): Looks => ({ diff: { show: show(), act: ({ view }) => isLaidOut(view) } });

testWidths(open, looks);
