// The graph of the git server: the commits of git_log in a browser.
import { execFileSync } from 'node:child_process';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeBranches } from '../src/scenes/git-graph.ts';
import { git } from '../src/scenes/repository.ts';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, heading, SCRIPT, traces, useFolder, useStage } from './stage.ts';

const open = useStage();

const [small, long, hostile] = [useFolder(), useFolder(), useFolder()];

const MANY = 1500;
const BRANCHES = ['abc\u202edef', '<b>bold</b>', `"it's"&amp;`];

/** Imports commits with `git fast-import`: a message, a file, and a branch merged every ten commits. */
const importMany = (folder: string): void => {
  const lines: string[] = [];
  const commit = (mark: number, ref: string, message: string, parents: readonly number[]): void => {
    lines.push(
      `commit refs/heads/${ref}`,
      `mark :${mark}`,
      `committer Ada <ada@example.com> ${1_700_000_000 + mark * 60} +0000`,
    );
    lines.push(`data ${Buffer.byteLength(message)}`, message);
    const [first, ...others] = parents;
    if (first !== undefined) lines.push(`from :${first}`);
    for (const other of others) lines.push(`merge :${other}`);
    const text = `text ${mark}`;
    lines.push('M 100644 inline file.txt', `data ${text.length}`, text);
  };
  for (let at = 1; at <= MANY; at += 1) {
    if (at % 10 === 5) commit(at, 'side', `side ${at}`, [at - 2]);
    else if (at % 10 === 6) commit(at, 'main', `commit ${at}`, [at - 2]);
    else commit(at, 'main', `commit ${at}`, at === 1 ? [] : at % 10 === 9 ? [at - 1, at - 4] : [at - 1]);
  }
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: folder, input: `${lines.join('\n')}\n` });
};

beforeAll(() => {
  makeBranches(small);
  git(long, 'init', '--quiet');
  importMany(long);
  git(hostile, 'init', '--quiet');
  const commit = (message: string): void =>
    void execFileSync('git', ['commit', '--quiet', '--allow-empty', '--file=-'], {
      cwd: hostile,
      input: message,
      env: {
        PATH: process.env['PATH'],
        HOME: hostile,
        GIT_AUTHOR_NAME: '<b>Ada</b> \u202e',
        GIT_AUTHOR_EMAIL: 'a',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'a',
      },
    });
  commit('first');
  for (const branch of BRANCHES) git(hostile, 'branch', branch);
  commit(`${SCRIPT} \u202eabc\n\n${SCRIPT}\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n+no change\n`);
  commit(`${'x'.repeat(1_000_000)}\n`);
});

const show = (path: string, args: object = {}): Show => callOf('git', [path], ['git_log', args]);

const subjects = (view: Frame) => view.locator('.commit .subject').allTextContents();
const selected = (view: Frame) => view.locator('[aria-selected=true] .subject').textContent();

test('shows the commits of a call of the built server with branches and tags, and all of them when asked', async () => {
  const { view } = await open(show(small), { heading: '8 commits' });
  expect((await subjects(view)).slice(0, 2)).toEqual(["Merge branch 'search'", 'Search in any case']);
  const first = view.getByRole('option').first();
  expect(await first.locator('.label').allTextContents()).toEqual(['HEAD', 'branch main']);
  expect(await first.textContent()).toMatch(/Merge of parents [0-9a-f]{7}, [0-9a-f]{7}$/);
  expect(await view.locator('circle').count()).toBe(8);
  await view.getByRole('checkbox', { name: 'All branches and tags' }).check();
  await expect.poll(() => heading(view)).toBe('9 commits');
  await expect.poll(() => subjects(view)).toContain('Keep orders');
  expect(await view.locator('.label.tag').allTextContents()).toEqual(['tag v1.0']);
  // The last click wins, however quickly it follows.
  await view.getByRole('checkbox').evaluate((box: HTMLElement) => {
    for (let click = 0; click < 3; click += 1) box.click();
  });
  await expect.poll(() => heading(view)).toBe('8 commits');
  expect(await view.getByRole('checkbox').isChecked()).toBe(false);
});

test('shows the changes of the commit that is chosen, by mouse and by keyboard, and goes to its parents', async () => {
  const { view, page } = await open(show(small), { heading: '8 commits' });
  await view.getByRole('option', { name: /Prices with taxes/ }).click();
  await expect
    .poll(() => view.locator('.details td.added').allTextContents())
    .toContain("addedexport const prices = withTaxes(read('prices.csv'));");
  expect(await view.locator('.details h2').textContent()).toBe('Prices with taxes');
  expect(await view.locator('dd').first().textContent()).toBe(git(small, 'rev-parse', 'prices').trim());
  await view.locator('dd').getByRole('button').click();
  await expect.poll(() => selected(view)).toBe('Read prices from a file');
  const list = view.getByRole('listbox', { name: 'Commits' });
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(view)).toBe('Search in any case');
  expect(await list.getAttribute('aria-activedescendant')).toBe('commit-1');
  await expect.poll(() => view.locator('summary').textContent()).toBe('search.ts +1 −1');
  await page.keyboard.press('End');
  await expect.poll(() => selected(view)).toBe('Begin the shop');
});

test('pages through a long history, of which only what can be seen is drawn', async () => {
  const { view, page } = await open(show(long, { max_count: 5 }), { heading: 'The first 250 commits' });
  const more = view.getByRole('button', { name: 'More commits' });
  for (let count = 250; count < MANY; count += 250) {
    await more.click();
    await expect
      .poll(() => heading(view))
      .toMatch(new RegExp(`${(count + 250).toLocaleString('en')} commits$`));
  }
  await expect.poll(() => more.isDisabled()).toBe(true);
  expect(await heading(view)).toBe('1,500 commits');
  const list = view.getByRole('listbox', { name: 'Commits' });
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => selected(view)).toBe('commit 1');
  for (let key = 0; key < 40; key += 1) await page.keyboard.press('ArrowUp');
  const option = view.locator('[aria-selected=true]');
  await expect.poll(() => option.getAttribute('aria-posinset')).toBe('1460');
  expect(await option.getAttribute('aria-setsize')).toBe('1500');
  expect(await view.getByRole('option').count()).toBeLessThan(60);
  expect(await view.locator('path').count()).toBeLessThan(200);
  await list.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(async () => (await subjects(view))[0]).toBe('commit 1500');
});

test('each line that is drawn goes from dot to dot', async () => {
  const { view } = await open(show(long), { heading: 'The first 250 commits' });
  const drawn = await view.evaluate(() => {
    const numbers = (value: string | null): number[] =>
      (value ?? '')
        .split(/[MC ]+/)
        .filter(Boolean)
        .map(Number);
    const ends = [...document.querySelectorAll('path')].flatMap((path) => {
      const [x1, y1, , , , , x2, y2] = numbers(path.getAttribute('d'));
      return [`${x1} ${y1}`, `${x2} ${y2}`];
    });
    const dots = [...document.querySelectorAll('circle')].map(
      (dot) => `${dot.getAttribute('cx')} ${dot.getAttribute('cy')}`,
    );
    const lowest = Math.max(...dots.map((dot) => Number(dot.split(' ')[1])));
    const isOnce = (end: string): boolean => ends.indexOf(end) === ends.lastIndexOf(end);
    // A line end must meet another line or a dot.
    const loose = ends.filter((end) => isOnce(end) && !dots.includes(end));
    return { lines: ends.length / 2, loose: loose.filter((end) => Number(end.split(' ')[1]) <= lowest) };
  });
  expect(drawn.lines).toBeGreaterThan(30);
  expect(drawn.loose).toEqual([]);
});

test('a call that leaves out commits shows those that fit, without lines', async () => {
  const { view } = await open(show(small, { grep: 'prices', max_count: 1 }));
  await expect.poll(() => subjects(view)).toEqual(["Merge branch 'prices'", 'Read prices from a file']);
  expect(await view.locator('path').count()).toBe(0);
  expect(await view.getByRole('checkbox').count()).toBe(0);
});

test('a summary is shown as the text that it is', async () => {
  const { view } = await open(show(small, { summary: 'author' }));
  await expect.poll(() => view.locator('pre').textContent()).toMatch(/Ada/);
});

test('shows hostile messages and names as text, and nothing of them runs', async () => {
  const { page, view } = await open(show(hostile), { heading: '3 commits' });
  expect((await subjects(view))[0]).toMatch(/^x{300}$/);
  await view.getByRole('option').nth(1).click();
  await expect.poll(() => view.locator('.details h2').textContent()).toContain(SCRIPT);
  await expect.poll(() => view.getByText('No changes to show.').count()).toBe(1);
  expect(await view.locator('.body').textContent()).toContain('diff --git a/x b/x');
  await view.getByRole('option').nth(2).click();
  const labels = view.locator('.details .label');
  await expect.poll(() => labels.count()).toBe(BRANCHES.length);
  const texts = (await labels.allTextContents()).join(' ');
  expect(texts).toContain('<b>bold</b>');
  expect(await view.locator('body').textContent()).not.toContain('\u202e');
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

const looks = (): Looks => ({
  graph: {
    show: show(small),
    act: async ({ view }) => {
      await expect.poll(() => heading(view)).toBe('8 commits');
      await view.getByRole('option', { name: /Prices with taxes/ }).click();
      await expect.poll(() => view.locator('.details td.added').count()).toBeGreaterThan(0);
    },
  },
});

testAccessibility(open, looks);
