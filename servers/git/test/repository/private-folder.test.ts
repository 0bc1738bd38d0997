// The folder of a call: it has all that is made for git, goes with the call, and the next server removes that of a
// server that was killed.
import { spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PrivateFolder, removeAbandoned } from '@mcp/git/test/inside';
import { ask, diverged, open, privateFolders, repository, call, temporary, textsOf } from '../setup.ts';

test('an index of many gigabytes is refused, and not copied', async () => {
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
])('%s has one folder for all of its processes, gone with the answer', async (name, args) => {
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
  // One for what is large, and one in memory.
  expect(new Set([...seen].map((path) => dirname(path))).size).toBe(seen.size);
  expect(privateFolders()).toEqual([]);
});

test('the folder of a server that was killed is removed by the next one, and that of one that runs is not', () => {
  using dir = temporary();
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const names = [`mcp-server-git-7-${gone}-abcdef`, `mcp-server-git-7-${process.pid}-abcdef`];
  const others = [`mcp-server-git-8-${gone}-abcdef`, 'mcp-server-git-7-notes', 'else'];
  for (const name of [...names, ...others]) dir.write({ [join(name, 'index-1')]: 'copy' });
  removeAbandoned(dir.path, 'mcp-server-git-', '7');
  expect(readdirSync(dir.path).toSorted()).toEqual([...names.slice(1), ...others].toSorted());
});

test('a folder is made when something is put into it, and is gone when it is disposed of', () => {
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

test('what is small is made in memory, where the system has that', () => {
  using folder = new PrivateFolder();
  const places = [folder.add('disk'), folder.add('memory')].map((path) => dirname(dirname(path)));
  expect(places).toEqual([tmpdir(), existsSync('/dev/shm') ? '/dev/shm' : tmpdir()]);
});

test('a folder for a place of its own has all of it there', () => {
  using dir = temporary();
  using folder = new PrivateFolder(dir.path, 'x-');
  const places = [folder.add('disk'), folder.add('memory')].map((path) => dirname(dirname(path)));
  expect(places).toEqual([dir.path, dir.path]);
});
