// The graph of the git server for a reader: search, dates of commits, and layout.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { makeBranches } from '../src/scenes/git-graph.ts';
import { git, gitAt } from '../src/scenes/repository.ts';
import type { Looks } from './accessible.ts';
import { callOf, heading, useFolder, useStage } from './stage.ts';
import { setWidth, testWidths, WIDTHS } from './widths.ts';

const open = useStage();

const [shop, wide, large] = [useFolder(), useFolder(), useFolder()];

const BRANCHES = 20;
const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();

/** Creates parallel branches with long subjects and names, two files in the last commit, and recent dates. */
const makeWide = (folder: string): void => {
  const commit = (message: string, hours: number): void =>
    void gitAt(folder, ago(hours), 'commit', '--quiet', '--allow-empty', '--message', message);
  const subject = (at: number): string => `Commit ${at}: ${'what was done and why '.repeat(10)}`;
  git(folder, 'init', '--quiet');
  commit('Begin', 24 * 40);
  for (let at = 1; at <= BRANCHES; at += 1) {
    git(folder, 'checkout', '--quiet', '-b', `a-branch-with-quite-a-long-name-${at}`, 'main');
    commit(subject(at), 24 * 29 - at);
  }
  git(folder, 'checkout', '--quiet', 'main');
  commit('Three days', 24 * 3 + 1);
  mkdirSync(join(folder, 'docs'));
  for (const file of ['a.txt', 'docs/b.txt']) writeFileSync(join(folder, file), `${file}\n`);
  git(folder, 'add', '--all');
  commit('Five hours', 5.2);
};

beforeAll(() => {
  makeBranches(shop);
  makeWide(wide);
});

const show = (folder: string, args: object = {}): Show => callOf('git', [folder], ['git_log', args]);

const subjects = (view: Frame) => view.locator('.commit .subject').allTextContents();

test('searches messages and authors by what git_log has for it, and shows all again', async () => {
  const { view, page } = await open(show(shop), { heading: '8 commits' });
  const search = async (box: string, text: string): Promise<void> => {
    await view.getByRole('searchbox', { name: box }).fill(text);
    await page.keyboard.press('Enter');
  };
  await search('Message', 'prices');
  await expect.poll(() => subjects(view)).toEqual(["Merge branch 'prices'", 'Read prices from a file']);
  // The commits between these two are missing, so no line connects them.
  expect(await view.locator('path').count()).toBe(0);
  await search('Author', 'nobody');
  await expect.poll(() => heading(view)).toBe('0 commits');
  await search('Message', '');
  await search('Author', 'ada@');
  await expect.poll(() => heading(view)).toBe('8 commits');
  await search('Author', '');
  await expect.poll(() => view.locator('path').count()).toBeGreaterThan(0);
  // A search covers all branches when they are shown.
  await view.getByRole('checkbox').check();
  await expect.poll(() => heading(view)).toBe('9 commits');
  await search('Message', 'orders');
  await expect.poll(() => subjects(view)).toEqual(['Keep orders']);
});

test('says how long ago commits were made, with the time as a title, and the day of old ones', async () => {
  const { view } = await open(show(wide), { heading: '3 commits' });
  const dates = view.locator('.commit .date');
  expect(await dates.allTextContents()).toEqual(['5h ago', '3d ago', ago(24 * 40).slice(0, 10)]);
  const titles = await dates.evaluateAll((found) => found.map((date) => date.getAttribute('title') ?? ''));
  for (const title of titles) expect(title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
});

test('branches stand behind the subject, and are called branches below', async () => {
  const { view } = await open(show(wide), { heading: '3 commits' });
  const first = view.getByRole('option').first();
  expect(await first.locator('.subject + .labels .label').allTextContents()).toEqual(['HEAD', 'branch main']);
  expect(await view.locator('dt').allTextContents()).toEqual([
    'Commit',
    'Branches',
    'Author',
    'Date',
    'Parent',
  ]);
});

test('a commit of several files is a list of them, and shows the lines of one when it is opened', async () => {
  const { view, page } = await open(show(wide), { heading: '3 commits' });
  const files = view.locator('summary');
  await expect.poll(() => files.allTextContents()).toEqual(['a.txt +1 −0', 'docs/b.txt +1 −0']);
  expect(await view.locator('table').count()).toBe(0);
  await files.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => view.locator('td.added.text').allTextContents()).toEqual(['addeddocs/b.txt']);
});

test('the further files of a large commit follow by a button', async () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
  git(large, 'init', '--quiet');
  for (const name of names) writeFileSync(join(large, name), `${'x'.repeat(400)}\n`);
  git(large, 'add', '--all');
  gitAt(large, ago(1), 'commit', '--quiet', '--message', 'large');
  const { view } = await open(callOf('git', [large, '--max-output-bytes', '1000'], ['git_log', {}]));
  const files = view.locator('summary .name');
  await expect.poll(() => files.count()).toBeGreaterThan(0);
  const first = await files.allTextContents();
  expect(first).toEqual(names.slice(0, first.length));
  expect(first).not.toEqual(names);
  const more = view.getByRole('button', { name: 'More files' });
  for (let page = 0; page < names.length && (await more.count()) > 0; page++) {
    const before = await files.count();
    await more.click();
    await expect.poll(() => files.count()).toBeGreaterThan(before);
  }
  expect(await files.allTextContents()).toEqual(names);
});

test('at 740 pixels a subject that is cut has at least half of the width, however many branches there are', async () => {
  const opened = await open(show(wide), { heading: '3 commits' });
  const { view } = opened;
  await view.getByRole('checkbox').check();
  await expect.poll(() => heading(view)).toBe(`${BRANCHES + 3} commits`);
  await setWidth(opened, 740);
  const cut = () =>
    view
      .locator('.subject')
      .evaluateAll((found) =>
        found
          .filter((subject) => subject.scrollWidth > subject.clientWidth)
          .map((subject) => subject.getBoundingClientRect().width),
      );
  await expect.poll(async () => (await cut()).length).toBe(BRANCHES);
  for (const width of await cut()) expect(width).toBeGreaterThanOrEqual(740 / 2);
});

test('what stands in a row never lies over something else', async () => {
  const opened = await open(show(wide), { heading: '3 commits' });
  const { view } = opened;
  await view.getByRole('checkbox').check();
  await expect.poll(() => heading(view)).toBe(`${BRANCHES + 3} commits`);
  const overlaps = () =>
    view.locator('.commit').evaluateAll((found) =>
      found.flatMap((commit) => {
        const parts = [...commit.querySelectorAll(':scope > :not(.hidden)')];
        const boxes = parts.flatMap((part) => {
          const { left, width } = part.getBoundingClientRect();
          const isClipped = getComputedStyle(part).overflow === 'hidden';
          return width === 0 ? [] : [{ left, right: left + (isClipped ? width : part.scrollWidth) }];
        });
        return boxes.flatMap(({ left }, at) =>
          at > 0 && left < (boxes[at - 1]?.right ?? 0) - 0.5 ? [left] : [],
        );
      }),
    );
  for (const width of WIDTHS) {
    await setWidth(opened, width);
    await expect.poll(overlaps).toEqual([]);
  }
});

const looks = (): Looks => ({
  graph: {
    show: show(wide),
    act: async ({ view }) => {
      await view.getByRole('checkbox').check();
      await expect.poll(() => heading(view)).toBe(`${BRANCHES + 3} commits`);
    },
  },
});

testWidths(open, looks);
