// Links in a git directory that came with the repository: calls that read or continue an operation must not follow
// them.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, git, open, textsOf, type Temporary } from '../setup.ts';
import { plant, READS, SECRET } from './planted.ts';

test('files outside are not shown', async () => {
  using planted = plant();
  const target = planted.nest.at('outside/.netrc');
  // Files that git opens before the others are checked.
  planted.nest.write({ 'inside/.git/rebase-merge/interactive': '' });
  for (const name of [
    ...['onto', 'head-name', 'done', 'git-rebase-todo', 'message', 'author-script', 'strategy'].map(
      (file) => `rebase-merge/${file}`,
    ),
    ...['onto', 'head-name', 'next', 'last'].map((file) => `rebase-apply/${file}`),
    ...['BISECT_START', 'BISECT_LOG', 'BISECT_TERMS', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'],
    ...['MERGE_MSG', 'sequencer/todo', 'sequencer/head', 'shallow', 'packed-refs', 'info/grafts'],
    ...['logs/HEAD', 'logs/refs/stash', 'logs/refs/heads/topic', 'refs/heads/stolen', 'refs/replace/x'],
    ...[`sharedindex.${'0'.repeat(40)}`, 'worktrees/w/gitdir', 'worktrees/w/locked', 'info/attributes'],
  ]) {
    using _ = planted.link(name, target);
    const answers = await planted.calls(READS);
    expect(JSON.stringify(answers)).not.toMatch(/s3cret|example\.org/);
    for (const answer of answers)
      expect(textsOf(answer)[0]).toContain(`"${planted.entry(name)}" is a link to "${target}". `);
  }
});

describe('files outside are not committed', () => {
  test.each([
    ['git_merge', ['merge', '--no-commit', 'topic'], 'MERGE_MSG'],
    ['git_cherry_pick', ['cherry-pick', 'topic'], 'MERGE_MSG'],
    ['git_revert', ['revert', '--no-edit', 'topic~1'], 'MERGE_MSG'],
    ['git_rebase', ['rebase', '--merge', 'topic'], 'rebase-merge/message'],
    ['git_rebase', ['rebase', '--merge', 'topic'], 'MERGE_MSG'],
  ] as const)('by %s, continue: true, after git %j with a link at %s', async (tool, command, name) => {
    using planted = plant();
    // The same file on both sides, to cause a conflict.
    planted.nest.write({ 'inside/b.txt': 'other\n' });
    planted.git('commit', '--quiet', '--all', '--message', 'other');
    expect(() => planted.git(...command)).toThrow(/^Command failed: git/);
    expect(planted.git('ls-files', '--unmerged')).toContain('b.txt');
    planted.nest.write({ 'inside/b.txt': 'resolved\n' });
    planted.git('add', 'b.txt');
    planted.link(name, planted.nest.at('outside/.netrc'));
    const head = planted.git('rev-parse', 'HEAD');
    const before = planted.outside();
    const answers = await planted.calls([
      ['git_status', {}],
      [tool, { continue: true }],
      [tool, { abort: true }],
      ['git_commit', { message: 'done' }],
    ]);
    expect(planted.git('log', '--all', '--format=%B', 'HEAD')).not.toContain(SECRET);
    expect(planted.git('rev-parse', 'HEAD')).toBe(head);
    expect(planted.outside()).toBe(before);
    for (const answer of answers)
      expect(textsOf(answer)[0]).toContain(`"${planted.entry(name)}" is a link to `);
  });
});

/** Creates another repository outside and returns the hash of its commit. */
const other = (nest: Temporary): string =>
  nest
    .repository('private', { 'secret.txt': `${SECRET}\n` }, SECRET)
    .git('rev-parse', 'HEAD')
    .trim();

const FOLDERS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Reads the commit of the ref `stolen`. */
const STEAL: readonly (readonly [tool: string, args: object])[] = [
  ...READS,
  ['git_log', { ref: 'stolen' }],
  ['git_show', { revision: 'stolen' }],
  ['git_show', { revision: 'stolen', path: 'secret.txt' }],
  ['git_diff', { target: 'stolen' }],
  ['git_ls_files', { revision: 'stolen' }],
  ['git_blame', { path: 'secret.txt', revision: 'stolen' }],
  ['git_restore', { files: ['secret.txt'], source: 'stolen' }],
  ['git_cherry_pick', { revision: 'stolen' }],
  ['git_checkout', { branch_name: 'stolen' }],
];

const LINKED = /" is a link to ".*\/private\/\.git\/objects\//;

describe('the objects of a repository outside are not borrowed', () => {
  const ways: readonly (readonly [string, (nest: Temporary, objects: string) => void])[] = [
    [
      'by links for the folders of objects',
      (nest, objects) => {
        git(nest.at('inside'), 'repack', '-a', '-d', '-q');
        for (const name of FOLDERS) symlinkSync(nest.at('private/.git/objects', name), `${objects}/${name}`);
      },
    ],
    [
      'by links for packs',
      (nest, objects) => {
        git(nest.at('private'), 'repack', '-a', '-d', '-q');
        for (const name of readdirSync(nest.at('private/.git/objects/pack')))
          symlinkSync(nest.at('private/.git/objects/pack', name), `${objects}/pack/${name}`);
      },
    ],
    [
      'by links in objects that are borrowed from inside',
      (nest, objects) => {
        mkdirSync(nest.at('inside/store'));
        for (const name of FOLDERS)
          symlinkSync(nest.at('private/.git/objects', name), nest.at('inside/store', name));
        writeFileSync(`${objects}/info/alternates`, `${nest.at('inside/store')}\n`);
      },
    ],
  ];

  test.each(ways)('%s', async (_, make) => {
    using planted = plant();
    const hash = other(planted.nest);
    make(planted.nest, planted.entry('objects'));
    planted.nest.write({ 'inside/.git/refs/heads/stolen': `${hash}\n` });
    const answers = await planted.calls(STEAL);
    expect(JSON.stringify(answers)).not.toMatch(/s3cret/);
    for (const answer of answers) expect(textsOf(answer)[0]).toMatch(LINKED);
  });

  test.each(ways)('%s, nor by a clone or a fetch from it', async (_, make) => {
    using planted = plant();
    const { nest } = planted;
    const hash = other(nest);
    mkdirSync(nest.at('clones'));
    git(nest.path, 'init', '--quiet', 'mine');
    git(nest.at('mine'), 'remote', 'add', 'origin', nest.at('inside'));
    make(nest, planted.entry('objects'));
    nest.write({ 'inside/.git/refs/heads/stolen': `${hash}\n` });
    const allowed = ['inside', 'mine', 'clones'].map((name) => nest.at(name));
    await using client = await open(allowed);
    const answers = [
      await call(client, 'git_clone', { url: nest.at('inside'), path: nest.at('clones/one') }),
      await call(client, 'git_clone', { url: `file://${planted.entry('')}`, path: nest.at('clones/two') }),
      await call(client, 'git_fetch', { repo_path: nest.at('mine') }),
      await call(client, 'git_pull', { repo_path: nest.at('mine'), branch: 'stolen' }),
    ];
    expect(git(nest.at('mine'), 'count-objects').trim()).toBe('0 objects, 0 kilobytes');
    expect(readdirSync(nest.at('clones'))).toEqual([]);
    for (const answer of answers) expect(textsOf(answer)[0]).toMatch(LINKED);
  });
});
