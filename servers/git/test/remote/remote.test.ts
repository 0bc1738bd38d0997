import type { TestClient } from '@mcp/runtime/testing';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, dataOf, git, open, textOf } from '../setup.ts';
import { RemoteSandbox } from './sandbox.ts';

let box: RemoteSandbox;

beforeAll(async () => {
  box = await RemoteSandbox.start();
});
afterEach(() => expect(box.leftovers()).toEqual([]));
afterAll(() => box[Symbol.asyncDispose]());

describe('git_fetch', () => {
  test('fetches branches and their tags, after a preview that changes nothing', async () => {
    const hash = box.elsewhere('topic', { 'b.txt': 'b\n' });
    git(box.nest.at('seed'), 'tag', 'v1');
    git(box.nest.at('seed'), 'push', '--quiet', 'origin', 'v1');
    const before = box.here('for-each-ref');
    const expected = {
      remote: 'origin',
      url: box.http.url('shared.git'),
      refs: [
        { ref: 'refs/remotes/origin/topic', change: 'new', to: hash },
        { ref: 'refs/tags/v1', change: 'new', to: hash },
      ],
    };
    const preview = await box.ask('git_fetch', { dry_run: true });
    expect(preview.structuredContent).toEqual({ ...expected, dry_run: true });
    expect(box.here('for-each-ref')).toBe(before);
    expect(() => box.here('cat-file', '-t', hash)).toThrow(/could not get object info/);
    expect(await box.ask('git_fetch')).toEqual({
      content: [
        {
          type: 'text',
          text: `Fetched from origin (${expected.url})\nnew refs/remotes/origin/topic ${hash.slice(0, 8)}\nnew refs/tags/v1 ${hash.slice(0, 8)}`,
        },
      ],
      structuredContent: expected,
    });
    expect(box.here('rev-parse', 'origin/topic', 'v1')).toBe(`${hash}\n${hash}`);
    expect(box.here('reflog', '-1', '--format=%gs', 'origin/topic')).toBe('fetch origin: storing head');
    expect(box.here('fsck', '--no-dangling')).toBe('');
    expect(await textOf(box.ask('git_fetch'))).toMatch(/\nNothing is new\.$/);
  });

  test('reports rewritten branches, and prunes deleted ones only when asked', async () => {
    const old = box.elsewhere('rewritten');
    box.elsewhere('gone/inner');
    await box.ask('git_fetch');
    git(box.nest.at('seed'), 'checkout', '--quiet', 'rewritten');
    git(box.nest.at('seed'), 'reset', '--quiet', '--hard', 'HEAD~1');
    const hash = box.elsewhere('rewritten', { 'other.txt': '' });
    box.there('branch', '--quiet', '-D', 'gone/inner');
    expect(await dataOf(box.ask('git_fetch'))).toMatchObject({
      refs: [{ ref: 'refs/remotes/origin/rewritten', change: 'forced', from: old, to: hash }],
    });
    // A branch replaces the folder.
    box.there('branch', 'gone', 'rewritten');
    expect(await dataOf(box.ask('git_fetch', { prune: true }))).toMatchObject({
      refs: [
        { ref: 'refs/remotes/origin/gone/inner', change: 'deleted' },
        { ref: 'refs/remotes/origin/gone', change: 'new', to: hash },
      ],
    });
  });

  test('never replaces a tag, and fetches a single branch on request', async () => {
    box.here('tag', 'v9', 'origin/main');
    const hash = box.elsewhere('single');
    box.elsewhere('other-one');
    git(box.nest.at('seed'), 'tag', 'v9');
    git(box.nest.at('seed'), 'push', '--quiet', 'origin', 'v9');
    expect(await dataOf(box.ask('git_fetch', { branch: 'single' }))).toMatchObject({
      refs: [{ ref: 'refs/remotes/origin/single', to: hash }],
    });
    expect(await dataOf(box.ask('git_fetch', { branch: 'single', tags: true }))).toMatchObject({
      rejected: [{ ref: 'refs/tags/v9', reason: 'would clobber existing tag' }],
    });
    expect(box.here('rev-parse', 'v9')).toBe(box.here('rev-parse', 'origin/main'));
    expect(await textOf(box.ask('git_fetch', { branch: 'missing' }))).toMatch(
      /^git fetch failed: couldn't find remote ref refs\/heads\/missing\./,
    );
    expect(await textOf(box.ask('git_fetch', { remote: 'missing' }))).toBe(
      'There is no remote missing. There are: origin.',
    );
  });

  test('a refspec that would change local branches is ignored', async () => {
    const main = box.here('rev-parse', 'main');
    box.here('config', '--add', 'remote.origin.fetch', '+refs/heads/topic:refs/heads/main');
    const { structuredContent } = await box.ask('git_fetch');
    box.here(
      'config',
      '--fixed-value',
      '--unset',
      'remote.origin.fetch',
      '+refs/heads/topic:refs/heads/main',
    );
    expect(structuredContent).toMatchObject({ ignored: ['remote.origin.fetch'] });
    expect(box.here('rev-parse', 'main')).toBe(main);
  });
});

describe('git_pull', () => {
  test('fast-forwards, merges, and reports conflicts', async () => {
    box.here('checkout', '--quiet', 'main');
    const hash = box.elsewhere('main', { 'a.txt': 'theirs\n' }).slice(0, 7);
    expect(await dataOf(box.ask('git_pull', { dry_run: true }))).toMatchObject({
      result: 'done',
      dry_run: true,
    });
    expect(await dataOf(box.ask('git_pull'))).toMatchObject({ result: 'fast-forward', hash });
    writeFileSync(box.nest.at('work/a.txt'), 'ours\n');
    box.here('commit', '--quiet', '--all', '--message', 'ours');
    box.elsewhere('main', { 'a.txt': 'theirs again\n' });
    expect(await dataOf(box.ask('git_pull', { dry_run: true }))).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
    });
    expect((await box.ask('git_pull', { fast_forward_only: true })).isError).toBe(true);
    expect(box.here('status', '--short')).toBe('');
    expect(await dataOf(box.ask('git_pull'))).toMatchObject({ result: 'conflict', conflicts: ['a.txt'] });
    box.here('merge', '--abort');
    box.here('reset', '--quiet', '--hard', 'origin/main');
  });

  test('needs an upstream or the name of a branch', async () => {
    box.commit('alone');
    expect(await textOf(box.ask('git_pull'))).toMatch(/^alone has no upstream at origin\. Give branch/);
    expect(await dataOf(box.ask('git_pull', { branch: 'main' }))).toMatchObject({ result: 'up-to-date' });
  });
});

describe('git_push', () => {
  test('pushes a branch after a preview, and sets its upstream', async () => {
    const hash = box.commit('mine');
    const refs = [{ ref: 'refs/heads/mine', change: 'new', to: hash }];
    expect(await dataOf(box.ask('git_push', { dry_run: true, set_upstream: true }))).toMatchObject({
      refs,
      dry_run: true,
    });
    expect(box.there('branch', '--list', 'mine')).toBe('');
    expect(await dataOf(box.ask('git_push', { set_upstream: true }))).toMatchObject({ refs });
    expect(box.there('rev-parse', 'mine')).toBe(hash);
    expect(box.here('rev-parse', 'mine@{upstream}')).toBe(hash);
    expect(await dataOf(box.ask('git_push'))).toMatchObject({ refs: [{ change: 'up-to-date' }] });
  });

  test('rewrites only with a lease, and never a protected branch', async () => {
    box.commit('shared');
    await box.ask('git_push', {});
    const second = box.commit('shared', 'origin/main~1');
    expect(await dataOf(box.ask('git_push'))).toMatchObject({
      rejected: [{ ref: 'refs/heads/shared', reason: 'non-fast-forward' }],
    });
    // Somebody else pushed in the meantime.
    const theirs = box.elsewhere('shared');
    expect(await dataOf(box.ask('git_push', { force: true }))).toMatchObject({
      rejected: [{ ref: 'refs/heads/shared', reason: 'stale info' }],
    });
    expect(box.there('rev-parse', 'shared')).toBe(theirs);
    await box.ask('git_fetch');
    expect(await dataOf(box.ask('git_push', { force: true }))).toMatchObject({
      refs: [{ ref: 'refs/heads/shared', change: 'forced', from: theirs, to: second }],
    });
    expect(box.there('rev-parse', 'shared')).toBe(second);
    expect(await textOf(box.ask('git_push', { force: true, to: 'Main' }))).toMatch(/^Main is protected: /);
    expect(await textOf(box.ask('git_push', { force: true, to: 'unseen' }))).toMatch(
      /^It is not known what refs\/heads\/unseen is at origin\./,
    );
  });

  test('pushes a tag alone', async () => {
    box.here('tag', '--annotate', '--message', 'two', 'v2', 'origin/main');
    await box.ask('git_push', { tag: 'v2' });
    expect(box.there('cat-file', '-t', 'v2')).toBe('tag');
    for (const args of [
      { tag: 'v2', force: true },
      { tag: 'v2', branch: 'main' },
    ])
      expect(await textOf(box.ask('git_push', args))).toMatch(/^tag goes alone/);
    expect(await textOf(box.ask('git_push', { tag: 'v77' }))).toMatch(/^There is no refs\/tags\/v77 here/);
  });
});

describe('git_clone', () => {
  let client: TestClient;
  beforeAll(async () => {
    mkdirSync(box.nest.at('allowed/empty'), { recursive: true });
    client = await open(box.nest.at('allowed'));
  });
  afterAll(() => client[Symbol.asyncDispose]());

  test('creates a repository, with files and without hooks', async () => {
    const url = box.http.url('shared.git', 'ada:sec%40ret@');
    const answer = await call(client, 'git_clone', { url, path: 'empty' });
    const path = box.nest.at('allowed/empty');
    expect(answer.structuredContent).toEqual({
      path,
      url: box.http.url('shared.git', '***@'),
      branch: 'main',
      hash: box.there('rev-parse', '--short', 'main'),
    });
    expect(JSON.stringify(answer)).not.toContain('sec');
    expect(readFileSync(`${path}/a.txt`, 'utf8')).not.toBe('');
    expect(existsSync(`${path}/.git/hooks`)).toBe(false);
    expect(git(path, 'status', '--short', '--branch')).toBe('## main...origin/main\n');
  });

  test('clones a tag, a part of the history, or no files', async () => {
    const url = box.http.url('shared.git');
    const hash = box.there('rev-parse', '--short', 'v1^{commit}');
    expect(await dataOf(call(client, 'git_clone', { url, path: 'tag', branch: 'v1' }))).toEqual({
      path: box.nest.at('allowed/tag'),
      url,
      hash,
    });
    await call(client, 'git_clone', { url, path: 'shallow', depth: 1 });
    expect(git(box.nest.at('allowed/shallow'), 'rev-list', '--count', 'HEAD')).toBe('1\n');
    const deeper = await call(client, 'git_fetch', { repo_path: 'shallow', depth: 2 });
    expect(deeper.isError).toBeUndefined();
    expect(git(box.nest.at('allowed/shallow'), 'rev-list', '--count', 'HEAD')).toBe('2\n');
    await call(client, 'git_fetch', { repo_path: 'shallow', depth: 2_147_483_647 });
    expect(git(box.nest.at('allowed/shallow'), 'rev-parse', '--is-shallow-repository')).toBe('false\n');
    expect(git(box.nest.at('allowed/shallow'), 'fsck')).toBe('');
    await call(client, 'git_clone', { url, path: 'bare.git', bare: true });
    expect(git(box.nest.at('allowed/bare.git'), 'rev-parse', '--is-bare-repository')).toBe('true\n');
  });

  test('writes nowhere else, and leaves nothing when it fails', async () => {
    const url = box.http.url('shared.git');
    mkdirSync(box.nest.at('allowed/full'), { recursive: true });
    box.nest.write({ 'allowed/full/a.txt': 'precious' });
    symlinkSync('..', box.nest.at('allowed/out'));
    for (const path of ['../x', box.nest.at('x'), 'out/x', '', 'a/b', '.git', 'full', 'empty/inner'])
      expect([path, (await call(client, 'git_clone', { url, path })).isError]).toEqual([path, true]);
    expect(readFileSync(box.nest.at('allowed/full/a.txt'), 'utf8')).toBe('precious');
    const missing = { url: box.http.url('missing.git'), path: 'new' };
    expect(await textOf(call(client, 'git_clone', missing))).toMatch(/^git clone failed: .*not found/);
    expect((await call(client, 'git_clone', { url, path: 'new', branch: 'missing' })).isError).toBe(true);
    expect(existsSync(box.nest.at('allowed/new'))).toBe(false);
    expect(existsSync(box.nest.at('x'))).toBe(false);
  });

  test('clones a repository on this machine if it is inside', async () => {
    git(box.nest.path, 'clone', '--quiet', '--bare', 'shared.git', 'allowed/local.git');
    for (const [url, path] of [
      ['local.git', 'one'],
      [`file://${box.nest.at('allowed/local.git')}`, 'two'],
    ])
      expect(await dataOf(call(client, 'git_clone', { url, path }))).toMatchObject({
        path: box.nest.at('allowed', path ?? ''),
      });
    // It can be fetched from, but not pushed to: its hooks would run.
    expect(await textOf(call(client, 'git_fetch', { repo_path: 'one' }))).toMatch(/\nNothing is new\.$/);
    expect(await textOf(call(client, 'git_push', { repo_path: 'one' }))).toMatch(
      /is a directory: its hooks would run here/,
    );
  });
});

test('all of this works with SHA-256', async () => {
  await using other = await RemoteSandbox.start('--object-format=sha256');
  const hash = other.elsewhere('topic');
  expect(await dataOf(other.ask('git_fetch'))).toMatchObject({
    refs: [{ ref: 'refs/remotes/origin/topic', to: hash }],
  });
  const mine = other.commit('mine');
  expect(await dataOf(other.ask('git_push'))).toMatchObject({ refs: [{ to: mine }] });
  expect(other.here('fsck', '--no-dangling')).toBe('');
});
