// Programs that a repository configures for merge, revert, cherry-pick, amend, tag and stash.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostileRepository, type Hostility } from '../hostile-repository.ts';
import { diverged, open } from '../setup.ts';
import { sweep } from './all-tools.ts';

interface Attack extends Hostility {
  /** The command that a person would run, if not a merge. */
  readonly control?: readonly string[];
}

const ATTACKS: readonly Attack[] = [
  { name: 'a merge driver', config: { 'merge.evil.driver': 'PROGRAM' }, attributes: '* merge=evil\n' },
  { name: 'a default merge driver', config: { 'merge.evil.driver': 'PROGRAM', 'merge.default': 'evil' } },
  {
    name: 'signatures that a merge checks',
    signed: 'topic',
    config: {
      'gpg.program': 'PROGRAM',
      'merge.verifySignatures': 'true',
      'tag.gpgSign': 'true',
      'tag.forceSignAnnotated': 'true',
      'commit.gpgSign': 'true',
    },
  },
  {
    name: 'options of a merge',
    signed: 'topic',
    config: { 'gpg.program': 'PROGRAM', 'branch.main.mergeOptions': '--gpg-sign --verify-signatures' },
  },
  {
    name: 'filters',
    config: { 'filter.evil.clean': 'PROGRAM', 'filter.evil.smudge': 'PROGRAM' },
    attributes: '* filter=evil\n',
  },
  {
    name: 'a strategy that is an alias',
    config: { 'pull.twohead': 'evil', 'alias.merge-evil': '!PROGRAM' },
    control: ['cherry-pick', 'topic'],
  },
  { name: 'a monitor of the file system', config: { 'core.fsmonitor': 'PROGRAM' } },
  {
    name: 'hooks',
    hooks: [
      ...['pre-merge-commit', 'post-merge', 'commit-msg', 'prepare-commit-msg', 'post-commit'],
      ...['post-rewrite', 'post-checkout', 'reference-transaction', 'post-index-change'],
    ],
  },
];

test.each(ATTACKS)('plain git runs $name', ({ control = ['merge', '--no-edit', 'topic'], ...attack }) => {
  using hostile = hostileRepository(
    [attack],
    diverged(attack.name.includes('driver') ? 'b.txt' : 'a.txt', 'b.txt'),
  );
  expect(hostile.control(control)).toEqual([attack.name]);
});

// The first has a conflict, the second has none.
test.each(['b.txt', 'a.txt'])('our tools run none of the programs when main changed %s', async (ours) => {
  using dir = hostileRepository(ATTACKS, diverged(ours, 'b.txt'));
  const second = dir.git('rev-parse', 'HEAD').trim();
  await using client = await open(dir.path);
  const { ran } = await sweep(client, dir.programs, [
    ['git_merge', { revision: 'topic', dry_run: true }],
    ['git_review', { base: 'topic' }],
    ['git_merge', { revision: 'topic' }],
    ['git_conflicts', {}],
    ['git_conflicts', { path: 'a.txt', take: 'ours' }],
    ['git_merge', { abort: true }],
    ['git_undo', { dry_run: true }],
    ['git_cherry_pick', { revision: 'topic', dry_run: true }],
    ['git_cherry_pick', { revision: 'topic' }],
    ['git_cherry_pick', { abort: true }],
    ['git_revert', { revision: second }],
    ['git_revert', { continue: true }],
    ['git_revert', { abort: true }],
    ['git_tag', { action: 'create', tag_name: 'v1' }],
    ['git_tag', { action: 'create', tag_name: 'v2', message: 'x' }],
    ['git_checkout', { branch_name: 'feature', create: true }],
    ['git_rebase', { revision: 'topic' }],
    ['git_rebase', { continue: true }],
    ['git_rebase', { abort: true }],
    ['git_commit', { amend: true, message: 'x' }],
  ]);
  dir.write({ 'a.txt': 'changed\n' });
  const stash = await sweep(client, dir.programs, [
    ['git_stash', { action: 'push' }],
    ['git_stash', { action: 'pop' }],
  ]);
  expect([...ran, ...stash.ran]).toEqual([]);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('changed\n');
  expect(dir.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('feature\n');
  expect(dir.git('tag', '--list')).toBe('v1\nv2\n');
});
