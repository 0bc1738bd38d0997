// Local repositories to fetch or borrow from: git would start git in them, which reads their configuration. A pipe as
// an included file detects that, because opening it blocks.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { call, git, open, temporary, textOf, textsOf, type Temporary } from '../setup.ts';

/** `source` has one commit on main; `work` is a clone of it by its path. */
const pair = (): Temporary => {
  const nest = temporary();
  nest.repository('source');
  nest.git('clone', '--quiet', 'source', 'work');
  return nest;
};

/** Makes any git wait that reads the configuration of a repository. */
const setTrap = (nest: Temporary, gitDir: string): void => {
  execFileSync('mkfifo', [nest.at('pipe')]);
  appendFileSync(join(gitDir, 'config'), `[include]\n\tpath = ${nest.at('pipe')}\n`);
};

const waits = (directory: string): boolean =>
  spawnSync('git', ['for-each-ref'], { cwd: directory, timeout: 1000 }).signal === 'SIGTERM';

test('fetch, pull and clone do not read the configuration of their source', async () => {
  using nest = pair();
  git(nest.at('source'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  setTrap(nest, nest.at('source/.git'));
  expect(waits(nest.at('source'))).toBe(true);
  await using client = await open(nest.path, { timeout: 20 });
  for (const [tool, args, text] of [
    ['git_fetch', { repo_path: 'work', dry_run: true }, /^Would fetch from origin .*\nupdated/],
    ['git_fetch', { repo_path: 'work' }, /^Fetched from origin .*\nupdated/],
    ['git_pull', { repo_path: 'work' }, /^Fetched from origin .*\nThe merge is done/],
    ['git_clone', { url: 'source', path: 'copy' }, /^Cloned /],
    ['git_clone', { url: nest.at('source'), path: 'bare.git', bare: true }, /^Cloned /],
  ] as const)
    expect([tool, await textOf(call(client, tool, args))]).toEqual([tool, expect.stringMatching(text)]);
  expect(git(nest.at('copy'), 'log', '--format=%s')).toBe('second\nfirst\n');
});

test('the configuration of a repository that lends objects is not read', async () => {
  using nest = pair();
  nest.git('clone', '--quiet', '--shared', 'source', 'borrower');
  setTrap(nest, nest.at('source/.git'));
  git(nest.at('borrower'), 'remote', 'set-url', 'origin', nest.at('work'));
  git(nest.at('work'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  await using client = await open(nest.path, { timeout: 20 });
  for (const dry_run of [true, false]) {
    const answer = await call(client, 'git_fetch', { repo_path: 'borrower', dry_run });
    expect(textsOf(answer)[0]).toMatch(/etch.* from origin .*\nupdated/);
  }
});

test('a clone names its source repository, and nothing of this server', async () => {
  using nest = pair();
  await using client = await open(nest.path);
  await call(client, 'git_clone', { url: 'source', path: 'copy' });
  const url = pathToFileURL(nest.at('source/.git')).href;
  expect(git(nest.at('copy'), 'config', 'remote.origin.url').trim()).toBe(url);
  expect(git(nest.at('copy'), 'reflog', '--format=%gs').trim()).toBe(`clone: from ${url}`);
  const files = readdirSync(nest.at('copy'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(texts.filter((text) => text.includes('mcp-server-git'))).toEqual([]);
  // The other tools accept this address.
  expect(await textOf(call(client, 'git_fetch', { repo_path: 'copy' }))).toMatch(/\nNothing is new\.$/);
});

test('a linked worktree, and a HEAD that is a link, are cloned with their branch', async () => {
  using nest = pair();
  git(nest.at('source'), 'worktree', 'add', '--quiet', '-b', 'topic', nest.at('linked'));
  git(nest.at('work'), 'branch', 'aside');
  rmSync(nest.at('work/.git/HEAD'));
  symlinkSync('refs/heads/aside', nest.at('work/.git/HEAD'));
  await using client = await open(nest.path);
  for (const [url, branch] of [
    ['linked', 'topic'],
    ['work', 'aside'],
  ] as const) {
    const answer = await call(client, 'git_clone', { url, path: `copy-of-${url}` });
    expect([url, answer.structuredContent]).toEqual([url, expect.objectContaining({ branch })]);
  }
});

test('objects that a source borrows by a relative path are included', async () => {
  using nest = pair();
  nest.git('clone', '--quiet', '--shared', 'source', 'borrower');
  nest.write({ 'borrower/.git/objects/info/alternates': '../../../source/.git/objects\n' });
  await using client = await open(nest.path);
  expect(await textOf(call(client, 'git_clone', { url: 'borrower', path: 'copy' }))).toMatch(/^Cloned /);
  renameSync(nest.at('source'), nest.at('gone'));
  expect(git(nest.at('copy'), 'fsck')).toBe('');
});

test('with --trust-repo-config a source is read as plain git does, and a preview changes nothing', async () => {
  using nest = pair();
  git(nest.at('source'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  const before = git(nest.at('work'), 'for-each-ref');
  await using client = await open(nest.path, { trust: true });
  const preview = await call(client, 'git_fetch', { repo_path: 'work', dry_run: true });
  expect(textsOf(preview)[0]).toMatch(/^Would fetch from origin .*\nupdated/);
  expect(git(nest.at('work'), 'for-each-ref')).toBe(before);
  await call(client, 'git_fetch', { repo_path: 'work' });
  expect(git(nest.at('work'), 'rev-parse', 'origin/main')).toBe(git(nest.at('source'), 'rev-parse', 'main'));
  const pushed = await call(client, 'git_push', { repo_path: 'work', branch: 'main', to: 'new' });
  expect(pushed.structuredContent).toMatchObject({ refs: [{ ref: 'refs/heads/new', change: 'new' }] });
});

test('a failure names the repository, not the view that git got of it', async () => {
  using nest = pair();
  nest.write({ 'source/b.txt': 'two\n' });
  git(nest.at('source'), 'add', '.');
  git(nest.at('source'), 'commit', '--quiet', '--message', 'second');
  const blob = git(nest.at('source'), 'rev-parse', 'HEAD:b.txt').trim();
  rmSync(nest.at('source/.git/objects', blob.slice(0, 2), blob.slice(2)));
  await using client = await open(nest.path);
  for (const [tool, args] of [
    ['git_fetch', { repo_path: 'work' }],
    ['git_clone', { url: 'source', path: 'copy' }],
  ] as const) {
    const { isError, content } = await call(client, tool, args);
    expect([tool, isError, content[0]?.text]).toEqual([
      tool,
      true,
      expect.not.stringMatching(/mcp-server-git|\/proc\//),
    ]);
  }
});

test('a linked worktree fetches like its main one, and a shallow clone stays shallow', async () => {
  using nest = pair();
  git(nest.at('work'), 'worktree', 'add', '--quiet', '-b', 'side', nest.at('linked'));
  git(nest.at('source'), 'commit', '--quiet', '--allow-empty', '--message', 'second');
  nest.git('clone', '--quiet', '--depth=1', `file://${nest.at('source')}`, 'shallow');
  git(nest.at('source'), 'commit', '--quiet', '--allow-empty', '--message', 'third');
  const hash = git(nest.at('source'), 'rev-parse', 'HEAD').trim();
  await using client = await open(nest.path);
  for (const name of ['linked', 'shallow'])
    for (const dry_run of [true, false]) {
      const before = git(nest.at(name), 'for-each-ref');
      const { structuredContent } = await call(client, 'git_fetch', { repo_path: name, dry_run });
      expect([name, structuredContent]).toEqual([
        name,
        expect.objectContaining({
          refs: [expect.objectContaining({ ref: 'refs/remotes/origin/main', to: hash })],
        }),
      ]);
      expect(git(nest.at(name), 'for-each-ref') === before).toBe(dry_run);
    }
  expect(git(nest.at('shallow'), 'rev-parse', '--is-shallow-repository').trim()).toBe('true');
  expect(git(nest.at('shallow'), 'fsck')).toBe('');
});
