// The graph of the git server: the commits of git_log in a browser.
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../src/scene.ts';
import { makeBranches } from '../src/scenes/git-graph.ts';
import { git } from '../src/scenes/repository.ts';
import { startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const small = temporary();
const long = temporary();
const hostile = temporary();
afterAll(() => {
  for (const directory of [small, long, hostile]) directory[Symbol.dispose]();
});

const MANY = 1500;
const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';
const BRANCHES = ['abc\u202edef', '<b>bold</b>', `"it's"&amp;`];

/** Commits by `git fast-import`: a message, a file, and a branch that is merged every ten commits. */
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
  makeBranches(small.path);
  git(long.path, 'init', '--quiet');
  importMany(long.path);
  git(hostile.path, 'init', '--quiet');
  const commit = (message: string): void =>
    void execFileSync('git', ['commit', '--quiet', '--allow-empty', '--file=-'], {
      cwd: hostile.path,
      input: message,
      env: {
        PATH: process.env['PATH'],
        HOME: hostile.path,
        GIT_AUTHOR_NAME: '<b>Ada</b> \u202e',
        GIT_AUTHOR_EMAIL: 'a',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'a',
      },
    });
  commit('first');
  for (const branch of BRANCHES) git(hostile.path, 'branch', branch);
  commit(`${SCRIPT} \u202eabc\n\n${SCRIPT}\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n+no change\n`);
  commit(`${'x'.repeat(1_000_000)}\n`);
});

const show = (path: string, args: object = {}, theme: 'light' | 'dark' = 'light') =>
  ({ command: [process.execPath, program('git'), path], tool: 'git_log', args: { ...args }, theme }) as const;

const heading = ({ view }: Opened) => view.locator('h1').textContent();
const subjects = ({ view }: Opened) => view.locator('.commit .subject').allTextContents();
const selected = ({ view }: Opened) => view.locator('[aria-selected=true] .subject').textContent();

test('shows the commits of a call of the built server with branches and tags, and all of them when asked', async () => {
  await using opened = await stage.open(show(small.path));
  const { view } = opened;
  await expect.poll(() => heading(opened)).toBe('8 commits');
  expect((await subjects(opened)).slice(0, 2)).toEqual(["Merge branch 'search'", 'Search in any case']);
  const first = view.getByRole('option').first();
  expect(await first.locator('.label').allTextContents()).toEqual(['HEAD', 'branch main']);
  expect(await first.textContent()).toMatch(/Merge of parents [0-9a-f]{7}, [0-9a-f]{7}$/);
  expect(await view.locator('circle').count()).toBe(8);
  await view.getByRole('checkbox', { name: 'All branches and tags' }).check();
  await expect.poll(() => heading(opened)).toBe('9 commits');
  await expect.poll(() => subjects(opened)).toContain('Keep orders');
  expect(await view.locator('.label.tag').allTextContents()).toEqual(['tag v1.0']);
  // The last word counts, however fast it follows.
  await view.getByRole('checkbox').evaluate((box: HTMLElement) => {
    for (let click = 0; click < 3; click += 1) box.click();
  });
  await expect.poll(() => heading(opened)).toBe('8 commits');
  expect(await view.getByRole('checkbox').isChecked()).toBe(false);
  expect(opened.problems).toEqual([]);
});

test('shows the changes of the commit that is chosen, by mouse and by keyboard, and goes to its parents', async () => {
  await using opened = await stage.open(show(small.path));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('8 commits');
  await view.getByRole('option', { name: /Prices with taxes/ }).click();
  await expect
    .poll(() => view.locator('.details td.added').allTextContents())
    .toContain("addedexport const prices = withTaxes(read('prices.csv'));");
  expect(await view.locator('.details h2').textContent()).toBe('Prices with taxes');
  expect(await view.locator('dd').first().textContent()).toBe(git(small.path, 'rev-parse', 'prices').trim());
  await view.locator('dd').getByRole('button').click();
  await expect.poll(() => selected(opened)).toBe('Read prices from a file');
  const list = view.getByRole('listbox', { name: 'Commits' });
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(opened)).toBe('Search in any case');
  expect(await list.getAttribute('aria-activedescendant')).toBe('commit-1');
  await expect.poll(() => view.locator('summary').textContent()).toBe('search.ts +1 −1');
  await page.keyboard.press('End');
  await expect.poll(() => selected(opened)).toBe('Begin the shop');
  expect(opened.problems).toEqual([]);
});

test('pages through a long history, of which only what can be seen is drawn', async () => {
  await using opened = await stage.open(show(long.path, { max_count: 5 }));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('The first 250 commits');
  const more = view.getByRole('button', { name: 'More commits' });
  for (let count = 250; count < MANY; count += 250) {
    await more.click();
    await expect
      .poll(() => heading(opened))
      .toMatch(new RegExp(`${(count + 250).toLocaleString('en')} commits$`));
  }
  await expect.poll(() => more.isDisabled()).toBe(true);
  expect(await heading(opened)).toBe('1,500 commits');
  const list = view.getByRole('listbox', { name: 'Commits' });
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => selected(opened)).toBe('commit 1');
  for (let key = 0; key < 40; key += 1) await page.keyboard.press('ArrowUp');
  const option = view.locator('[aria-selected=true]');
  await expect.poll(() => option.getAttribute('aria-posinset')).toBe('1460');
  expect(await option.getAttribute('aria-setsize')).toBe('1500');
  expect(await view.getByRole('option').count()).toBeLessThan(60);
  expect(await view.locator('path').count()).toBeLessThan(200);
  await list.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(async () => (await subjects(opened))[0]).toBe('commit 1500');
  expect(opened.problems).toEqual([]);
});

test('each line that is drawn goes from dot to dot', async () => {
  await using opened = await stage.open(show(long.path));
  await expect.poll(() => heading(opened)).toBe('The first 250 commits');
  const drawn = await opened.view.evaluate(() => {
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
    // A line comes from above and goes on below, or there is a dot.
    const open = ends.filter((end) => isOnce(end) && !dots.includes(end));
    return { lines: ends.length / 2, open: open.filter((end) => Number(end.split(' ')[1]) <= lowest) };
  });
  expect(drawn.lines).toBeGreaterThan(30);
  expect(drawn.open).toEqual([]);
});

test('a call that leaves out commits shows those that fit, without lines', async () => {
  await using opened = await stage.open(show(small.path, { grep: 'prices', max_count: 1 }));
  await expect.poll(() => subjects(opened)).toEqual(["Merge branch 'prices'", 'Read prices from a file']);
  expect(await opened.view.locator('path').count()).toBe(0);
  expect(await opened.view.getByRole('checkbox').count()).toBe(0);
  expect(opened.problems).toEqual([]);
});

test('a summary is shown as the text that it is', async () => {
  await using opened = await stage.open(show(small.path, { summary: 'author' }));
  await expect.poll(() => opened.view.locator('pre').textContent()).toMatch(/Ada/);
  expect(opened.problems).toEqual([]);
});

test('shows hostile messages and names as text, and nothing of them runs', async () => {
  await using opened = await stage.open(show(hostile.path));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe('3 commits');
  expect((await subjects(opened))[0]).toMatch(/^x{300}$/);
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
  expect(await view.locator('script, img, b').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(opened.problems).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using opened = await stage.open(show(small.path, {}, theme), { width, height: 700 });
    const { view } = opened;
    await expect.poll(() => heading(opened)).toBe('8 commits');
    await view.getByRole('option', { name: /Prices with taxes/ }).click();
    await expect.poll(() => view.locator('.details td.added').count()).toBeGreaterThan(0);
    expect(await opened.axe()).toEqual([]);
    const overflow = await view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});
