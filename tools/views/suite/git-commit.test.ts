// The status of the git server: committing, discarding changes, and both by keyboard.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeStopped } from '../src/scenes/git-status.ts';
import { git as gitIn } from '../src/scenes/repository.ts';
import type { Looks } from './accessible.ts';
import { callOf, status, tabTo, useFolder, useStage, type Opened } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();

const scratch = useFolder();

interface Shown extends Opened {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  readonly press: (name: string) => Promise<void>;
  readonly said: () => Promise<string | null>;
}

const make = (fill: (folder: string) => void): string => {
  const folder = mkdtempSync(join(scratch, 'repository-'));
  fill(folder);
  return folder;
};

const openStatus = async (fill: (folder: string) => void, flags: readonly string[] = []): Promise<Shown> => {
  const folder = make(fill);
  // Commits need an author.
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const)
    gitIn(folder, 'config', key, value);
  const opened = await open(callOf('git', [folder, ...flags], ['git_status']));
  const { view } = opened;
  await expect.poll(() => view.locator('h1').count()).toBe(1);
  return {
    ...opened,
    folder,
    git: (...args) => gitIn(folder, ...args),
    press: (name) => view.getByRole('button', { name, exact: true }).click(),
    said: () => status(view),
  };
};

/** Creates a staged file and an unstaged one. */
const makeChanged = (folder: string): void => {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  gitIn(folder, 'init', '--quiet');
  write('a.txt', 'one\n');
  write('b.txt', 'one\n');
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '--message', 'First');
  write('a.txt', 'two\n');
  gitIn(folder, 'add', '--all');
  write('b.txt', 'two\n');
};

const message = (view: Frame) => view.getByRole('textbox', { name: 'Commit message' });

test('commits what is staged, and says which commit it is', async () => {
  const { view, press, said, git } = await openStatus(makeChanged);
  const commit = view.getByRole('button', { name: 'Commit', exact: true });
  expect(await commit.isDisabled()).toBe(true);
  await message(view).fill('Second\n\nWith a body.');
  await press('Commit');
  await expect
    .poll(said)
    .toMatch(/^Committed [0-9a-f]+ on main\n1 file changed, 1 insertion\(\+\), 1 deletion/);
  expect(git('log', '-1', '--format=%B').trimEnd()).toBe('Second\n\nWith a body.');
  expect(git('show', '--format=', '--name-only')).toBe('a.txt\n');
  // Nothing is staged any longer.
  await expect.poll(() => message(view).count()).toBe(0);
  expect(git('diff', '--name-only')).toBe('b.txt\n');
});

test('a commit that is refused is explained, and its message stays', async () => {
  const { view, press, said, git } = await openStatus(makeStopped);
  const head = git('rev-parse', 'HEAD');
  await message(view).fill('Too early');
  await press('Commit');
  await expect.poll(said).toMatch(/conflict|unmerged/i);
  expect(await message(view).inputValue()).toBe('Too early');
  expect(git('rev-parse', 'HEAD')).toBe(head);
});

test('discards the changes of a file after a second click, and not when the first was a mistake', async () => {
  const { view, press, said, folder } = await openStatus(makeChanged);
  const content = (): string => readFileSync(join(folder, 'b.txt'), 'utf8');
  await press('Discard b.txt');
  const sure = view.getByRole('button', { name: 'Cannot be undone: discard b.txt', exact: true });
  await expect.poll(() => sure.count()).toBe(1);
  expect(content()).toBe('two\n');
  await press('b.txt');
  await expect.poll(() => sure.count()).toBe(0);
  await press('Discard b.txt');
  await sure.click();
  await expect.poll(said).toBe('Restored 1 file\nb.txt');
  expect(content()).toBe('one\n');
  await expect.poll(() => view.locator('h2').allTextContents()).toEqual(['Staged (1)']);
});

test('offers "Stage all" and "Unstage all" for one file too', async () => {
  const { press, said, git } = await openStatus(makeChanged);
  await press('Stage all unstaged');
  await expect.poll(said).toBe('Staged 1 file');
  expect(git('diff', '--name-only')).toBe('');
  await press('Unstage all');
  await expect.poll(said).toBe('Unstaged 2 files');
  expect(git('diff', '--cached', '--name-only')).toBe('');
});

test('a server that only reads offers no commit, and discards nothing', async () => {
  const { view } = await openStatus(makeChanged, ['--read-only']);
  expect(await view.locator('h2').allTextContents()).toEqual(['Staged (1)', 'Changed (1)']);
  expect(await message(view).count()).toBe(0);
  expect(await view.getByRole('button').allTextContents()).toEqual(['Refresh', 'a.txt', 'b.txt']);
});

test('says how far the branch is from its upstream', async () => {
  const { view } = await openStatus((folder) => {
    makeChanged(folder);
    gitIn(folder, 'branch', 'base');
    gitIn(folder, 'checkout', '--quiet', 'base');
    gitIn(folder, 'commit', '--quiet', '--message', 'Theirs');
    gitIn(folder, 'checkout', '--quiet', 'main');
    for (const text of ['1', '2'])
      gitIn(folder, 'commit', '--quiet', '--allow-empty', '--message', `Ours ${text}`);
    gitIn(folder, 'branch', '--quiet', '--set-upstream-to', 'base');
  });
  expect(await view.getByText('2 ahead of base, 1 behind').count()).toBe(1);
});

test('the focus stays where the host has it when the page opens', async () => {
  const { view } = await openStatus(makeChanged);
  await expect.poll(() => view.locator('li').count()).toBe(2);
  expect(await view.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test('by keyboard alone: stages a hunk, resolves a conflict, and commits', async () => {
  const shown = await openStatus(makeStopped);
  const { view, page, said, git } = shown;
  const go = async (name: string, key: string): Promise<void> => {
    await tabTo(shown, name);
    await page.keyboard.press(key);
  };
  await go('guide.md', 'Enter');
  await expect.poll(() => view.locator('.hunk-part').count()).toBe(2);
  await go('Stage hunk 2 of guide.md', 'Enter');
  await expect.poll(said).toBe('Staged guide.md (+2 -1)');
  await go('recipe.txt', 'Enter');
  await expect.poll(() => view.locator('fieldset').count()).toBe(2);
  await go('All theirs', 'Space');
  await go('Resolve', 'Enter');
  await expect.poll(said).toMatch(/^Resolved and staged recipe\.txt\n/);
  await tabTo(shown, 'Commit message');
  await page.keyboard.type('Merge the topic');
  await go('Commit', 'Enter');
  await expect.poll(said).toMatch(/^Committed [0-9a-f]+ on main\n/);
  expect(git('log', '-1', '--format=%s|%P').trim()).toMatch(/^Merge the topic\|[0-9a-f]{40} [0-9a-f]{40}$/);
  expect(git('show', 'HEAD:guide.md')).toContain('step 35, slowly\nand wait\n');
  expect(git('show', 'HEAD:guide.md')).toContain('step 3\n');
  expect(git('show', 'HEAD:recipe.txt')).toContain('step 5: boil\n');
});

const looks = (): Looks => ({
  status: {
    show: callOf('git', [make(makeStopped)], ['git_status']),
    act: async ({ view }) => {
      for (const name of ['recipe.txt', 'guide.md'])
        await view.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => view.locator('.hunk-part').count()).toBe(2);
      await expect.poll(() => view.locator('fieldset').count()).toBe(2);
    },
  },
});

testWidths(open, looks);
