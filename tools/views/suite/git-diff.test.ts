// The diff of the git server: the patch of git_diff in a browser.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { git as gitIn } from '../src/scenes/repository.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, SCRIPT, traces, useFolder, useStage } from './stage.ts';

const open = useStage();

const directory = useFolder();

const git = (...args: string[]): string => gitIn(directory, ...args);
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(directory, name), `${lines.join('\n')}\n`);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

const NAME = 'a <b>"it\'s" & é.txt';

beforeAll(() => {
  git('init', '--quiet');
  write('long.txt', numbered(60));
  write(NAME, ['first', 'the quick brown fox jumps', 'last']);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  write('long.txt', numbered(60).toSpliced(9, 1, 'line ten').toSpliced(49, 1, 'line fifty', 'and more'));
  write(NAME, ['first', 'the quick red fox jumps', `last ${SCRIPT}`, 'abc\u202edef', 'x'.repeat(20_000)]);
});

const show = (args: object = {}): Show => callOf('git', [directory], ['git_diff', args]);

const summaries = (view: Frame) => view.locator('summary').allTextContents();

test('shows both sides of each file, with counts, and marks the words that differ', async () => {
  const { view } = await open(show());
  await expect.poll(async () => (await summaries(view)).length).toBe(2);
  expect((await summaries(view))[1]).toBe('long.txt +3 −2');
  const rows = view.locator('details').nth(1).locator('tr');
  const changed = rows.filter({ hasText: 'line ten' });
  expect(await changed.locator('td').allTextContents()).toEqual([
    '10',
    'deletedline 10',
    '10',
    'addedline ten',
  ]);
  const added = rows.filter({ hasText: 'and more' });
  expect(await added.locator('td').allTextContents()).toEqual(['', '', '51', 'addedand more']);
  // Differing words are marked.
  const pair = view.locator('tr').filter({ hasText: 'quick' });
  expect(await pair.locator('del').allTextContents()).toEqual(['brown']);
  expect(await pair.locator('ins').allTextContents()).toEqual(['red']);
});

test('shows more lines around changes by a call, folds the unchanged ones, and unfolds them by keyboard', async () => {
  const { view, page } = await open(show({ paths: ['long.txt'] }));
  await expect.poll(() => view.locator('tbody').count()).toBe(2);
  await view.getByRole('button', { name: 'More lines' }).click();
  await expect.poll(() => view.locator('tbody').count()).toBe(1);
  const fold = view.getByRole('button', { name: 'Show 33 unchanged lines' });
  await expect.poll(() => fold.count()).toBe(1);
  expect(await view.locator('tr').filter({ hasText: 'line 30' }).count()).toBe(0);
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('tr').filter({ hasText: 'line 30' }).count()).toBe(1);
  await view.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('table').isVisible()).toBe(false);
});

test('goes on to the files of the next page', async () => {
  const { view } = await open(show({ max_bytes: 1000 }));
  await expect.poll(async () => (await summaries(view)).length).toBeGreaterThan(0);
  const more = view.getByRole('button', { name: 'More files' });
  for (let page = 0; page < 200 && (await more.count()) > 0; page++) {
    const before = await view.locator('summary, pre').count();
    await more.click();
    await expect.poll(() => view.locator('summary, pre').count()).toBeGreaterThan(before);
  }
  expect((await summaries(view)).some((name) => name.startsWith('long.txt'))).toBe(true);
});

test('more lines and more files that are asked for at once are not mixed', async () => {
  const { view } = await open(show({ max_bytes: 1000 }));
  const more = view.getByRole('button', { name: 'More files' });
  await expect.poll(() => more.count()).toBe(1);
  const before = await view.locator('summary, pre').count();
  await view.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toolbar button')) button.click();
  });
  await expect.poll(() => view.locator('summary, pre').count()).toBeGreaterThan(before);
  // These files have few lines.
  expect(await view.getByRole('button', { name: 'More lines' }).isDisabled()).toBe(false);
});

test('shows hostile names and lines as text, and nothing of them runs', async () => {
  const { page, view } = await open(show());
  await expect.poll(async () => (await summaries(view)).length).toBe(2);
  expect(await view.locator('tr').filter({ hasText: SCRIPT }).count()).toBe(1);
  expect(await view.locator('td', { hasText: 'abc' }).textContent()).toBe('addedabc\\u202edef');
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

test.each([
  [{ stat: true }, /long\.txt/],
  [{ staged: true }, /^No changes\.$/],
])('shows %j as the text that it is', async (args, text) => {
  const { view } = await open(show(args));
  await expect.poll(() => view.locator('pre').textContent()).toMatch(text);
});

const looks = (): Looks => ({
  diff: {
    show: show(),
    act: ({ view }) => expect.poll(async () => (await summaries(view)).length).toBe(2),
  },
});

testAccessibility(open, looks);
