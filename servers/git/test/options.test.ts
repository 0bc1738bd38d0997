// The program as a host starts it: the directories it accepts.
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { call, git, repository, temporary } from './setup.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

describe.each([
  ['-r', (path: string) => ['-r', path]],
  ['--base-dir', (path: string) => ['--base-dir', path]],
  ['an argument without a flag', (path: string) => [path]],
])('%s', (_, toArgs) => {
  test.each([
    ['that is no repository', '.'],
    ['that is a folder of a repository', 'projects/site/src'],
  ])('a folder %s causes a warning, and calls report that it is not a repository', async (_title, name) => {
    using dir = temporary();
    dir.write({ 'projects/site/src/a.txt': 'one\n' });
    git(dir.at('projects/site'), 'init', '--quiet');
    const args = [MAIN, ...toArgs(name)];
    const start = { command: process.execPath, args, env: { HOME: dir.path }, cwd: dir.path };
    await using client = await connect(start, { revision: '2026-07-28' });
    const path = resolve(dir.path, name);
    expect(await call(client, 'git_status', { repo_path: path })).toMatchObject({
      isError: true,
      content: [{ text: `${path} is not a git repository inside the allowed directories (${path}).` }],
    });
    expect(client.stderr).toBe(
      `mcp-server-git: ${name} is not a git repository, and there is none directly in it\n`,
    );
  });

  test.each([
    ['a repository', () => repository()],
    [
      'a linked worktree, beside its main repository',
      () => {
        const dir = repository();
        dir.git('worktree', 'add', '--quiet', '-b', 'main2', dir.at('linked'));
        return dir;
      },
    ],
    [
      'a folder of repositories',
      () => {
        const dir = temporary();
        git(dir.path, 'init', '--quiet', 'one');
        return dir;
      },
    ],
    [
      'a bare repository',
      () => {
        const dir = temporary();
        dir.git('init', '--quiet', '--bare');
        return dir;
      },
    ],
  ])('%s is accepted', async (_title, make) => {
    using dir = make();
    const args = [MAIN, ...toArgs('.')];
    const start = { command: process.execPath, args, env: { HOME: dir.path }, cwd: dir.path };
    await using client = await connect(start, { revision: '2026-07-28' });
    const place = existsSync(dir.at('one')) ? { repo_path: 'one' } : {};
    expect((await call(client, 'git_branch', place)).isError).not.toBe(true);
  });
});

test('-r accepts a folder without repositories, and repositories created in it later', async () => {
  using dir = temporary();
  const args = [MAIN, '-r', '.'];
  const start = { command: process.execPath, args, env: { HOME: dir.path }, cwd: dir.path };
  await using client = await connect(start, { revision: '2025-11-25' });
  mkdirSync(dir.at('later'));
  dir.git('init', '--quiet', 'later');
  expect((await call(client, 'git_status', { repo_path: 'later' })).isError).not.toBe(true);
});
