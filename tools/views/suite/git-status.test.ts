// The status of the git server: files are staged and conflicts resolved in a browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStopped } from '../src/scenes/git-status.ts';
import { git } from '../src/scenes/repository.ts';
import { program } from '../src/scene.ts';
import { startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const show = (path: string, more: { readonly theme?: 'light' | 'dark'; readonly flags?: string[] } = {}) =>
  ({
    command: [process.execPath, program('git'), path, ...(more.flags ?? [])],
    tool: 'git_status',
    args: {},
    theme: more.theme ?? 'light',
  }) as const;

interface Scene {
  readonly git: (...args: string[]) => string;
  readonly write: (name: string, text: string) => void;
  readonly commit: (message: string) => void;
}

/** A repository in a folder. */
const sceneIn = (path: string): Scene => ({
  git: (...args) => git(path, ...args),
  write: (name, text) => writeFileSync(join(path, name), text),
  commit: (message) => {
    git(path, 'add', '--all');
    git(path, 'commit', '--quiet', '--message', message);
  },
});

interface Shown extends AsyncDisposable {
  readonly opened: Opened;
  readonly scene: Scene;
  readonly path: string;
  /** Presses the button of this name. */
  readonly press: (name: string | RegExp) => Promise<void>;
  /** What the page says that it did. */
  readonly said: () => Promise<string | null>;
}

const open = async (
  make: (path: string) => void = (path) => makeStopped(path),
  more: Parameters<typeof show>[1] = {},
  viewport?: { readonly width: number; readonly height: number },
): Promise<Shown> => {
  const directory = temporary();
  make(directory.path);
  const opened = await stage.open(show(directory.path, more), viewport);
  const { view } = opened;
  await expect.poll(() => view.locator('h1').count()).toBe(1);
  return {
    opened,
    scene: sceneIn(directory.path),
    path: directory.path,
    press: (name) => view.getByRole('button', { name, exact: true }).click(),
    said: () => view.getByRole('status').textContent(),
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
};

const rows = ({ view }: Opened) =>
  view.locator('section').evaluateAll((sections) => {
    const textOf = (element: Element | null): string => element?.textContent ?? '';
    return sections.map((section) => [
      textOf(section.querySelector('h2')),
      ...[...section.querySelectorAll('li')].map((item) => textOf(item.querySelector('.name'))),
    ]);
  });

test('lists the files of a call of the built server', async () => {
  await using shown = await open();
  expect(await rows(shown.opened)).toEqual([
    ['In conflict (1)', 'recipe.txt'],
    ['Staged (1)', 'prices.csv'],
    ['Changed (1)', 'guide.md'],
    ['New (1)', 'notes.txt'],
  ]);
  expect(await shown.opened.view.locator('h1').textContent()).toBe('Status of main');
  expect(shown.opened.problems).toEqual([]);
});

test('stages one hunk, unstages it, and stages a whole file', async () => {
  await using shown = await open();
  const { opened, scene, press, said } = shown;
  await press('guide.md');
  await press('Stage hunk 2 of guide.md');
  await expect.poll(said).toBe('Staged one hunk of guide.md');
  expect(scene.git('diff', '--cached', '--numstat', 'guide.md')).toBe('2\t1\tguide.md\n');
  expect(scene.git('show', ':guide.md')).toContain('step 3\n');
  expect(scene.git('show', ':guide.md')).toContain('step 35, slowly\nand wait\n');
  await expect.poll(async () => (await rows(opened))[1]).toEqual(['Staged (2)', 'guide.md', 'prices.csv']);
  const staged = opened.view.locator('section', { hasText: 'Staged (2)' });
  await staged.getByRole('button', { name: 'guide.md', exact: true }).click();
  await press('Unstage hunk 1 of guide.md');
  await expect.poll(said).toBe('Unstaged one hunk of guide.md');
  expect(scene.git('diff', '--cached', '--numstat', 'guide.md')).toBe('');
  await press('Stage notes.txt');
  await expect.poll(said).toBe('Staged notes.txt');
  expect(scene.git('show', ':notes.txt')).toBe('Buy tea\n');
  expect(opened.problems).toEqual([]);
});

test('works by keyboard, and the focus is never lost', async () => {
  await using shown = await open();
  const { opened, scene, said } = shown;
  const { view, page } = opened;
  await view.getByRole('button', { name: 'guide.md', exact: true }).focus();
  await page.keyboard.press('Enter');
  const first = view.getByRole('button', { name: 'Stage hunk 1 of guide.md', exact: true });
  await first.focus();
  await page.keyboard.press('Space');
  await expect.poll(said).toBe('Staged one hunk of guide.md');
  expect(scene.git('show', ':guide.md')).toContain('step three\n');
  // The hunks are read again after the files.
  await expect
    .poll(() => view.getByRole('button', { name: 'Stage hunk 2 of guide.md', exact: true }).count())
    .toBe(0);
  await expect.poll(() => view.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('what changed behind the page is refused, and shown as it is now', async () => {
  await using shown = await open();
  const { opened, scene, press, said } = shown;
  await press('guide.md');
  await expect.poll(() => opened.view.locator('.hunk-part').count()).toBe(2);
  scene.write('guide.md', 'all is new\n');
  await press('Stage hunk 2 of guide.md');
  await expect.poll(said).toMatch(/^guide\.md has changed since its changes were shown\. Nothing was staged/);
  expect(scene.git('diff', '--cached', '--name-only', '--', 'guide.md')).toBe('');
  await expect.poll(() => opened.view.locator('.hunk-part').count()).toBe(1);
  await expect.poll(() => opened.view.locator('.hunk-part').textContent()).toContain('all is new');
  expect(opened.problems).toEqual([]);
});

test('resolves each place of a conflict as it is chosen', async () => {
  await using shown = await open();
  const { opened, scene, press, said, path } = shown;
  const { view } = opened;
  await press('recipe.txt');
  await expect.poll(() => view.locator('fieldset').count()).toBe(2);
  expect(await view.locator('legend').allTextContents()).toEqual([
    'Place 1 of 2, line 5',
    'Place 2 of 2, line 34',
  ]);
  const resolve = view.getByRole('button', { name: 'Resolve', exact: true });
  expect(await resolve.isDisabled()).toBe(true);
  const places = view.locator('fieldset');
  await places.nth(0).getByRole('radio', { name: 'Theirs (topic)' }).check();
  await places.nth(1).getByRole('radio', { name: 'Both: ours, then theirs' }).check();
  await resolve.click();
  await expect.poll(said).toBe('Resolved and staged recipe.txt');
  const lines = readFileSync(join(path, 'recipe.txt'), 'utf8').split('\n');
  expect([lines[4], lines[29], lines[30]]).toEqual([
    'step 5: boil',
    'step 30: serve cold',
    'step 30: serve hot',
  ]);
  expect(scene.git('ls-files', '--unmerged')).toBe('');
  await expect.poll(async () => (await rows(opened))[0]).toEqual(['Staged (2)', 'prices.csv', 'recipe.txt']);
  expect(opened.problems).toEqual([]);
});

test('keeps or deletes a file that one side has deleted', async () => {
  await using shown = await open((path) => {
    const scene = sceneIn(path);
    scene.git('init', '--quiet');
    scene.write('a.txt', 'one\n');
    scene.commit('one');
    scene.git('checkout', '--quiet', '-b', 'topic');
    scene.git('rm', '--quiet', 'a.txt');
    scene.commit('gone');
    scene.git('checkout', '--quiet', 'main');
    scene.write('a.txt', 'two\n');
    scene.commit('two');
    expect(() => scene.git('merge', '--quiet', 'topic')).toThrow('Command failed');
  });
  await shown.press('a.txt');
  await shown.press('Delete the file, as theirs');
  await expect.poll(shown.said).toBe('Resolved and staged a.txt');
  expect(shown.scene.git('ls-files', '--stage')).toBe('');
  expect(shown.opened.problems).toEqual([]);
});

test('a server that only reads shows all and offers no button that writes', async () => {
  await using shown = await open(makeStopped, { flags: ['--read-only'] });
  const { view } = shown.opened;
  await shown.press('guide.md');
  await expect.poll(() => view.locator('.hunk-part').count()).toBe(2);
  await shown.press('recipe.txt');
  await expect.poll(() => view.locator('fieldset').count()).toBe(2);
  expect(await view.getByRole('button', { name: /stage|resolve|ours/i }).count()).toBe(0);
  expect(await view.getByRole('radio').count()).toBe(0);
  expect(shown.opened.problems).toEqual([]);
});

test('says above the files that there are more of them', async () => {
  await using shown = await open(
    (path) => {
      const scene = sceneIn(path);
      scene.git('init', '--quiet');
      for (let file = 0; file < 200; file++) scene.write(`${file}.txt`, '');
    },
    { flags: ['--max-output-chars', '1000'] },
  );
  const remark = shown.opened.view.getByText('There are more files than can be listed.');
  await expect.poll(() => remark.count()).toBe(1);
  const isAbove = remark.evaluate((line) => line.nextElementSibling?.querySelector('h2') instanceof Element);
  expect(await isAbove).toBe(true);
});

test('stages all of more files than the server takes in one call', async () => {
  await using shown = await open((path) => {
    const scene = sceneIn(path);
    scene.git('init', '--quiet');
    for (let file = 0; file < 1001; file++) scene.write(`${file}.txt`, '');
  });
  await shown.press('Stage all untracked');
  await expect.poll(shown.said).toBe('Staged 1,001 files');
  await expect
    .poll(async () => (await rows(shown.opened)).map(([title]) => title))
    .toEqual(['Staged (1,001)']);
  expect(shown.scene.git('ls-files').trimEnd().split('\n').length).toBe(1001);
  expect(shown.opened.problems).toEqual([]);
});

const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';
const NAMES = ['a <b>"it\'s" & é.txt', '\u202egpj.txt', "$(touch x) `y` 'z'", '-n', '*'];

test('shows hostile names and lines as text, stages them, and nothing of them runs', async () => {
  await using shown = await open((path) => {
    const scene = sceneIn(path);
    scene.git('init', '--quiet');
    for (const name of NAMES) scene.write(name, 'one\n');
    scene.commit('first');
    for (const name of NAMES) scene.write(name, `${SCRIPT}\nabc\u202edef\n${'x'.repeat(1_000_000)}\n`);
  });
  const { opened, scene, press, said } = shown;
  const { view, page } = opened;
  await expect.poll(async () => (await rows(opened))[0]?.length).toBe(NAMES.length + 1);
  const shownNames = (await rows(opened))[0]?.slice(1) ?? [];
  expect(shownNames).toEqual(expect.arrayContaining([NAMES[2], '-n', '*']));
  expect(shownNames.join('')).not.toMatch(/\p{Cf}/u);
  for (const name of ['*', '-n']) {
    await press(name);
    const part = view.locator('li', { hasText: name }).locator('.hunk-part').first();
    await expect.poll(() => part.locator('td.added').first().textContent()).toContain('1');
  }
  expect(await view.locator('tr').filter({ hasText: SCRIPT }).count()).toBe(2);
  expect(await view.getByText(String.raw`abc\u202edef`).count()).toBe(2);
  await press('Stage hunk 1 of *');
  await expect.poll(said).toBe('Staged one hunk of *');
  expect(scene.git('diff', '--cached', '--name-only')).toBe('*\n');
  await press('Stage all unstaged');
  await expect.poll(async () => (await rows(opened)).length).toBe(1);
  expect(scene.git('diff', '--name-only')).toBe('');
  expect(await view.locator('script, img, b').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(opened.problems).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using shown = await open(makeStopped, { theme }, { width, height: 700 });
    const { opened, press } = shown;
    const { view } = opened;
    for (const name of ['recipe.txt', 'prices.csv', 'guide.md']) await press(name);
    await expect.poll(() => view.locator('.hunk-part').count()).toBe(3);
    await expect.poll(() => view.locator('fieldset').count()).toBe(2);
    expect(await opened.axe()).toEqual([]);
    const overflow = await view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});
