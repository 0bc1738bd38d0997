import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  addSubmodule,
  ask,
  dataOf,
  diverged,
  repository,
  temporary,
  textOf,
  textsOf,
  type Settings,
  type Temporary,
} from '../setup.ts';
import { stoppedAt } from './stopped-merge.ts';

const inConflict = (): Temporary => stoppedAt('one\n', ['ours\n', 'theirs\n']);

const STATES: readonly (readonly [state: string, prepare: (dir: Temporary) => void])[] = [
  ['clean', () => {}],
  ['changed', (dir) => dir.write({ 'a.txt': 'two\n' })],
  ['new', (dir) => dir.write({ 'b.txt': '', 'folder/c.txt': '', 'ü ö.txt': '' })],
  [
    'staged, changed and new',
    (dir) => {
      dir.write({ 'b.txt': 'x', 'a.txt': 'two\n' });
      dir.git('add', '.');
      dir.write({ 'a.txt': 'three\n', 'c.txt': '' });
    },
  ],
  [
    'renamed, and of another type',
    (dir) => {
      dir.git('mv', 'a.txt', 'new name.txt');
      symlinkSync('x', dir.at('link'));
      dir.git('add', '.');
      rmSync(dir.at('link'));
      dir.write({ link: 'a file\n' });
    },
  ],
  ['deleted', (dir) => rmSync(dir.at('a.txt'))],
  ['deleted and staged', (dir) => dir.git('rm', '--quiet', 'a.txt')],
  ['with names that git quotes', (dir) => dir.write({ 'a"b\t\n.txt': '' })],
  ['detached', (dir) => dir.git('checkout', '--quiet', '--detach')],
  [
    'ahead of its upstream',
    (dir) => {
      dir.git('branch', 'base');
      dir.git('branch', '--set-upstream-to=base');
      dir.commit('second');
    },
  ],
  [
    'level with its upstream, with changes',
    (dir) => {
      dir.git('branch', 'base');
      dir.git('branch', '--set-upstream-to=base');
      dir.write({ 'a.txt': 'two\n' });
    },
  ],
  [
    'apart from its upstream',
    (dir) => {
      dir.git('checkout', '--quiet', '-b', 'base');
      dir.commit('second');
      dir.git('checkout', '--quiet', 'main');
      dir.git('branch', '--set-upstream-to=base');
      dir.commit('third');
    },
  ],
  [
    'without its upstream',
    (dir) => {
      dir.git('checkout', '--quiet', '-b', 'base');
      dir.git('checkout', '--quiet', 'main');
      dir.git('branch', '--quiet', '--set-upstream-to=base');
      dir.git('branch', '-D', '--quiet', 'base');
    },
  ],
];

describe('the text equals that of git', () => {
  const PLAIN = ['-c', 'core.quotePath=false', 'status', '--short', '--branch', '--ahead-behind'];

  test.each(STATES)('in a repository that is %s', async (_, prepare) => {
    using dir = repository();
    prepare(dir);
    expect(await textOf(ask(dir, 'git_status'))).toBe(dir.git(...PLAIN).trimEnd());
  });

  test('in a conflict, and after it is resolved', async () => {
    using dir = inConflict();
    expect(await textOf(ask(dir, 'git_status'))).toBe(dir.git(...PLAIN).trimEnd());
    dir.write({ 'a.txt': 'both\n' });
    dir.git('add', '.');
    expect(await textOf(ask(dir, 'git_status'))).toBe(dir.git(...PLAIN).trimEnd());
  });

  test.each([
    ['nothing', () => {}],
    ['a new file', (dir: Temporary) => dir.write({ 'a.txt': '' })],
    [
      'a staged file',
      (dir: Temporary) => {
        dir.write({ 'a.txt': '' });
        dir.git('add', '.');
      },
    ],
  ])('before the first commit, with %s', async (_, prepare) => {
    using dir = temporary();
    dir.git('init', '--quiet');
    prepare(dir);
    const answer = await ask(dir, 'git_status');
    expect(textsOf(answer)[0]).toBe(dir.git('status', '--short', '--branch').trimEnd());
    expect(answer.structuredContent).not.toHaveProperty('commit');
  });
});

test('returns everything as structured content', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'old.txt': 'the same content\n', 'gone.txt': 'x\n' });
  dir.git('mv', 'old.txt', 'new.txt');
  dir.write({ 'a.txt': 'two\n', 'b.txt': '' });
  rmSync(dir.at('gone.txt'));
  expect(await dataOf(ask(dir, 'git_status'))).toEqual({
    branch: 'main',
    commit: dir.git('rev-parse', 'HEAD').trim(),
    staged: [{ path: 'new.txt', old_path: 'old.txt', status: 'renamed' }],
    unstaged: [
      { path: 'a.txt', status: 'modified' },
      { path: 'gone.txt', status: 'deleted' },
    ],
    untracked: ['b.txt'],
    notes: [
      'git_add stages changes, git_restore discards them.',
      'git_commit records what is staged, git_reset unstages it.',
    ],
  });
});

test('names the operation and the conflicts', async () => {
  using dir = inConflict();
  expect(await dataOf(ask(dir, 'git_status'))).toMatchObject({
    operation: 'merge',
    conflicted: [{ path: 'a.txt', code: 'UU' }],
  });
});

test('shortens long lists, counts them, and says so', async () => {
  using dir = repository();
  dir.write(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`new-${index}.txt`, ''])));
  const answer = await ask(dir, 'git_status', {}, { maxOutputBytes: 1000 });
  expect(answer.structuredContent).toMatchObject({
    truncated: true,
    counts: { staged: 0, unstaged: 0, untracked: 200, conflicted: 0 },
  });
  expect(answer.structuredContent).not.toHaveProperty('clean');
  expect(textsOf(answer)[0]).toMatch(
    /^Cut at the size limit; continue with cursor "\d+"\. There are 0 staged, 0 changed, 200 untracked and 0 conflicted files\.\n/,
  );
  expect(JSON.stringify(answer).length).toBeLessThan(4000);
});

test('a bare repository has no status', async () => {
  using dir = temporary();
  dir.git('init', '--quiet', '--bare');
  expect(textsOf(await ask(dir, 'git_status'))).toEqual([
    `${dir.path} is a bare repository: it has no files to work on.`,
  ]);
  expect(textsOf(await ask(dir, 'git_branch'))).toEqual(['No branches.']);
});

describe('suggests the next step', () => {
  const nextOf = async (dir: Temporary): Promise<unknown> =>
    (await ask(dir, 'git_status')).structuredContent?.['notes'] ?? [];

  test('in a conflict, and after it is resolved', async () => {
    using dir = inConflict();
    expect(await nextOf(dir)).toEqual([
      'A merge is in progress. Resolve the conflicts with git_conflicts, or edit the files and git_add them; then git_merge with continue: true continues it, with abort: true gives it up.',
    ]);
    dir.write({ 'a.txt': 'both\n' });
    dir.git('add', '.');
    expect(await nextOf(dir)).toEqual([
      'A merge is in progress without conflicts. git_merge with continue: true continues it, with abort: true gives it up.',
    ]);
  });

  test('during git am, which is not a rebase', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'theirs\n' });
    dir.commit('theirs');
    dir.git('format-patch', '-1', '--output-directory', '.git/patches');
    dir.git('reset', '--quiet', '--hard', 'HEAD~1');
    dir.write({ 'a.txt': 'ours\n' });
    dir.commit('ours');
    expect(() => dir.git('am', '.git/patches/0001-theirs.patch')).toThrow('Command failed: git am');
    const answer = await ask(dir, 'git_status');
    expect(answer.structuredContent).toMatchObject({
      operation: 'am',
      notes: ['git am is in progress: no tool can continue it. Ask the user.'],
    });
  });

  test('when another git is running', async () => {
    using dir = repository();
    dir.write({ '.git/index.lock': '' });
    expect(await nextOf(dir)).toEqual([
      'index.lock is there: git is at work, or was killed. If it stays, ask the user to remove it.',
    ]);
  });

  test('when files are missing on purpose, and changes inside submodules are not shown', async () => {
    using dir = repository({ 'a/x.txt': '1\n', 'b/y.txt': '1\n' });
    addSubmodule(dir);
    dir.git('sparse-checkout', 'set', 'a');
    expect(await nextOf(dir)).toEqual([
      'Changes inside submodules are not shown: sub. Give one as repo_path.',
      'Sparse checkout: only a part of the files is here.',
    ]);
  });
});

describe('lists possible next steps', () => {
  const stepsOf = async (dir: Temporary, settings: Settings = {}): Promise<unknown> =>
    (await ask(dir, 'git_status', {}, settings)).structuredContent?.['notes'] ?? [];

  const stopped = (...command: string[]): Temporary => {
    const dir = diverged('a.txt', 'a.txt');
    expect(() => dir.git(...command)).toThrow(/Command failed/);
    return dir;
  };

  test('with only new files, and with a detached HEAD', async () => {
    using dir = repository();
    dir.write({ 'new.txt': '' });
    expect(await stepsOf(dir)).toEqual(['git_add stages new files.']);
    rmSync(dir.at('new.txt'));
    dir.git('checkout', '--quiet', '--detach');
    expect(await stepsOf(dir)).toEqual([
      'HEAD is detached: git_checkout with create: true makes a branch for it.',
    ]);
  });

  test('before the first commit', async () => {
    using dir = temporary();
    dir.git('init', '--quiet');
    expect(await stepsOf(dir)).toEqual(['There is no commit yet: make files, then git_add and git_commit.']);
  });

  test('during a rebase that no tool can continue', async () => {
    using dir = stopped('rebase', '--apply', 'topic');
    expect(await stepsOf(dir)).toEqual([
      'A rebase is in progress that no tool can continue. Ask the user to, or give it up: git_rebase with abort: true.',
    ]);
    expect((await ask(dir, 'git_rebase', { abort: true })).isError).toBeUndefined();
  });

  test('during a pick of several commits, also after a commit', async () => {
    using dir = diverged('a.txt', 'a.txt');
    dir.git('branch', 'other', 'topic');
    expect(() => dir.git('cherry-pick', 'topic', 'topic~1')).toThrow(/Command failed/);
    const advice =
      'that no tool can continue. Ask the user to, or give it up: git_cherry_pick with abort: true.';
    expect(await stepsOf(dir)).toEqual([`A cherry-pick is in progress ${advice}`]);
    dir.git('checkout', '--theirs', 'a.txt');
    dir.git('commit', '--quiet', '--all', '--message', 'picked');
    expect(await stepsOf(dir)).toEqual([`A cherry-pick or revert is in progress ${advice}`]);
    expect((await ask(dir, 'git_cherry_pick', { abort: true })).isError).toBeUndefined();
    expect(await stepsOf(dir)).toEqual([]);
  });

  test('without tools that are not offered', async () => {
    using dir = stopped('merge', 'topic');
    expect(await stepsOf(dir, { readOnly: true })).toEqual([
      'A merge is in progress. Ask the user to finish it, or to start the server without --read-only.',
    ]);
    using rebased = stopped('rebase', 'topic');
    expect(await stepsOf(rebased, { toolsets: ['read', 'write'] })).toEqual([
      'A rebase is in progress. Ask the user to finish it, or to start the server with --toolsets history.',
    ]);
    using other = diverged('a.txt', 'b.txt');
    other.git('branch', '--quiet', '--set-upstream-to=topic', 'main');
    expect(await stepsOf(other, { toolsets: ['read', 'write'] })).toEqual([]);
    expect(await stepsOf(other)).toHaveLength(2);
    other.write({ 'new.txt': '' });
    expect(await stepsOf(other, { readOnly: true })).toEqual([]);
  });

  test('but not for a sparse checkout that was disabled', async () => {
    using dir = repository();
    dir.git('sparse-checkout', 'set', 'folder');
    expect(await stepsOf(dir)).toEqual(['Sparse checkout: only a part of the files is here.']);
    dir.git('sparse-checkout', 'disable');
    expect(await stepsOf(dir)).toEqual([]);
  });
});
