// The folder of a call: contains everything made for git and ends with the call; the next server removes that of a
// killed server.
import { spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PrivateFolder, removeAbandoned } from '@mcp/git/test/inside';
import { ask, diverged, open, privateFolders, repository, call, temporary, textsOf } from '../setup.ts';

test('an index of several gigabytes is refused, and not copied', async () => {
  using dir = repository();
  truncateSync(dir.at('.git/index'), 2_500_000_000);
  const answer = await ask(dir, 'git_diff_unstaged');
  expect(textsOf(answer).join()).toContain('The index of this repository has 2500000000 bytes');
  expect(privateFolders()).toEqual([]);
});

test.each([
  ['git_diff_unstaged', {}],
  ['git_review', { base: 'main', target: 'topic' }],
  ['git_commit', { message: 'two', files: ['c.txt'] }],
  ['git_merge', { revision: 'topic' }],
  ['git_add', { files: ['not there'] }],
])('%s has one folder for all of its processes, removed with the answer', async (name, args) => {
  using dir = diverged('a.txt', 'b.txt');
  dir.write({ 'c.txt': 'new\n' });
  await using client = await open(dir.path);
  await call(client, 'git_status');
  const seen = new Set<string>();
  const note = (): void => {
    for (const folder of privateFolders()) seen.add(folder);
  };
  subscribe('child_process', note);
  await call(client, name, args);
  unsubscribe('child_process', note);
  expect(seen.size).toBeGreaterThan(0);
  // One for large files, and one in memory.
  expect(new Set([...seen].map((path) => dirname(path))).size).toBe(seen.size);
  expect(privateFolders()).toEqual([]);
});

test('a server removes the folder of a killed server, but not that of a running one', () => {
  using dir = temporary();
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const names = [`mcp-server-git-7-${gone}-abcdef`, `mcp-server-git-7-${process.pid}-abcdef`];
  const others = [`mcp-server-git-8-${gone}-abcdef`, 'mcp-server-git-7-notes', 'else'];
  for (const name of [...names, ...others]) dir.write({ [join(name, 'index-1')]: 'copy' });
  removeAbandoned(dir.path, 'mcp-server-git-', '7');
  expect(readdirSync(dir.path).toSorted()).toEqual([...names.slice(1), ...others].toSorted());
});

test('a folder is created on first use, and removed when disposed', () => {
  using dir = temporary();
  {
    using folder = new PrivateFolder(dir.path, 'x-');
    expect(readdirSync(dir.path)).toEqual([]);
    const paths = [folder.add(), folder.add()];
    expect(new Set(paths).size).toBe(2);
    expect(readdirSync(dir.path)).toHaveLength(1);
  }
  expect(readdirSync(dir.path)).toEqual([]);
});

test('small files are in memory if the system supports that', () => {
  using folder = new PrivateFolder();
  const places = [folder.add('disk'), folder.add('memory')].map((path) => dirname(dirname(path)));
  expect(places).toEqual([tmpdir(), existsSync('/dev/shm') ? '/dev/shm' : tmpdir()]);
});

test('a folder at a given location has everything there', () => {
  using dir = temporary();
  using folder = new PrivateFolder(dir.path, 'x-');
  const places = [folder.add('disk'), folder.add('memory')].map((path) => dirname(dirname(path)));
  expect(places).toEqual([dir.path, dir.path]);
});
