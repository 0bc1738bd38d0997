import { readFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import {
  ask,
  call,
  copyOf,
  diverged,
  repository,
  serve,
  shortOf,
  textOf,
  textsOf,
  type Temporary,
} from '../setup.ts';

/** Returns the branch, its commits, the index, and the files. */
const stateOf = (dir: Temporary): readonly string[] => [
  dir.git('status', '--porcelain=v2', '--branch'),
  dir.git('ls-files', '--stage'),
  dir.git('diff'),
];

const two = (): Temporary =>
  copyOf('two commits', () => {
    const dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ 'a.txt': 'two\n' });
    dir.commit('second');
    return dir;
  });

describe.each(['2025-03-26', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('the last commit is undone after a preview', async () => {
    using dir = two();
    await using client = await connect(serve([dir.path]), { revision });
    const [previous, hash] = dir.git('log', '--format=%h').split('\n');
    const before = stateOf(dir);
    const preview = await call(client, 'git_undo', { dry_run: true });
    expect(textsOf(preview)).toEqual([
      `Would undo "commit: second": back to ${hash}.\nRemoved from the branch: ${previous} second\n` +
        'The files stay; the changes of the commit are staged.',
    ]);
    expect(stateOf(dir)).toEqual(before);
    const undone = await call(client, 'git_undo');
    const data = {
      operation: 'commit: second',
      hash,
      previous,
      removed: [`${previous} second`],
      files: 'The files stay; the changes of the commit are staged.',
    };
    expect(undone.structuredContent).toEqual(revision === '2025-03-26' ? undefined : data);
    expect(dir.git('status', '--short')).toBe('M  a.txt\n');
    expect(shortOf(dir)).toBe(hash);
  });
});

/** Plain git runs an operation; git_undo reverts it, and a second call redoes it. */
const OPERATIONS: readonly (readonly [name: string, make: () => Temporary, act: (dir: Temporary) => void])[] =
  [
    ['a merge', () => diverged('a.txt', 'b.txt'), (dir) => dir.git('merge', '--quiet', '--no-edit', 'topic')],
    [
      'a merge that only moves forward',
      () => {
        const dir = two();
        dir.git('checkout', '--quiet', 'main');
        return dir;
      },
      (dir) => dir.git('merge', '--quiet', 'topic'),
    ],
    [
      'a rebase of two commits',
      () => {
        const dir = diverged('a.txt', 'b.txt');
        dir.git('checkout', '--quiet', 'topic');
        dir.write({ 'c.txt': 'new\n' });
        dir.commit('third');
        return dir;
      },
      (dir) => dir.git('rebase', '--quiet', 'main'),
    ],
    ['a revert', two, (dir) => dir.git('revert', '--no-edit', 'HEAD')],
    ['a cherry-pick', () => diverged('a.txt', 'b.txt'), (dir) => dir.git('cherry-pick', 'topic')],
    ['a switch of branches', two, (dir) => dir.git('checkout', '--quiet', 'main')],
    ['a hard reset', two, (dir) => dir.git('reset', '--quiet', '--hard', 'HEAD~1')],
    ['a mixed reset', two, (dir) => dir.git('reset', '--quiet', 'HEAD~1')],
    ['a soft reset', two, (dir) => dir.git('reset', '--quiet', '--soft', 'HEAD~1')],
    [
      'an operation before a stash, which notes a reset to the same commit',
      two,
      (dir) => {
        dir.git('revert', '--no-edit', 'HEAD');
        dir.write({ 'b.txt': 'stashed\n' });
        dir.git('stash', 'push', '--quiet');
      },
    ],
  ];

describe.each(OPERATIONS)('%s', (_, make, act) => {
  test('is undone exactly', async () => {
    using dir = make();
    const before = stateOf(dir);
    act(dir);
    const after = stateOf(dir);
    expect(after).not.toEqual(before);
    expect((await ask(dir, 'git_undo', { dry_run: true })).isError).not.toBe(true);
    expect(stateOf(dir)).toEqual(after);
    expect(await textOf(ask(dir, 'git_undo'))).toMatch(/^Undid "/);
    expect(stateOf(dir)).toEqual(before);
  });
});

test('an amended commit is undone, and the amended changes are staged', async () => {
  using dir = two();
  const before = dir.git('rev-parse', 'HEAD');
  dir.write({ 'b.txt': 'two\n' });
  dir.git('commit', '--quiet', '--amend', '--all', '--message', 'amended');
  expect(await textOf(ask(dir, 'git_undo'))).toMatch(/^Undid "commit \(amend\): amended"/);
  expect([dir.git('rev-parse', 'HEAD'), dir.git('status', '--short')]).toEqual([before, 'M  b.txt\n']);
});

test('undoing twice restores a commit', async () => {
  using dir = two();
  const before = stateOf(dir);
  await ask(dir, 'git_undo');
  expect(await textOf(ask(dir, 'git_undo'))).toMatch(/^Undid "reset: moving to /);
  expect(stateOf(dir)).toEqual(before);
});

/** Creates a branch whose last operation, a merge, changed b.txt and deleted gone.txt. */
const merged = (): Temporary =>
  copyOf('merged', () => {
    const dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'gone.txt': 'x\n' });
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.git('rm', '--quiet', 'gone.txt');
    dir.write({ 'b.txt': 'topic\n' });
    dir.commit('topic');
    dir.git('checkout', '--quiet', 'main');
    dir.git('merge', '--quiet', 'topic');
    return dir;
  });

const LOST: readonly (readonly [name: string, prepare: (dir: Temporary) => void, says: RegExp])[] = [
  [
    'a change that is not committed',
    (dir) => dir.write({ 'b.txt': 'mine\n' }),
    /^Changes that are not committed would be lost: b\.txt\. Nothing was changed\. Commit or git_stash them first\./,
  ],
  [
    'a staged change, also of another file',
    (dir) => {
      dir.write({ 'a.txt': 'staged\n' });
      dir.git('add', 'a.txt');
      dir.write({ 'a.txt': 'one\n' });
    },
    /^Changes that are staged would be lost: a\.txt\./,
  ],
  [
    'an ignored file in the place of one that comes back',
    (dir) => dir.write({ '.git/info/exclude': 'gone.txt\n', 'gone.txt': 'mine\n' }),
    /^Files that are in no commit would be overwritten by this: gone\.txt\./,
  ],
];

test.each(LOST)('%s is not lost', async (_, prepare, says) => {
  using dir = merged();
  prepare(dir);
  const before = stateOf(dir);
  const refused = await ask(dir, 'git_undo');
  expect([refused.isError, textsOf(refused)[0]]).toEqual([true, expect.stringMatching(says)]);
  expect(stateOf(dir)).toEqual(before);
});

test('a reset is undone when its commit added a file', async () => {
  using dir = two();
  dir.write({ 'new.txt': 'new\n' });
  dir.commit('with a new file');
  const commit = shortOf(dir);
  const before = stateOf(dir);
  await ask(dir, 'git_reset', { revision: 'HEAD~1' });
  expect((await ask(dir, 'git_undo')).structuredContent).toMatchObject({ hash: commit });
  expect(stateOf(dir)).toEqual(before);
  expect(readFileSync(dir.at('new.txt'), 'utf8')).toBe('new\n');
});

test('undoing a reset does not lose staged changes', async () => {
  using dir = two();
  dir.git('reset', '--quiet', '--soft', 'HEAD~1');
  dir.write({ 'a.txt': 'three\n' });
  dir.git('add', 'a.txt');
  const before = stateOf(dir);
  expect(await textOf(ask(dir, 'git_undo'))).toMatch(/^Changes that are staged would be lost: a\.txt\./);
  expect(stateOf(dir)).toEqual(before);
});

test('a change to a file that the operation did not touch is preserved', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  dir.write({ 'a.txt': 'mine\n' });
  expect((await ask(dir, 'git_undo')).isError).not.toBe(true);
  expect([readFileSync(dir.at('a.txt'), 'utf8'), readFileSync(dir.at('b.txt'), 'utf8')]).toEqual([
    'mine\n',
    'one\n',
  ]);
});

test('explains why an operation cannot be undone', async () => {
  using first = repository();
  expect(textsOf(await ask(first, 'git_undo'))).toEqual(['The reflog has no operation to undo on main.']);
  using dir = diverged('a.txt', 'a.txt');
  expect(() => dir.git('merge', 'topic')).toThrow('Command failed');
  expect(await textOf(ask(dir, 'git_undo'))).toMatch(
    /^An operation is in progress: give it up with abort: true/,
  );
  using pushed = two();
  pushed.git('branch', '--force', 'main', 'topic');
  pushed.git('update-ref', 'refs/remotes/origin/main', 'main');
  pushed.git('symbolic-ref', 'HEAD', 'refs/heads/main');
  expect(await textOf(ask(pushed, 'git_undo'))).toMatch(
    /^main is protected, and a remote branch has commits/,
  );
});
