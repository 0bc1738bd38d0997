// git_stash: push, pop, apply, drop and list.
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, copyOf, dataOf, repository, temporary, textOf, textsOf, type Temporary } from '../setup.ts';

const withStash = (): Temporary =>
  copyOf('stash', () => {
    const dir = repository();
    dir.write({ 'a.txt': 'aside\n' });
    dir.git('stash', 'push', '--quiet', '--message', 'put aside');
    return dir;
  });

test('list returns the stashes', async () => {
  using dir = withStash();
  expect(await ask(dir, 'git_stash', { action: 'list' })).toEqual({
    content: [{ type: 'text', text: dir.git('stash', 'list').trimEnd() }],
    structuredContent: {
      stashes: [
        {
          selector: 'stash@{0}',
          hash: dir.git('rev-parse', '--short', 'stash@{0}').trim(),
          date: '2026-01-31T12:00:00+02:00',
          message: 'On main: put aside',
        },
      ],
      total: 1,
    },
  });
});

test('apply restores changes and keeps the stash', async () => {
  using dir = withStash();
  expect(await dataOf(ask(dir, 'git_stash', { action: 'apply' }))).toEqual({ result: 'done' });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('aside\n');
  expect(dir.git('stash', 'list')).not.toBe('');
});

test('apply reports conflicts', async () => {
  using dir = withStash();
  dir.write({ 'a.txt': 'other\n' });
  dir.commit('other');
  expect(await ask(dir, 'git_stash', { action: 'apply' })).toMatchObject({
    content: [{ text: 'There are conflicts, and stash@{0} is kept:\na.txt' }],
    structuredContent: { result: 'conflict', conflicts: ['a.txt'] },
  });
});

test('drop deletes a stash and returns its hash', async () => {
  using dir = withStash();
  const hash = dir.git('rev-parse', '--short', 'stash@{0}').trim();
  expect(await dataOf(ask(dir, 'git_stash', { action: 'drop', stash: 'stash@{0}' }))).toEqual({ hash });
  expect(dir.git('stash', 'list')).toBe('');
  expect(await textOf(ask(dir, 'git_stash', { action: 'drop', stash: 'stash@{0}' }))).toMatch(
    /^stash: there is no "stash@\{0\}" in this repository\. Look with git_stash with action: list\.$/,
  );
  expect(await textOf(ask(dir, 'git_stash', { action: 'drop', stash: '--all' }))).toMatch(
    /^stash is "--all"; it must be like/,
  );
});

test('a stash during a conflict is refused, with a hint', async () => {
  using dir = withStash();
  dir.write({ 'a.txt': 'other\n' });
  dir.commit('other');
  await ask(dir, 'git_stash', { action: 'apply' });
  expect(await textOf(ask(dir, 'git_stash', { action: 'push' }))).toMatch(
    /Resolve the files in conflict with git_conflicts/,
  );
  expect(await textOf(ask(dir, 'git_stash', { action: 'pop' }))).toMatch(
    /^git stash pop failed: .*needs merge.* Resolve the files/,
  );
});

test('before the first commit there is nothing to stash', async () => {
  using dir = temporary();
  dir.git('init', '--quiet');
  expect(await textOf(ask(dir, 'git_stash', { action: 'push' }))).toMatch(
    /do not have the initial commit yet/,
  );
});

describe('push and pop', () => {
  test('stash changes and restore them', async () => {
    using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    expect(textsOf(await ask(dir, 'git_stash', { action: 'push' }))).toEqual([
      'There are no changes to stash.',
    ]);
    dir.write({ 'a.txt': 'two\n', 'b.txt': 'two\n', 'c.txt': 'new\n', '*.txt': '' });
    expect((await ask(dir, 'git_stash', { action: 'push', paths: ['*.txt'] })).isError).toBe(true);
    rmSync(dir.at('*.txt'));
    expect(
      await dataOf(ask(dir, 'git_stash', { action: 'push', paths: ['b.txt'], message: 'only b' })),
    ).toEqual({
      hash: dir.git('rev-parse', '--short', 'refs/stash').trim(),
      selector: 'stash@{0}',
    });
    expect(dir.git('status', '--short')).toBe(' M a.txt\n?? c.txt\n');
    await ask(dir, 'git_stash', { action: 'push', include_untracked: true });
    expect(dir.git('status', '--short')).toBe('');
    expect(await dataOf(ask(dir, 'git_stash', { action: 'pop', stash: 'stash@{1}' }))).toEqual({
      result: 'done',
    });
    expect(dir.git('status', '--short')).toBe(' M b.txt\n');
    await ask(dir, 'git_stash', { action: 'pop' });
    expect(dir.git('status', '--short')).toBe(' M a.txt\n M b.txt\n?? c.txt\n');
    expect(dir.git('stash', 'list')).toBe('');
  });

  test('a stash that conflicts is kept', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\n' });
    await ask(dir, 'git_stash', { action: 'push' });
    dir.write({ 'a.txt': 'three\n' });
    dir.commit('second');
    expect(await dataOf(ask(dir, 'git_stash', { action: 'pop' }))).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
    });
    expect(dir.git('stash', 'list')).not.toBe('');
    for (const stash of ['stash@{7}', 'main', '--index', 'stash@{yesterday}'])
      expect((await ask(dir, 'git_stash', { action: 'pop', stash })).isError).toBe(true);
  });
});
