// Hunks staged from the status of the git server and by `git add --patch`, and files that a filter changes.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { git } from '../src/scenes/repository.ts';
import { callOf, status, useFolder, useStage } from './stage.ts';

const open = useStage();

const scratch = useFolder();

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
/** Four hunks: changed, added and deleted lines, and an end without a line break. */
const CHANGED = LINES.with(2, 'line three')
  .toSpliced(20, 0, 'new', '')
  .toSpliced(42, 2)
  .toSpliced(-1, 1, 'line sixty');

const makeFour = (end: string): string => {
  const folder = mkdtempSync(join(scratch, 'four-'));
  git(folder, 'init', '--quiet');
  writeFileSync(join(folder, 'a b.txt'), LINES.join(end) + end);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'First');
  writeFileSync(join(folder, 'a b.txt'), CHANGED.join(end));
  return folder;
};

/** Returns what `git add --patch` stages for these hunks. */
const addByHand = (folder: string, picks: readonly number[]): string => {
  const input = [1, 2, 3, 4].map((hunk) => (picks.includes(hunk) ? 'y\n' : 'n\n')).join('');
  execFileSync('git', ['add', '--patch', 'a b.txt'], {
    cwd: folder,
    input,
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  });
  return git(folder, 'diff', '--cached');
};

test.each([
  [[1], '\n'],
  [[2, 4], '\n'],
  [[1, 3, 4], '\r\n'],
  [[1, 2, 3, 4], '\n'],
])('hunks %j with the line break %j are staged as `git add --patch` does', async (picks, end) => {
  const expected = addByHand(makeFour(end), picks);
  expect(expected).not.toBe('');
  const folder = makeFour(end);
  const { view } = await open(callOf('git', [folder], ['git_status']));
  await view.getByRole('button', { name: 'a b.txt', exact: true }).click();
  const staging = view.getByRole('button', { name: /^Stage hunk/ });
  await expect.poll(() => staging.count()).toBe(4);
  // Backwards, so that the remaining hunks keep their numbers.
  for (const [done, pick] of picks.toReversed().entries()) {
    await view.getByRole('button', { name: `Stage hunk ${pick} of a b.txt`, exact: true }).click();
    await expect.poll(() => staging.count()).toBe(3 - done);
  }
  expect(git(folder, 'diff', '--cached')).toBe(expected);
});

/** Sets up a user's filter that stores a pointer, like Git LFS, with its own home directory. */
const makeFiltered = (): { readonly folder: string; readonly show: (tool: string, args: object) => Show } => {
  const home = mkdtempSync(join(scratch, 'home-'));
  writeFileSync(join(home, 'clean.sh'), '#!/bin/sh\necho "pointer $(cksum)"\n');
  chmodSync(join(home, 'clean.sh'), 0o755);
  writeFileSync(join(home, '.gitconfig'), `[filter "lfs"]\n\tclean = ${join(home, 'clean.sh')}\n`);
  const folder = mkdtempSync(join(scratch, 'filtered-'));
  git(folder, 'init', '--quiet');
  writeFileSync(join(folder, '.gitattributes'), '*.bin filter=lfs\n');
  writeFileSync(join(folder, 'a.bin'), 'one\n');
  // This git does not know the filter, so it stores the first content unchanged.
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'First');
  writeFileSync(join(folder, 'a.bin'), 'two\n');
  const show = (tool: string, args: object): Show => {
    const { command, ...rest } = callOf('git', [folder], [tool, args]);
    return { ...rest, command: ['env', `HOME=${home}`, ...command] };
  };
  return { folder, show };
};

test('a hunk of a file that a filter changes is not staged raw, and the whole file goes through the filter', async () => {
  const { folder, show } = makeFiltered();
  const { view } = await open(show('git_status', {}));
  await view.getByRole('button', { name: 'a.bin', exact: true }).click();
  await view.getByRole('button', { name: 'Stage hunk 1 of a.bin', exact: true }).click();
  await expect
    .poll(() => status(view))
    .toBe(
      'A filter changes a.bin when it is staged. Nothing was changed. Take the whole file instead of a patch.',
    );
  expect(git(folder, 'show', ':a.bin')).toBe('one\n');
  await view.getByRole('button', { name: 'Stage a.bin', exact: true }).click();
  await expect.poll(() => status(view)).toBe('Staged a.bin');
  expect(git(folder, 'show', ':a.bin')).toMatch(/^pointer \d+ \d+\n$/);
});
