// The diff of the git server: the patch of git_diff in a browser.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program, startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const directory = temporary();
afterAll(() => directory[Symbol.dispose]());

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: directory.path,
    encoding: 'utf8',
  });
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(directory.path, name), `${lines.join('\n')}\n`);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';
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

const show = (args: object = {}, theme: 'light' | 'dark' = 'light') =>
  ({
    command: [process.execPath, program('git'), directory.path],
    tool: 'git_diff',
    args: { ...args },
    theme,
  }) as const;

const summaries = ({ view }: Opened) => view.locator('summary').allTextContents();

test('shows both sides of each file, with counts', async () => {
  await using opened = await stage.open(show());
  const { view } = opened;
  await expect.poll(async () => (await summaries(opened)).length).toBe(2);
  expect((await summaries(opened))[1]).toBe('long.txt +3 −2');
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
  expect(opened.problems).toEqual([]);
});

test('marks the words that differ', async () => {
  await using opened = await stage.open(show());
  const pair = opened.view.locator('tr').filter({ hasText: 'quick' });
  await expect.poll(() => pair.locator('del').allTextContents()).toEqual(['brown']);
  expect(await pair.locator('ins').allTextContents()).toEqual(['red']);
});

test('shows more lines around changes by a call, folds the unchanged ones, and unfolds them by keyboard', async () => {
  await using opened = await stage.open(show({ paths: ['long.txt'] }));
  const { view, page } = opened;
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
  expect(opened.problems).toEqual([]);
});

test('goes on to the files of the next page', async () => {
  await using opened = await stage.open(show({ max_bytes: 1000 }));
  await expect.poll(async () => (await summaries(opened)).length).toBeGreaterThan(0);
  const more = opened.view.getByRole('button', { name: 'More files' });
  for (let page = 0; page < 200 && (await more.count()) > 0; page++) {
    const before = await opened.view.locator('summary, pre').count();
    await more.click();
    await expect.poll(() => opened.view.locator('summary, pre').count()).toBeGreaterThan(before);
  }
  expect((await summaries(opened)).some((name) => name.startsWith('long.txt'))).toBe(true);
  expect(opened.problems).toEqual([]);
});

test('more lines and more files that are asked for at once are not mixed', async () => {
  await using opened = await stage.open(show({ max_bytes: 1000 }));
  const { view } = opened;
  const more = view.getByRole('button', { name: 'More files' });
  await expect.poll(() => more.count()).toBe(1);
  const before = await view.locator('summary, pre').count();
  await view.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toolbar button')) button.click();
  });
  await expect.poll(() => view.locator('summary, pre').count()).toBeGreaterThan(before);
  // These are the files with few lines.
  expect(await view.getByRole('button', { name: 'More lines' }).isDisabled()).toBe(false);
  expect(opened.problems).toEqual([]);
});

test('shows hostile names and lines as text, and nothing of them runs', async () => {
  await using opened = await stage.open(show());
  const { view, page } = opened;
  await expect.poll(async () => (await summaries(opened)).length).toBe(2);
  expect(await view.locator('tr').filter({ hasText: SCRIPT }).count()).toBe(1);
  expect(await view.locator('td', { hasText: 'abc' }).textContent()).toBe('addedabc\\u202edef');
  expect(await view.locator('script, img, b').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(opened.problems).toEqual([]);
});

test.each([
  [{ stat: true }, /long\.txt/],
  [{ staged: true }, /^No changes\.$/],
])('shows %j as the text that it is', async (args, text) => {
  await using opened = await stage.open(show(args));
  await expect.poll(() => opened.view.locator('pre').textContent()).toMatch(text);
  expect(opened.problems).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using opened = await stage.open(show({}, theme), { width, height: 700 });
    await expect.poll(async () => (await summaries(opened)).length).toBe(2);
    expect(await opened.axe()).toEqual([]);
    const overflow = await opened.view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});
