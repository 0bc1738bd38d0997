import { mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { basename } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { call, git, open, repository, serve, shortOf, temporary, type Temporary } from '../setup.ts';

interface Contents {
  readonly contents: readonly [{ readonly uri: string; readonly mimeType: string; readonly text: string }];
}

const read = async (client: TestClient, uri: string): Promise<unknown> => {
  const { contents } = (await client.request('resources/read', { uri })) as unknown as Contents;
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }]);
  return JSON.parse(contents[0].text);
};

const listed = async (client: TestClient): Promise<string[]> => {
  const { resources } = await client.request('resources/list');
  return (resources as { uri: string }[]).map(({ uri }) => uri);
};

test('status, branches and tags are listed and read, in every revision', async () => {
  using dir = repository();
  dir.git('tag', '--annotate', '--message', 'the first', 'v1');
  dir.write({ 'b.txt': '' });
  const hash = shortOf(dir);
  const commit = dir.git('rev-parse', 'HEAD').trim();
  const repo = `git://${basename(dir.path)}`;
  for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(serve([dir.path]), { revision });
    expect(await listed(client)).toEqual([`${repo}/status`, `${repo}/branches`, `${repo}/tags`]);
    expect(await read(client, `${repo}/status`)).toEqual({
      branch: 'main',
      commit,
      untracked: ['b.txt'],
      notes: ['git_add stages new files.'],
    });
    expect(await read(client, `${repo}/branches`)).toEqual({
      branches: [{ name: 'main', hash, current: true, date: expect.any(String), subject: 'first' }],
      total: 1,
    });
    expect(await read(client, `${repo}/tags`)).toEqual({
      tags: [{ name: 'v1', hash, annotated: true, date: expect.any(String), subject: 'the first' }],
      total: 1,
    });
  }
});

test('a bare repository has branches and tags, but no status', async () => {
  using base = temporary();
  git(base.path, 'init', '--quiet', '--bare', 'shared.git');
  git(base.path, 'init', '--quiet', 'work');
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(serve([base.path]), { revision });
    const found = await listed(client);
    const states = (name: string): string[] =>
      found.flatMap((uri) => uri.split(`git://${encodeURIComponent(base.at(name))}/`).slice(1)).toSorted();
    expect(states('shared.git')).toEqual(['branches', 'tags']);
    expect(states('work')).toEqual(['branches', 'status', 'tags']);
    for (const uri of found) await read(client, uri);
  }
});

test('the repositories in a base directory are listed page by page, by name or path', async () => {
  using base = temporary();
  using other = repository();
  for (const name of ['two', 'one', 'none']) mkdirSync(base.at(name));
  for (const name of ['two', 'one']) git(base.at(name), 'init', '--quiet');
  base.write({ 'link/.git': `gitdir: ${other.at('.git')}\n` });
  const server = serve([base.path, other.path]);
  await using client = await connect(server, { revision: '2025-11-25' });
  const places = [
    encodeURIComponent(base.at('one')),
    encodeURIComponent(base.at('two')),
    basename(other.path),
  ];
  const expected = ['status', 'branches', 'tags'].flatMap((state) =>
    places.map((place) => `git://${place}/${state}`).toSorted(),
  );
  // Its git directory is inside too, because `other` is allowed.
  expect(await listed(client)).toEqual(
    expect.arrayContaining([...expected, `git://${encodeURIComponent(base.at('link'))}/tags`]),
  );
  expect(await read(client, `git://${encodeURIComponent(base.at('two'))}/status`)).toMatchObject({
    clean: true,
  });
  await using confined = await open(base.path);
  expect((await listed(confined)).filter((uri) => uri.includes('link'))).toEqual([]);
});

test('many repositories are listed in pages', async () => {
  using base = temporary();
  const names = Array.from({ length: 60 }, (_, index) => `repository ${String(index).padStart(2, '0')}`);
  for (const name of names) git(base.path, 'init', '--quiet', '--template=', name);
  await using client = await open(base.path, { pageSize: 50 });
  const uris: string[] = [];
  let cursor: unknown;
  let pages = 0;
  do {
    const page = await client.request('resources/list', cursor === undefined ? {} : { cursor });
    uris.push(...(page['resources'] as { uri: string }[]).map(({ uri }) => uri));
    cursor = page['nextCursor'];
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBe(4);
  expect(uris).toEqual(
    ['status', 'branches', 'tags'].flatMap((state) =>
      names.map((name) => `git://${encodeURIComponent(base.at(name))}/${state}`),
    ),
  );
});

/** Connects a client to some repositories, and to one more whose changes show that no other update is pending. */
class Watching implements AsyncDisposable {
  readonly #other: Temporary;
  readonly client: TestClient;

  private constructor(client: TestClient, other: Temporary) {
    this.client = client;
    this.#other = other;
  }

  static async begin(...paths: string[]): Promise<Watching> {
    const other = repository();
    const watching = new Watching(await open([...paths, other.path]), other);
    await watching.subscribe(other.path, 'tags');
    return watching;
  }

  async subscribe(path: string, ...states: string[]): Promise<void> {
    for (const state of states) {
      const uri = `git://${basename(path)}/${state}`;
      expect(await this.client.request('resources/subscribe', { uri })).toEqual({});
    }
  }

  /** Returns the states that an action updates: the expected ones, and any others before a change elsewhere arrives. */
  async updatesFrom(expected: readonly string[], action: () => unknown): Promise<string[]> {
    const before = this.#updated().length;
    const since = (): Set<string> => new Set(this.#updated().slice(before));
    const isOther = (uri: string): boolean => uri.startsWith(`git://${basename(this.#other.path)}/`);
    const states = (): string[] => [...since()].filter((uri) => !isOther(uri)).map((uri) => basename(uri));
    await action();
    const patience = { timeout: 20_000 };
    await vi.waitUntil(() => expected.every((state) => states().includes(state)), patience);
    this.#other.git('tag', `after-${before}`);
    await vi.waitUntil(() => [...since()].some(isOther), patience);
    return states().toSorted();
  }

  readonly #updated = (): string[] =>
    this.client
      .notifications('notifications/resources/updated')
      .map(({ params }) => (params as { readonly uri: string }).uri);

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    this.#other[Symbol.dispose]();
  }
}

const ALL = ['status', 'branches', 'tags'];

describe.concurrent('subscribers', () => {
  test.each([
    ['a file that is staged', ['status'], (dir) => dir.git('add', '.')],
    ['a new tag', ['tags'], (dir) => dir.git('tag', 'v2')],
    ['a new branch', ['branches', 'status'], (dir) => dir.git('branch', 'topic')],
    ['a commit', ['branches', 'status'], (dir) => void dir.commit('second')],
    // This rewrites the packed refs, which also contain tags.
    ['a deleted branch', ['branches', 'status', 'tags'], (dir) => dir.git('branch', '--delete', 'old/name')],
    ['packed refs', ['branches', 'status', 'tags'], (dir) => dir.git('pack-refs', '--all')],
  ] as readonly (readonly [string, readonly string[], (dir: Temporary) => void])[])(
    'are notified of %s',
    async (_what, states, action) => {
      using dir = repository();
      dir.git('branch', 'old/name');
      dir.git('tag', 'v1');
      dir.write({ 'b.txt': '' });
      await using watching = await Watching.begin(dir.path);
      await watching.subscribe(dir.path, ...ALL);
      expect(await watching.updatesFrom(states, () => action(dir))).toEqual(states);
    },
  );

  test('are notified of branches in new folders, and no longer after they unsubscribe', async () => {
    using dir = repository();
    await using watching = await Watching.begin(dir.path);
    await watching.subscribe(dir.path, 'branches');
    for (const name of ['a/b/c', 'a/b/d'])
      expect(await watching.updatesFrom(['branches'], () => dir.git('branch', name))).toEqual(['branches']);
    const uri = `git://${basename(dir.path)}/branches`;
    await watching.client.request('resources/unsubscribe', { uri });
    expect(await watching.updatesFrom([], () => dir.git('branch', 'a/b/e'))).toEqual([]);
  });

  test('receive nothing for calls that only read', async () => {
    using dir = repository();
    await using watching = await Watching.begin(dir.path);
    await watching.subscribe(dir.path, ...ALL);
    // Same content, new time: git would record it in the index.
    utimesSync(dir.at('a.txt'), 1, 1);
    const index = readFileSync(dir.at('.git/index'));
    const look = async (): Promise<void> => {
      for (const name of ['git_status', 'git_diff_unstaged', 'git_log'])
        await call(watching.client, name, { repo_path: dir.path });
    };
    expect(await watching.updatesFrom([], look)).toEqual([]);
    expect(readFileSync(dir.at('.git/index'))).toEqual(index);
  });

  test('of a linked worktree are notified of its own state and of shared state', async () => {
    using dir = repository();
    using nest = temporary();
    dir.git('worktree', 'add', '--quiet', nest.at('linked'), '-b', 'topic');
    await using watching = await Watching.begin(dir.path, nest.at('linked'));
    await watching.subscribe(nest.at('linked'), 'status', 'tags');
    nest.write({ 'linked/b.txt': '' });
    const add = (): string => nest.in('linked').git('add', '.');
    expect(await watching.updatesFrom(['status'], add)).toEqual(['status']);
    expect(await watching.updatesFrom(['tags'], () => dir.git('tag', 'v1'))).toEqual(['tags']);
  });

  test('are refused for a repository outside', async () => {
    using dir = repository();
    using other = repository();
    await using client = await open(dir.path);
    for (const place of [basename(other.path), encodeURIComponent(other.path), 'missing'])
      await expect(
        client.request('resources/subscribe', { uri: `git://${place}/status` }),
      ).rejects.toMatchObject({ code: -32002 });
  });

  test('survive the removal of the repository', async () => {
    using dir = repository();
    await using watching = await Watching.begin(dir.path);
    await watching.subscribe(dir.path, ...ALL);
    const remove = (): void => rmSync(dir.at('.git'), { recursive: true });
    expect(await watching.updatesFrom(['status'], remove)).toContain('status');
    expect(await watching.client.request('ping')).toEqual({});
  });
});
