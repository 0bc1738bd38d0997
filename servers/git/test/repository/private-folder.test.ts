// The folder for copies of indexes: nothing is left in it, and the next server removes that of a server that was killed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { privateFolder, removeAbandoned } from '../../src/repository/private-folder.ts';
import { ask, repository, temporary, textsOf } from '../setup.ts';

test('an index of many gigabytes is refused, and not copied', async () => {
  using dir = repository();
  truncateSync(dir.at('.git/index'), 2_500_000_000);
  const answer = await ask(dir, 'git_diff_unstaged');
  expect(textsOf(answer).join()).toContain('The index of this repository has 2500000000 bytes');
  expect(readdirSync(privateFolder())).toEqual([]);
});

test('the copy of the index is gone when the answer is there', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  expect((await ask(dir, 'git_diff_unstaged')).isError).toBeUndefined();
  expect(readdirSync(privateFolder())).toEqual([]);
});

test('a folder that the system has removed is made again', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  rmSync(privateFolder(), { recursive: true });
  expect((await ask(dir, 'git_diff_unstaged')).isError).toBeUndefined();
});

test('the folder of a server that was killed is removed by the next one, and that of one that runs is not', () => {
  using dir = temporary();
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const names = [`mcp-server-git-7-${gone}-abcdef`, `mcp-server-git-7-${process.pid}-abcdef`];
  const others = [`mcp-server-git-8-${gone}-abcdef`, 'mcp-server-git-7-notes', 'else'];
  for (const name of [...names, ...others]) dir.write({ [join(name, 'index-1')]: 'copy' });
  removeAbandoned(dir.path, 'mcp-server-git-', '7');
  expect(readdirSync(dir.path).toSorted()).toEqual([...names.slice(1), ...others].toSorted());
  expect(existsSync(privateFolder())).toBe(true);
});
