import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, diverged, repository, textsOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', 'HEAD').trim();

const TOOLS = [
  ['git_merge', 'topic', 'MERGE_HEAD'],
  ['git_cherry_pick', 'topic', 'CHERRY_PICK_HEAD'],
] as const;

describe.each(TOOLS)('%s', (tool, revision, marker) => {
  test('brings in what does not conflict, after a preview', async () => {
    using dir = diverged('a.txt', 'b.txt');
    const before = headOf(dir);
    expect((await ask(dir, tool, { revision, dry_run: true })).structuredContent).toEqual({
      result: 'done',
      conflicts: [],
      dryRun: true,
      neutralised: [],
    });
    expect(headOf(dir)).toBe(before);
    expect(dir.git('status', '--short')).toBe('');
    const { structuredContent } = await ask(dir, tool, { revision });
    expect(structuredContent).toEqual({
      result: 'done',
      hash: headOf(dir),
      conflicts: [],
      dryRun: false,
      neutralised: [],
    });
    expect(headOf(dir)).not.toBe(before);
    expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('topic\n');
  });

  test('tells of conflicts, in the preview too, and can give up', async () => {
    using dir = diverged('a.txt', 'a.txt');
    const before = headOf(dir);
    expect((await ask(dir, tool, { revision, dry_run: true })).structuredContent).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
      dryRun: true,
    });
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect((await ask(dir, tool, { revision })).structuredContent).toMatchObject({
      result: 'conflict',
      hash: before,
      conflicts: ['a.txt'],
    });
    expect(existsSync(dir.at('.git', marker))).toBe(true);
    expect(textsOf(await ask(dir, tool, { revision }))[0]).toMatch(/is in progress\. Resolve, git_add/);
    expect((await ask(dir, tool, { abort: true })).structuredContent).toMatchObject({
      result: 'aborted',
      hash: before,
    });
    expect(dir.git('status', '--short')).toBe('');
    expect((await ask(dir, tool, { abort: true })).isError).toBe(true);
  });

  test('goes on after the conflicts are staged', async () => {
    using dir = diverged('a.txt', 'a.txt');
    expect(textsOf(await ask(dir, tool, { continue: true }))[0]).toMatch(/^No (?:merge|cherry-pick) is in/);
    await ask(dir, tool, { revision });
    expect((await ask(dir, tool, { continue: true })).structuredContent).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
    });
    dir.write({ 'a.txt': 'both\n' });
    dir.git('add', '.');
    expect((await ask(dir, tool, { continue: true })).structuredContent).toMatchObject({
      result: 'done',
      hash: headOf(dir),
    });
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect(dir.git('show', 'HEAD:a.txt')).toBe('both\n');
  });

  test('can be finished with git_add and git_commit', async () => {
    using dir = diverged('a.txt', 'a.txt');
    await ask(dir, tool, { revision });
    dir.write({ 'a.txt': 'both\n' });
    expect((await ask(dir, 'git_commit', { message: 'both', files: ['a.txt'] })).isError).toBeUndefined();
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect(dir.git('status', '--short')).toBe('');
  });

  test('never overwrites changes', async () => {
    using dir = diverged('a.txt', 'b.txt');
    dir.write({ 'b.txt': 'precious\n' });
    expect(textsOf(await ask(dir, tool, { revision }))[0]).toMatch(
      /would be overwritten by .*Commit the changes/,
    );
    expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('precious\n');
    expect(existsSync(dir.at('.git', marker))).toBe(false);
  });

  test('says what it needs', async () => {
    using dir = diverged('a.txt', 'b.txt');
    for (const args of [{}, { revision, abort: true }])
      expect(textsOf(await ask(dir, tool, args))[0]).toMatch(
        /^Give revision, or after conflicts abort: true to give up, or continue: true/,
      );
    expect((await ask(dir, tool, { revision: 'missing' })).isError).toBe(true);
    expect((await ask(dir, tool, { revision: '--abort' })).isError).toBe(true);
  });
});

test('git_merge goes forward without a commit where it can, and stays where there is nothing', async () => {
  using dir = repository();
  dir.git('branch', 'old');
  const hash = dir.commit('second');
  dir.git('checkout', '--quiet', 'old');
  expect((await ask(dir, 'git_merge', { revision: 'main' })).structuredContent).toMatchObject({
    result: 'fast-forward',
    hash,
  });
  expect(textsOf(await ask(dir, 'git_merge', { revision: 'main' }))).toEqual(['Already up to date.']);
});

test('git_revert undoes a commit, and reports conflicts', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const second = dir.commit('second');
  await ask(dir, 'git_revert', { revision: 'HEAD' });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n');
  expect(dir.git('log', '-1', '--format=%s')).toBe('Revert "second"\n');
  dir.write({ 'a.txt': 'four\n' });
  const before = dir.commit('fourth');
  expect((await ask(dir, 'git_revert', { revision: second })).structuredContent).toMatchObject({
    result: 'conflict',
    conflicts: ['a.txt'],
  });
  expect((await ask(dir, 'git_revert', { abort: true })).structuredContent).toMatchObject({ hash: before });
});

test('what changes nothing leaves nothing half done', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const second = dir.commit('second');
  expect(textsOf(await ask(dir, 'git_cherry_pick', { revision: second }))[0]).toMatch(
    /was given up: the commit changes/,
  );
  expect(existsSync(dir.at('.git/CHERRY_PICK_HEAD'))).toBe(false);
  expect(dir.git('status', '--short')).toBe('');
});

test('what was begun elsewhere with several commits is not gone on with', async () => {
  using dir = diverged('a.txt', 'a.txt');
  await ask(dir, 'git_cherry_pick', { revision: 'topic' });
  dir.git('config', 'alias.merge-evil', `!touch ${dir.at('canary')}`);
  dir.write({
    '.git/sequencer/opts': '[options]\n\tstrategy = evil\n',
    '.git/sequencer/todo': 'pick topic\n',
    'a.txt': 'both\n',
  });
  dir.git('add', '.');
  expect(textsOf(await ask(dir, 'git_cherry_pick', { continue: true }))[0]).toMatch(
    /begun with several commits/,
  );
  expect(existsSync(dir.at('canary'))).toBe(false);
});

describe('git_amend', () => {
  test('replaces the last commit', async () => {
    using dir = repository();
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ 'a.txt': 'two\n', 'b.txt': '' });
    dir.commit('second');
    dir.write({ 'a.txt': 'three\n' });
    const answer = await ask(dir, 'git_amend', { files: ['a.txt'] });
    expect(answer.structuredContent).toMatchObject({ hash: headOf(dir), branch: 'topic', filesChanged: 2 });
    expect(dir.git('log', '--format=%s')).toBe('second\nfirst\n');
    await ask(dir, 'git_amend', { message: 'better' });
    expect(dir.git('log', '--format=%s')).toBe('better\nfirst\n');
    expect(dir.git('show', 'HEAD:a.txt')).toBe('three\n');
  });

  test('not on a protected branch', async () => {
    using dir = repository();
    const before = headOf(dir);
    expect(textsOf(await ask(dir, 'git_amend', { message: 'x' }))[0]).toMatch(/^main is protected: /);
    expect(headOf(dir)).toBe(before);
    dir.git('checkout', '--quiet', '-b', 'Release');
    const options = { protectedBranches: ['stable,release'] };
    expect((await ask(dir, 'git_amend', { message: 'x' }, options)).isError).toBe(true);
    expect(
      (await ask(dir, 'git_amend', { message: 'x' }, { protectedBranches: ['none'] })).isError,
    ).toBeUndefined();
  });
});

describe('git_stash_push and git_stash_pop', () => {
  test('put changes aside and bring them back', async () => {
    using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    expect(textsOf(await ask(dir, 'git_stash_push'))).toEqual(['There are no changes to put aside.']);
    dir.write({ 'a.txt': 'two\n', 'b.txt': 'two\n', 'c.txt': 'new\n', '*.txt': '' });
    expect((await ask(dir, 'git_stash_push', { paths: ['*.txt'] })).isError).toBe(true);
    rmSync(dir.at('*.txt'));
    expect(
      (await ask(dir, 'git_stash_push', { paths: ['b.txt'], message: 'only b' })).structuredContent,
    ).toEqual({
      hash: dir.git('rev-parse', 'refs/stash').trim(),
      selector: 'stash@{0}',
      neutralised: [],
    });
    expect(dir.git('status', '--short')).toBe(' M a.txt\n?? c.txt\n');
    await ask(dir, 'git_stash_push', { include_untracked: true });
    expect(dir.git('status', '--short')).toBe('');
    expect((await ask(dir, 'git_stash_pop', { stash: 'stash@{1}' })).structuredContent).toEqual({
      result: 'done',
      conflicts: [],
      neutralised: [],
    });
    expect(dir.git('status', '--short')).toBe(' M b.txt\n');
    await ask(dir, 'git_stash_pop');
    expect(dir.git('status', '--short')).toBe(' M a.txt\n M b.txt\n?? c.txt\n');
    expect(dir.git('stash', 'list')).toBe('');
  });

  test('a stash that conflicts is kept', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\n' });
    await ask(dir, 'git_stash_push');
    dir.write({ 'a.txt': 'three\n' });
    dir.commit('second');
    expect((await ask(dir, 'git_stash_pop')).structuredContent).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
    });
    expect(dir.git('stash', 'list')).not.toBe('');
    for (const stash of ['stash@{7}', 'main', '--index', 'stash@{yesterday}'])
      expect((await ask(dir, 'git_stash_pop', { stash })).isError).toBe(true);
  });
});

test('git_tag_create makes tags, and never moves one', async () => {
  using dir = repository();
  const hash = headOf(dir);
  expect((await ask(dir, 'git_tag_create', { tag_name: 'v1' })).structuredContent).toEqual({
    name: 'v1',
    hash,
    annotated: false,
    neutralised: [],
  });
  dir.commit('second');
  const message = '# Version 2\n\nwith a body';
  await ask(dir, 'git_tag_create', { tag_name: 'v2', revision: 'v1', message });
  expect(dir.git('cat-file', '-t', 'v2')).toBe('tag\n');
  expect(dir.git('rev-parse', 'v2^{}').trim()).toBe(hash);
  expect(dir.git('tag', '--list', '--format=%(contents)', 'v2').trim()).toBe(message);
  expect(textsOf(await ask(dir, 'git_tag_create', { tag_name: 'v1' }))[0]).toMatch(/'v1' already exists/);
  expect(dir.git('rev-parse', 'v1').trim()).toBe(hash);
});

test('git_branch_delete keeps what is protected, current or not merged', async () => {
  using dir = repository();
  const first = headOf(dir);
  dir.git('branch', 'done');
  dir.git('checkout', '--quiet', '-b', 'topic');
  const hash = dir.commit('second');
  for (const [name, message] of [
    ['main', /^main is protected/],
    ['topic', /^topic is the current branch/],
    ['missing', /there is no "refs\/heads\/missing"/],
  ] as const)
    expect(textsOf(await ask(dir, 'git_branch_delete', { branch_name: name, force: true }))[0]).toMatch(
      message,
    );
  expect(
    (await ask(dir, 'git_branch_delete', { branch_name: 'done', dry_run: true })).structuredContent,
  ).toEqual({
    name: 'done',
    hash: first,
    merged: true,
    dryRun: true,
  });
  await ask(dir, 'git_branch_delete', { branch_name: 'done' });
  dir.git('checkout', '--quiet', 'main');
  expect(textsOf(await ask(dir, 'git_branch_delete', { branch_name: 'topic' }))[0]).toMatch(
    /^topic has commits that are not in HEAD/,
  );
  expect(
    (await ask(dir, 'git_branch_delete', { branch_name: 'topic', force: true })).structuredContent,
  ).toEqual({
    name: 'topic',
    hash,
    merged: false,
    dryRun: false,
  });
  expect(dir.git('branch', '--list')).toBe('* main\n');
});

test('what is under way is given up by its own tool only, and errors say what to do', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  dir.write({ 'a.txt': 'three\n' });
  dir.commit('third');
  const textOf = async (tool: string, args: object): Promise<string> =>
    textsOf(await ask(dir, tool, args)).join('\n');
  await textOf('git_revert', { revision: 'HEAD~1' });
  expect(await textOf('git_cherry_pick', { abort: true })).toBe(
    'No cherry-pick is in progress. git_status shows what is.',
  );
  expect(await textOf('git_commit', { message: 'x' })).toContain(
    'Files are in conflict, git_status names them. Resolve and git_add them, then continue: true',
  );
  expect(await textOf('git_revert', { abort: true })).toBe('The revert was given up.');
  expect(await textOf('git_cherry_pick', { revision: 'HEAD~2', dry_run: true })).toContain(
    'The first commit has nothing before it, so dry_run cannot tell.',
  );
  expect(await textOf('git_show', { revision: 'HEAD', path: 'missing.txt' })).toBe(
    'There is no "HEAD:missing.txt". Look with git_branch, git_tags or git_log for revisions, ' +
      'with git_ls_files for files.',
  );
});

test('the message of a merge names the branch', async () => {
  using dir = diverged('a.txt', 'b.txt');
  await ask(dir, 'git_merge', { revision: 'topic' });
  expect(dir.git('log', '-1', '--format=%s')).toBe("Merge branch 'topic'\n");
});
