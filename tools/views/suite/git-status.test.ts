// The status of the git server: staging files and resolving conflicts in a browser.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeStopped } from '../src/scenes/git-status.ts';
import { git } from '../src/scenes/repository.ts';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, SCRIPT, status, traces, useFolder, useStage, type Opened } from './stage.ts';

const open = useStage();

interface Scene {
  readonly path: string;
  readonly git: (...args: string[]) => string;
  readonly write: (name: string, text: string) => void;
  readonly commit: (message: string) => void;
}

const sceneIn = (path: string): Scene => ({
  path,
  git: (...args) => git(path, ...args),
  write: (name, text) => writeFileSync(join(path, name), text),
  commit: (message) => {
    git(path, 'add', '--all');
    git(path, 'commit', '--quiet', '--message', message);
  },
});

interface Shown extends Opened {
  readonly scene: Scene;
  readonly path: string;
  /** Presses the button with this name. */
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Returns the page's report of its last action. */
  readonly said: () => Promise<string | null>;
}

const scratch = useFolder();

const show = (path: string, flags: readonly string[] = []): Show =>
  callOf('git', [path, ...flags], ['git_status']);

const toShown = (opened: Opened, path: string): Shown => ({
  ...opened,
  scene: sceneIn(path),
  path,
  press: (name) => opened.view.getByRole('button', { name, exact: true }).click(),
  said: () => status(opened.view),
});

const make = (fill: (path: string) => void = (path) => makeStopped(path)): string => {
  const path = mkdtempSync(join(scratch, 'repository-'));
  fill(path);
  return path;
};

/** Opens the status of a new repository. */
const openStatus = async (fill?: (path: string) => void, flags?: readonly string[]): Promise<Shown> => {
  const path = make(fill);
  const opened = await open(show(path, flags));
  await expect.poll(() => opened.view.locator('h1').count()).toBe(1);
  return toShown(opened, path);
};

const rows = (view: Frame) =>
  view.locator('section').evaluateAll((sections) => {
    const textOf = (element: Element | null): string => element?.textContent ?? '';
    return sections.map((section) => [
      textOf(section.querySelector('h2')),
      ...[...section.querySelectorAll('li')].map((item) => textOf(item.querySelector('.name'))),
    ]);
  });

test('lists the files of a call of the built server', async () => {
  const { view } = await openStatus();
  expect(await rows(view)).toEqual([
    ['In conflict (1)', 'recipe.txt'],
    ['Staged (1)', 'prices.csv'],
    ['Changed (1)', 'guide.md'],
    ['New (1)', 'notes.txt'],
  ]);
  expect(await view.locator('h1').textContent()).toBe('Status of main');
});

test('stages one hunk, unstages it, and stages a whole file', async () => {
  const { press, said, scene, view } = await openStatus();
  await press('guide.md');
  await press('Stage hunk 2 of guide.md');
  await expect.poll(said).toBe('Staged guide.md (+2 -1)');
  expect(scene.git('diff', '--cached', '--numstat', 'guide.md')).toBe('2\t1\tguide.md\n');
  expect(scene.git('show', ':guide.md')).toContain('step 3\n');
  expect(scene.git('show', ':guide.md')).toContain('step 35, slowly\nand wait\n');
  await expect.poll(async () => (await rows(view))[1]).toEqual(['Staged (2)', 'guide.md', 'prices.csv']);
  const staged = view.locator('section', { hasText: 'Staged (2)' });
  await staged.getByRole('button', { name: 'guide.md', exact: true }).click();
  await press('Unstage hunk 1 of guide.md');
  await expect.poll(said).toBe('Unstaged guide.md (+2 -1)');
  expect(scene.git('diff', '--cached', '--numstat', 'guide.md')).toBe('');
  await press('Stage notes.txt');
  await expect.poll(said).toBe('Staged notes.txt');
  expect(scene.git('show', ':notes.txt')).toBe('Buy tea\n');
});

test('works by keyboard, and the focus is never lost', async () => {
  const { said, scene, view, page } = await openStatus();
  await view.getByRole('button', { name: 'guide.md', exact: true }).focus();
  await page.keyboard.press('Enter');
  const first = view.getByRole('button', { name: 'Stage hunk 1 of guide.md', exact: true });
  await first.focus();
  await page.keyboard.press('Space');
  await expect.poll(said).toBe('Staged guide.md (+1 -1)');
  expect(scene.git('show', ':guide.md')).toContain('step three\n');
  // The page reloads hunks after files.
  await expect
    .poll(() => view.getByRole('button', { name: 'Stage hunk 2 of guide.md', exact: true }).count())
    .toBe(0);
  await expect.poll(() => view.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('what changed behind the page is refused, and shown as it is now', async () => {
  const { press, said, scene, view } = await openStatus();
  await press('guide.md');
  await expect.poll(() => view.locator('.hunk-part').count()).toBe(2);
  const before = readFileSync(join(scene.path, 'guide.md'), 'utf8');
  scene.write('guide.md', 'all is staged\n');
  scene.git('add', 'guide.md');
  const staged = scene.git('ls-files', '--stage', 'guide.md');
  scene.write('guide.md', before);
  await press('Stage hunk 2 of guide.md');
  await expect
    .poll(said)
    .toMatch(/^The patch does not apply to the index: guide\.md at line 32\. Nothing was/);
  expect(scene.git('ls-files', '--stage', 'guide.md')).toBe(staged);
  await expect.poll(() => view.locator('.hunk-part').count()).toBe(1);
  await expect.poll(() => view.locator('.hunk-part').textContent()).toContain('all is staged');
});

test('a conflict that changed behind the page is not resolved', async () => {
  const { press, said, scene, view } = await openStatus();
  await press('recipe.txt');
  await expect.poll(() => view.locator('fieldset').count()).toBe(2);
  scene.write('recipe.txt', `${readFileSync(join(scene.path, 'recipe.txt'), 'utf8')}more\n`);
  await press('All ours');
  await press('Resolve');
  await expect
    .poll(said)
    .toBe('recipe.txt has changed since its conflict was shown. Nothing was resolved. Look at it again.');
  expect(scene.git('ls-files', '--unmerged')).not.toBe('');
  await expect.poll(() => view.getByText('2 of 2 to choose').count()).toBe(1);
});

test('resolves each place of a conflict as it is chosen', async () => {
  const { path, press, said, scene, view } = await openStatus();
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
  await expect.poll(said).toMatch(/^Resolved and staged recipe\.txt\n/);
  const lines = readFileSync(join(path, 'recipe.txt'), 'utf8').split('\n');
  expect([lines[4], lines[29], lines[30]]).toEqual([
    'step 5: boil',
    'step 30: serve cold',
    'step 30: serve hot',
  ]);
  expect(scene.git('ls-files', '--unmerged')).toBe('');
  await expect.poll(async () => (await rows(view))[0]).toEqual(['Staged (2)', 'prices.csv', 'recipe.txt']);
});

test('keeps or deletes a file that one side has deleted', async () => {
  const { press, said, scene } = await openStatus((path) => {
    const repository = sceneIn(path);
    repository.git('init', '--quiet');
    repository.write('a.txt', 'one\n');
    repository.commit('one');
    repository.git('checkout', '--quiet', '-b', 'topic');
    repository.git('rm', '--quiet', 'a.txt');
    repository.commit('gone');
    repository.git('checkout', '--quiet', 'main');
    repository.write('a.txt', 'two\n');
    repository.commit('two');
    expect(() => repository.git('merge', '--quiet', 'topic')).toThrow('Command failed');
  });
  await press('a.txt');
  await press('Delete the file, as theirs');
  await expect.poll(said).toMatch(/^Resolved and staged a\.txt\n/);
  expect(scene.git('ls-files', '--stage')).toBe('');
});

test('a server that only reads shows all and offers no button that writes', async () => {
  const { press, view } = await openStatus(makeStopped, ['--read-only']);
  await press('guide.md');
  await expect.poll(() => view.locator('.hunk-part').count()).toBe(2);
  await press('recipe.txt');
  await expect.poll(() => view.locator('fieldset').count()).toBe(2);
  expect(await view.getByRole('button', { name: /stage|resolve|ours/i }).count()).toBe(0);
  expect(await view.getByRole('radio').count()).toBe(0);
});

test('says above the files that there are more of them', async () => {
  const { view, press, said } = await openStatus(
    (path) => {
      const scene = sceneIn(path);
      scene.git('init', '--quiet');
      for (let file = 0; file < 200; file++) scene.write(`${file}.txt`, '');
    },
    ['--max-output-bytes', '1000'],
  );
  const remark = view.getByText('There are more files than can be listed.');
  await expect.poll(() => remark.count()).toBe(1);
  const isAbove = remark.evaluate((line) => line.nextElementSibling?.querySelector('h2') instanceof Element);
  expect(await isAbove).toBe(true);
  const button = view.getByRole('button', { name: /^Stage these \d+ untracked$/ });
  const name = (await button.getAttribute('aria-label')) ?? '';
  const shown = Number(/\d+/.exec(name));
  expect(shown).toBe((await rows(view))[0]?.slice(1).length);
  await press(name);
  await expect.poll(said).toBe(`Staged ${shown} files`);
});

test('stages all of more files than the server takes in one call', async () => {
  const { press, said, scene, view } = await openStatus((path) => {
    const repository = sceneIn(path);
    repository.git('init', '--quiet');
    for (let file = 0; file < 1001; file++) repository.write(`${file}.txt`, '');
  });
  await press('Stage all untracked');
  await expect.poll(said).toBe('Staged 1,001 files');
  await expect.poll(async () => (await rows(view)).map(([title]) => title)).toEqual(['Staged (1,001)']);
  expect(scene.git('ls-files').trimEnd().split('\n').length).toBe(1001);
});

const NAMES = ['a <b>"it\'s" & é.txt', '\u202egpj.txt', "$(touch x) `y` 'z'", '-n', '*'];

test('shows hostile names and lines as text, stages them, and nothing of them runs', async () => {
  const { press, said, scene, view, page } = await openStatus((path) => {
    const repository = sceneIn(path);
    repository.git('init', '--quiet');
    for (const name of NAMES) repository.write(name, 'one\n');
    repository.commit('first');
    for (const name of NAMES) repository.write(name, `${SCRIPT}\nabc\u202edef\n${'x'.repeat(1_000_000)}\n`);
  });
  await expect.poll(async () => (await rows(view))[0]?.length).toBe(NAMES.length + 1);
  const shownNames = (await rows(view))[0]?.slice(1) ?? [];
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
  await expect.poll(said).toBe('Staged * (+3 -1)');
  expect(scene.git('diff', '--cached', '--name-only')).toBe('*\n');
  await press('Stage all unstaged');
  await expect.poll(async () => (await rows(view)).length).toBe(1);
  expect(scene.git('diff', '--name-only')).toBe('');
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

const looks = (): Looks => {
  const path = make();
  return {
    status: {
      show: show(path),
      act: async (opened) => {
        const { press, view } = toShown(opened, path);
        for (const name of ['recipe.txt', 'prices.csv', 'guide.md']) await press(name);
        await expect.poll(() => view.locator('.hunk-part').count()).toBe(3);
        await expect.poll(() => view.locator('fieldset').count()).toBe(2);
      },
    },
  };
};

testAccessibility(open, looks);
