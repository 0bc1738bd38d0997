// Repositories of all kinds side by side: tools and resources agree with plain git on each of them.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, serve, temporary, type Temporary } from './setup.ts';

let dir: Temporary;
let client: TestClient;

const git = (name: string, ...args: string[]): string => dir.git('-C', name, ...args).trim();
const lines = (name: string, ...args: string[]): string[] => git(name, ...args).split('\n');

const history = (name: string, ...init: string[]): void => {
  dir.git('init', '--quiet', ...init, name);
  for (const text of ['one', 'two']) {
    dir.write({ [`${name}/a.txt`]: `${text}\n` });
    git(name, 'add', '.');
    git(name, 'commit', '--quiet', '--message', text);
  }
};

beforeAll(async () => {
  dir = temporary();
  history('plain');
  history('sha256', '--object-format=sha256');
  dir.git('clone', '--quiet', '--depth=1', `file://${dir.at('plain')}`, 'shallow');
  dir.git('clone', '--quiet', '--bare', 'plain', 'bare.git');
  dir.git('init', '--quiet', 'unborn');
  dir.git('clone', '--quiet', 'plain', 'detached');
  git('detached', 'checkout', '--quiet', 'HEAD~1');
  git('plain', 'worktree', 'add', '--quiet', '-b', 'linked', dir.at('linked'));
  history('super');
  git('super', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', dir.at('plain'), 'sub');
  git('super', 'commit', '--quiet', '--message', 'with a submodule');
  client = await connect(serve([dir.path], { readOnly: true }), { revision: '2025-11-25' });
});
afterAll(async () => {
  await client.close();
  dir[Symbol.dispose]();
});

const ask = (name: string, tool: string, args: object = {}): ReturnType<typeof call> =>
  call(client, tool, { repo_path: dir.at(name), ...args });

const shows = (part: string | RegExp): object => ({ content: [{ text: expect.stringMatching(part) }] });

const clean = { clean: true, branch: 'main' };

const KINDS: readonly (readonly [name: string, status: object])[] = [
  ['plain', clean],
  ['sha256', clean],
  ['shallow', { ...clean, upstream: 'origin/main' }],
  ['detached', { clean: true, detached: true }],
  ['linked', { ...clean, branch: 'linked' }],
  ['super', clean],
  ['super/sub', clean],
];

describe.each(KINDS)('%s', (name, status) => {
  test('matches git', async () => {
    const { structuredContent } = await ask(name, 'git_status');
    expect(structuredContent).toMatchObject(status);
    expect(structuredContent?.['detached']).toBe(name === 'detached' ? true : undefined);
    expect(await ask(name, 'git_log')).toMatchObject({
      structuredContent: { commits: lines(name, 'log', '--format=%s').map((subject) => ({ subject })) },
    });
    expect(await ask(name, 'git_ls_files')).toMatchObject({
      structuredContent: { files: lines(name, 'ls-files') },
    });
    const head = git(name, 'rev-parse', '--short', 'HEAD');
    expect(await ask(name, 'git_show', { revision: 'HEAD' })).toMatchObject(shows(`commit ${head}`));
    expect(await ask(name, 'git_blame', { path: 'a.txt' })).toMatchObject(shows(/ 1\) /));
    for (const tool of ['git_diff_unstaged', 'git_diff_staged'])
      expect(await ask(name, tool)).toMatchObject({ content: [{ text: 'No changes.' }] });
  });
});

test('a bare repository has a history but no status', async () => {
  expect(await ask('bare.git', 'git_status')).toMatchObject({ isError: true });
  expect(await ask('bare.git', 'git_log')).toMatchObject({
    structuredContent: { commits: [{ subject: 'two' }, { subject: 'one' }] },
  });
  const range = { base: 'HEAD~1', target: 'HEAD' };
  expect(await ask('bare.git', 'git_diff', range)).toMatchObject(shows('diff --git a/a.txt b/a.txt'));
});

test('a repository without commits has a status but no history', async () => {
  expect(await ask('unborn', 'git_status')).toMatchObject({
    ...shows('No commits yet'),
    structuredContent: { branch: 'main', clean: true },
  });
  for (const tool of ['git_branch', 'git_tag', 'git_ls_files', 'git_diff_staged'])
    expect([tool, await ask('unborn', tool)]).not.toMatchObject([tool, { isError: true }]);
  expect(await ask('unborn', 'git_log')).toMatchObject({
    isError: true,
    ...shows('If there is no commit yet, make one'),
  });
});

test('a repository lists its worktrees', async () => {
  expect(await ask('plain', 'git_worktrees')).toMatchObject({
    structuredContent: { worktrees: [{ path: dir.at('plain') }, { path: dir.at('linked') }], outside: 0 },
  });
});

test.each(['plain', 'sha256', 'shallow', 'bare.git', 'detached', 'linked', 'super'])(
  '%s has its resources',
  async (name) => {
    const uri = `git://${encodeURIComponent(dir.at(name))}/blob/HEAD/a.txt`;
    expect(await client.request('resources/read', { uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/plain' }],
    });
  },
);
