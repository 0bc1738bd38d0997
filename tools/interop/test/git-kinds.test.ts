// The built git server on repositories of all kinds, and on the history of this project, under both official clients.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from '../src/built-server.ts';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Modern } from '../src/clients/v2.ts';
import { GitZoo } from '../src/git-zoo.ts';

const checkout = join(import.meta.dirname, '../../..');
const hasHistory = existsSync(join(checkout, '.git'));

let zoo: GitZoo;
beforeAll(() => {
  zoo = new GitZoo();
});
afterAll(() => zoo[Symbol.dispose]());

interface Kind {
  readonly name: string;
  readonly status: object;
  readonly subjects: readonly string[];
  readonly files: readonly string[];
}

const clean = { clean: true, detached: false, branch: 'main' };
const two = { subjects: ['two', 'one'], files: ['a.txt'] };

const KINDS: readonly Kind[] = [
  { name: 'plain', status: clean, ...two },
  { name: 'sha256', status: clean, ...two },
  { name: 'shallow', status: { ...clean, upstream: 'origin/main' }, ...two, subjects: ['two'] },
  { name: 'detached', status: { clean: true, detached: true }, ...two, subjects: ['one'] },
  { name: 'linked', status: { ...clean, branch: 'linked' }, ...two },
  {
    name: 'super',
    status: clean,
    subjects: ['with a submodule', 'two', 'one'],
    files: ['.gitmodules', 'a.txt', 'sub'],
  },
  { name: 'odd', status: clean, subjects: ['odd', 'two', 'one'], files: ['a.txt', String.raw`"gr\374n"`] },
];

describe.each([v1, v2Modern])('$name', (driver: Driver) => {
  let client: Driven;
  const ask = (name: string, repository: string, args: object = {}): ReturnType<Driven['call']> =>
    client.call(name, { repo_path: zoo.at(repository), ...args });

  beforeAll(async () => {
    const flags = ['--base-dir', zoo.path, '--toolsets', 'inspect', '--allow-remote', '--read-only'];
    client = await driver.connect({ args: [await builtServer('git'), ...flags] });
  });
  afterAll(() => client.close());

  test.each(KINDS)('$name', async ({ name, status, subjects, files }) => {
    expect(await ask('git_status', name)).toMatchObject({ structuredContent: status });
    expect(await ask('git_log', name)).toMatchObject({
      structuredContent: { commits: subjects.map((subject) => ({ subject })) },
    });
    expect(await ask('git_ls_files', name)).toMatchObject({ structuredContent: { files } });
    expect(await ask('git_show', name, { revision: 'HEAD' })).toMatchObject({
      content: [{ text: expect.stringContaining(`commit ${zoo.git(name, 'rev-parse', 'HEAD')}`) }],
    });
    expect(await ask('git_blame', name, { path: 'a.txt' })).toMatchObject({
      content: [{ text: expect.stringMatching(/ 1\) /) }],
    });
    for (const tool of ['git_diff_unstaged', 'git_diff_staged'])
      expect(await ask(tool, name)).toMatchObject({ content: [{ text: 'No changes.' }] });
  });

  test('bare.git', async () => {
    expect(await ask('git_status', 'bare.git')).toMatchObject({ isError: true });
    expect(await ask('git_log', 'bare.git')).toMatchObject({
      structuredContent: { commits: [{ subject: 'two' }, { subject: 'one' }] },
    });
    expect(await ask('git_diff', 'bare.git', { base: 'HEAD~1', target: 'HEAD' })).toMatchObject({
      content: [{ text: expect.stringContaining('diff --git a/a.txt b/a.txt') }],
    });
  });

  test('unborn', async () => {
    expect(await ask('git_status', 'unborn')).toMatchObject({
      content: [{ text: expect.stringContaining('No commits yet') }],
      structuredContent: { branch: 'main', clean: true },
    });
    for (const tool of ['git_branch', 'git_tag', 'git_ls_files', 'git_diff_staged'])
      expect([tool, await ask(tool, 'unborn')]).not.toMatchObject([tool, { isError: true }]);
    expect(await ask('git_log', 'unborn')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('If there is no commit yet, make one') }],
    });
  });

  test('worktrees and submodules are found', async () => {
    expect(await ask('git_worktrees', 'plain')).toMatchObject({
      structuredContent: { worktrees: [{ path: zoo.at('plain') }, { path: zoo.at('linked') }], outside: 0 },
    });
    expect(await ask('git_log', 'super/sub')).toMatchObject({
      structuredContent: { commits: [{ subject: 'two' }, { subject: 'one' }] },
    });
  });

  test('every repository has its resources', async () => {
    const names = ['plain', 'sha256', 'shallow', 'bare.git', 'unborn', 'detached', 'linked', 'super', 'odd'];
    for (const name of names.filter((kind) => kind !== 'unborn')) {
      const uri = `git://${encodeURIComponent(zoo.at(name))}/blob/HEAD/a.txt`;
      expect([name, await client.read(uri)]).toMatchObject([
        name,
        { contents: [{ uri, mimeType: 'text/plain' }] },
      ]);
    }
  });
});

describe.runIf(hasHistory)('the history of this project', () => {
  let client: Driven;
  beforeAll(async () => {
    client = await v2Modern.connect({
      args: [await builtServer('git'), '-r', checkout, '--toolsets', 'inspect'],
    });
  });
  afterAll(() => client.close());

  test('comes in pages that have each commit once', async () => {
    const hashes: string[] = [];
    let cursor: string | undefined;
    do {
      const args = { max_count: 60, ...(cursor === undefined ? {} : { cursor }) };
      const { structuredContent } = (await client.call('git_log', args)) as {
        structuredContent: { commits: { hash: string }[]; nextCursor?: string };
      };
      hashes.push(...structuredContent.commits.map(({ hash }) => hash));
      cursor = structuredContent.nextCursor;
    } while (cursor !== undefined && hashes.length < 200);
    expect(hashes.length).toBeGreaterThan(0);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('has tags, branches, files, and the last commit', async () => {
    for (const [tool, args, member] of [
      ['git_branch', { branch_type: 'all' }, 'branches'],
      ['git_tag', { action: 'list' }, 'tags'],
      ['git_ls_files', { revision: 'HEAD', paths: ['servers/git/src'] }, 'files'],
    ] as const)
      expect([tool, await client.call(tool, args)]).toMatchObject([
        tool,
        { structuredContent: { [member]: expect.any(Array) } },
      ]);
    expect(await client.call('git_show', { revision: 'HEAD', max_bytes: 2000 })).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ text: expect.stringMatching(/^commit /) })]),
    });
  });
});
