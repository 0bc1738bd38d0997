import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { ask, call, repository, serve, temporary, textsOf, type Answer, type Temporary } from '../setup.ts';

describe('git_add', () => {
  test('stages files, new and deleted ones, and everything with "."', async () => {
    using dir = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
    dir.write({ 'a.txt': 'two\n', '-b.txt': '' });
    dir.git('rm', '--quiet', '--cached', 'gone.txt');
    dir.git('reset', '--quiet');
    expect(await ask(dir, 'git_add', { files: ['a.txt', dir.at('-b.txt')] })).toEqual({
      content: [{ type: 'text', text: 'Staged a.txt\nStaged -b.txt' }],
      structuredContent: {
        staged: ['a.txt', '-b.txt'],
        removed: [],
        ignored: [],
        dryRun: false,
        neutralised: [],
      },
    });
    expect(dir.git('diff', '--cached', '--name-only')).toBe('-b.txt\na.txt\n');
    dir.write({ 'c/d.txt': '' });
    expect((await ask(dir, 'git_add', { files: ['.'] })).structuredContent?.['staged']).toEqual(['c/d.txt']);
  });

  test('only tells what it would do with dry_run', async () => {
    using dir = repository();
    dir.write({ 'b.txt': '' });
    expect((await ask(dir, 'git_add', { files: ['.'], dry_run: true })).structuredContent).toMatchObject({
      staged: ['b.txt'],
      dryRun: true,
    });
    expect(dir.git('diff', '--cached', '--name-only')).toBe('');
  });

  test('says why it cannot', async () => {
    using dir = repository({ '.gitignore': '*.log\n' });
    dir.write({ 'x.log': '' });
    for (const [file, message] of [
      ['missing.txt', /^git add failed: pathspec 'missing.txt' did not match any files\. Look with/],
      ['x.log', /^git add failed: The following paths are ignored by one of your \.gitignore files: x\.log/],
    ] as const)
      expect(textsOf(await ask(dir, 'git_add', { files: [file] }))[0]).toMatch(message);
    dir.write({ 'y.txt': '' });
    expect(await ask(dir, 'git_add', { files: ['x.log', 'y.txt'] })).toMatchObject({
      content: [{ text: 'Staged y.txt\nIgnored by .gitignore, so not staged: x.log' }],
      structuredContent: { staged: ['y.txt'], ignored: ['x.log'] },
    });
  });
});

describe('git_commit', () => {
  test('tells what hooks said, and goes without them only if the operator allows', async () => {
    using dir = repository();
    dir.write({ '.git/hooks/pre-commit': '#!/bin/sh\necho from the hook\nexit "$(cat .git/code)"\n' });
    chmodSync(dir.at('.git/hooks/pre-commit'), 0o755);
    const commit = async (code: string, args: object, settings: object): Promise<Answer> => {
      dir.write({ '.git/code': code });
      return ask(dir, 'git_commit', { message: 'x', allow_empty: true, ...args }, settings);
    };
    expect((await commit('0', {}, { trust: true })).structuredContent).toMatchObject({
      hooks: { ran: true, output: 'from the hook' },
    });
    expect(textsOf(await commit('1', {}, { trust: true }))).toEqual(['git commit failed: from the hook']);
    expect(textsOf(await commit('1', { no_verify: true }, { trust: true }))).toEqual([
      'Hooks have to run. Ask the user to start the server with --allow-no-verify.',
    ]);
    for (const settings of [{ trust: true, allowNoVerify: true }, {}])
      expect((await commit('1', { no_verify: true }, settings)).structuredContent).toMatchObject({
        hooks: { ran: false },
      });
  });

  test('records what is staged', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\nthree\n' });
    dir.git('add', '.');
    const answer = await ask(dir, 'git_commit', { message: '# second\n\nwhy' });
    const hash = dir.git('rev-parse', 'HEAD').trim();
    expect(answer).toEqual({
      content: [
        { type: 'text', text: `Committed ${hash} on main\n1 files changed, 2 insertions(+), 1 deletions(-)` },
      ],
      structuredContent: {
        hash,
        branch: 'main',
        filesChanged: 1,
        insertions: 2,
        deletions: 1,
        signed: false,
        hooks: { ran: false },
        neutralised: [],
      },
    });
    expect(dir.git('log', '-1', '--format=%B')).toBe('# second\n\nwhy\n\n');
  });

  test('stages files before, takes an author, and an empty commit when asked', async () => {
    using dir = temporary();
    dir.git('init', '--quiet');
    dir.write({ 'a.txt': '', 'b.txt': '' });
    const author = 'Grace Hopper <grace@example.org>';
    await ask(dir, 'git_commit', { message: 'first', files: ['a.txt'], author });
    expect(dir.git('log', '--format=%an %ae %s', '--name-only')).toBe(
      'Grace Hopper grace@example.org first\n\na.txt\n',
    );
    expect(textsOf(await ask(dir, 'git_commit', { message: 'x' }))).toEqual([
      'Nothing is staged, so there is nothing to commit. Stage files with git_add, or give files.',
    ]);
    expect(
      (await ask(dir, 'git_commit', { message: 'x', allow_empty: true })).structuredContent,
    ).toMatchObject({
      filesChanged: 0,
    });
    expect(textsOf(await ask(dir, 'git_commit', { message: 'x', author: 'Grace' }))).toEqual([
      'author must be like: Ada Lovelace <ada@example.org>',
    ]);
  });

  test('a hook can refuse it, and hides nothing, with --trust-repo-config', async () => {
    using dir = repository();
    dir.write({ '.git/hooks/pre-commit': '#!/bin/sh\necho "no tests" >&2\nexit 1\n', 'a.txt': 'two\n' });
    chmodSync(dir.at('.git/hooks/pre-commit'), 0o755);
    dir.git('add', '.');
    expect(textsOf(await ask(dir, 'git_commit', { message: 'x' }, { trust: true }))).toEqual([
      'git commit failed: no tests',
    ]);
    expect((await ask(dir, 'git_commit', { message: 'x' })).structuredContent).toMatchObject({
      hooks: { ran: false },
    });
  });

  test('calls at the same time do not meet at a lock', async () => {
    using dir = repository();
    dir.write(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, ''])));
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call(client, 'git_commit', { message: `${index}`, files: [`${index}.txt`] }),
      ),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(dir.git('rev-list', '--count', 'HEAD')).toBe('9\n');
  });
});

describe('git_reset and git_restore', () => {
  test('unstage everything, or some paths, and leave the files', async () => {
    using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    dir.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' });
    dir.git('add', '.');
    expect((await ask(dir, 'git_reset', { paths: ['a.txt'] })).structuredContent).toEqual({
      unstaged: ['a.txt'],
      dryRun: false,
    });
    expect(await ask(dir, 'git_reset')).toEqual({
      content: [{ type: 'text', text: 'Unstaged b.txt' }],
      structuredContent: { unstaged: ['b.txt'], dryRun: false },
    });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
  });

  test('restore files from the index or a commit, or only tell', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\n' });
    dir.commit('second');
    dir.write({ 'a.txt': 'three\n' });
    expect((await ask(dir, 'git_restore', { files: ['.'], dry_run: true })).structuredContent).toEqual({
      restored: ['a.txt'],
      dryRun: true,
    });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('three\n');
    await ask(dir, 'git_restore', { files: ['a.txt'] });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
    await ask(dir, 'git_restore', { files: ['a.txt'], source: 'HEAD~1' });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n');
    dir.git('add', '.');
    await ask(dir, 'git_restore', { files: ['a.txt'], staged: true });
    expect(dir.git('status', '--short')).toBe(' M a.txt\n');
  });
});

describe('git_create_branch and git_checkout', () => {
  test('make a branch and go there', async () => {
    using dir = repository();
    const hash = dir.git('rev-parse', 'HEAD').trim();
    dir.commit('second');
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    expect(await call(client, 'git_create_branch', { branch_name: 'topic', base_branch: 'HEAD~1' })).toEqual({
      content: [{ type: 'text', text: "Created branch 'topic' from 'HEAD~1'" }],
      structuredContent: { name: 'topic', hash },
    });
    expect(textsOf(await call(client, 'git_create_branch', { branch_name: 'next' }))).toEqual([
      "Created branch 'next' from 'main'",
    ]);
    expect(await call(client, 'git_checkout', { branch_name: 'topic' })).toEqual({
      content: [{ type: 'text', text: "Switched to branch 'topic'" }],
      structuredContent: { branch: 'topic', previous: 'main', detached: false, neutralised: [] },
    });
    expect(await call(client, 'git_checkout', { branch_name: hash })).toMatchObject({
      structuredContent: { previous: 'topic', detached: true },
    });
    expect(await call(client, 'git_checkout', { branch_name: 'new', create: true })).toMatchObject({
      structuredContent: { branch: 'new', previous: hash },
    });
  });

  test('never overwrite a file by its name, nor changes', async () => {
    using dir = repository();
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ 'a.txt': 'topic\n' });
    dir.commit('topic');
    dir.git('checkout', '--quiet', 'main');
    dir.write({ 'a.txt': 'precious\n' });
    for (const name of ['a.txt', 'topic'])
      expect((await ask(dir, 'git_checkout', { branch_name: name })).isError).toBe(true);
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('precious\n');
    expect(existsSync(dir.at('.git/index.lock'))).toBe(false);
  });
});

test('a lock that another git left is named, in few words', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n', '.git/index.lock': '' });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const hint =
    'Another git is at work, or one has crashed. Try again; if it stays, ask the user to remove the lock file.';
  const { content: added } = await call(client, 'git_add', { files: ['.'] });
  expect(added[0]?.text).toBe(
    `git add failed: Unable to create '${dir.at('.git/index.lock')}': File exists. ${hint}`,
  );
  const { content: stashed } = await call(client, 'git_stash_push', {});
  expect(stashed[0]?.text).toBe(`git stash push failed: Unable to create index.lock: File exists. ${hint}`);
});

test('a bare repository has nothing to commit, to unstage or to put aside', async () => {
  using dir = repository();
  using bare = temporary();
  bare.git('clone', '--quiet', '--bare', dir.path, '.');
  const before = [bare.git('rev-parse', 'HEAD'), readdirSync(bare.path)];
  await using client = await connect(serve([bare.path]), { revision: '2025-11-25' });
  for (const [tool, args] of [
    ['git_commit', { message: 'all gone' }],
    ['git_commit', { message: 'all gone', allow_empty: true }],
    ['git_amend', { message: 'all gone' }],
    ['git_reset', {}],
    ['git_stash_push', {}],
    ['git_stash_pop', {}],
    ['git_checkout', { branch_name: 'main' }],
    ['git_merge', { revision: 'main' }],
  ] as const)
    expect({ tool, texts: textsOf(await call(client, tool, args)) }).toEqual({
      tool,
      texts: [`${bare.path} is a bare repository: it has no files to work on.`],
    });
  expect([bare.git('rev-parse', 'HEAD'), readdirSync(bare.path)]).toEqual(before);
});

test('a message is UTF-8, whatever encoding the repository asks for', async () => {
  using dir = repository();
  dir.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
  await ask(dir, 'git_commit', { message: 'grüße', allow_empty: true });
  await ask(dir, 'git_amend', {});
  expect(dir.git('cat-file', '-p', 'HEAD')).not.toContain('encoding');
  expect(dir.git('log', '-1', '--format=%s', '--encoding=UTF-8')).toBe('grüße\n');
});

test('a branch in the place of a folder is refused with another hint than a lock', async () => {
  using dir = repository();
  dir.git('branch', 'x/y');
  expect(textsOf(await ask(dir, 'git_create_branch', { branch_name: 'x' }))[0]).toMatch(
    /exists; cannot create.* Choose another name\.$/,
  );
});

describe('git_reset with a revision', () => {
  const topic = (): Temporary => {
    const dir = repository();
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ 'a.txt': 'two\n' });
    dir.commit('second');
    return dir;
  };

  test.each([
    ['soft', 'M  a.txt\n'],
    ['mixed', ' M a.txt\n'],
  ])('%s moves the branch and keeps the files, after a preview', async (mode, status) => {
    using dir = topic();
    const [previous, hash] = [dir.git('rev-parse', 'HEAD').trim(), dir.git('rev-parse', 'HEAD~1').trim()];
    const expected = { unstaged: [], hash, previous, removed: [expect.stringMatching(/ second$/)] };
    const args = { revision: 'HEAD~1', mode };
    expect((await ask(dir, 'git_reset', { ...args, dry_run: true })).structuredContent).toEqual({
      ...expected,
      dryRun: true,
    });
    expect(dir.git('rev-parse', 'HEAD').trim()).toBe(previous);
    expect((await ask(dir, 'git_reset', args)).structuredContent).toEqual({ ...expected, dryRun: false });
    expect(dir.git('rev-parse', 'HEAD').trim()).toBe(hash);
    expect(dir.git('status', '--short')).toBe(status);
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
  });

  test('not on a protected branch, and not with paths', async () => {
    using dir = topic();
    dir.git('checkout', '--quiet', 'main');
    expect(textsOf(await ask(dir, 'git_reset', { revision: 'topic' }))[0]).toMatch(/^main is protected: /);
    for (const args of [{ mode: 'soft' }, { revision: 'topic', paths: ['a.txt'] }])
      expect((await ask(dir, 'git_reset', args)).isError).toBe(true);
  });
});

test('git_tag_delete deletes a tag, and says what it was', async () => {
  using dir = repository();
  dir.git('tag', '--annotate', '--message', 'x', 'v1');
  const hash = dir.git('rev-parse', 'HEAD').trim();
  expect((await ask(dir, 'git_tag_delete', { tag_name: 'v1' })).structuredContent).toEqual({
    name: 'v1',
    hash,
  });
  expect(dir.git('tag')).toBe('');
  expect(textsOf(await ask(dir, 'git_tag_delete', { tag_name: 'v1' }))[0]).toMatch(
    /^tag_name: there is no "refs\/tags\/v1"/,
  );
});
