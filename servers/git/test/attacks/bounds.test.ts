// What a repository can make git do without an end: need memory, wait for a pipe, hold every place. And what a server that
// was killed has left.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { privateFolder, removeAbandoned } from '../../src/repository/private-folder.ts';
import { memoryIn } from '../../src/repository/process-watch.ts';
import { Slots } from '@mcp/workspace/slots';
import { ask, call, repository, serve, temporary, textsOf } from '../setup.ts';

/** Grows by some 300 MB in a second. */
const EXPRESSION = '((((a{1,200}){1,200}){1,200}){1,200}){1,200}';

test.runIf(process.platform === 'linux')(
  'git that needs too much memory is stopped, and the answer says so',
  async () => {
    using dir = repository();
    const answer = await ask(dir, 'git_grep', { pattern: EXPRESSION, regex: true }, { maxMemory: 64 });
    expect(answer.isError).toBe(true);
    expect(textsOf(answer).join()).toMatch(/more than 64 MB of memory and was stopped.*--max-memory/s);
  },
);

test('an expression in the configuration of a repository is not compiled', async () => {
  using dir = repository({ 'a.txt': 'Title\n1\n2\n3\n4\n5\n', '.gitattributes': '* diff=x\n' });
  dir.git('config', 'diff.x.xfuncname', EXPRESSION);
  dir.write({ 'a.txt': 'Title\n1\n2\n3\n4\nfive\n' });
  const answer = await ask(dir, 'git_diff_unstaged', {}, { maxMemory: 64 });
  expect(answer.isError).toBeUndefined();
  expect(textsOf(answer).join()).toContain('+five');
});

test('commands of ordinary size run within the least memory that can be set', async () => {
  using dir = repository();
  expect((await ask(dir, 'git_log', {}, { maxMemory: 16 })).isError).toBeUndefined();
});

test('the memory of what git has started counts, as ps lists it', () => {
  const listed = '    1     0  500\n   10     1   20\n   11    10   30\n   12     1   40\n  13 11 5\n';
  expect(memoryIn(listed, 10)).toBe(55 * 1024);
  expect(memoryIn('', 10)).toBe(0);
});

test.runIf(process.platform === 'linux')(
  'a pipe in a nested git directory does not hang git, nor other repositories',
  async () => {
    using dir = repository();
    using other = repository();
    mkdirSync(dir.at('nested/.git/objects'), { recursive: true });
    mkdirSync(dir.at('nested/.git/refs'));
    execFileSync('mkfifo', [dir.at('nested/.git/HEAD')]);
    await using client = await connect(serve([dir.path, other.path]), { revision: '2025-11-25' });
    const hung = Array.from({ length: 8 }, () => call(client, 'git_status', { repo_path: dir.path }));
    expect((await call(client, 'git_log', { repo_path: other.path })).isError).toBeUndefined();
    for (const answer of await Promise.all(hung))
      expect(textsOf(answer).join()).toContain(
        'git waited for a pipe in the place of a file, and was stopped.',
      );
  },
);

test('half of the places are for one share at most, and who waits for another one goes first', async () => {
  const slots = new Slots(2, 1);
  const { signal } = new AbortController();
  const order: string[] = [];
  const first = await slots.take({ signal, share: 'a' });
  const waiting = slots.take({ signal, share: 'a' }).then(() => order.push('a'));
  using other = await slots.take({ signal, share: 'b' });
  void other;
  order.push('b');
  first[Symbol.dispose]();
  await waiting;
  expect(order).toEqual(['b', 'a']);
});

test('one that gives up while it waits takes no place', async () => {
  const slots = new Slots(1);
  const stop = new AbortController();
  const first = await slots.take(new AbortController());
  const waiting = slots.take(stop);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  first[Symbol.dispose]();
  await expect(slots.take(new AbortController())).resolves.toBeDefined();
});

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
  removeAbandoned(dir.path, '7');
  expect(readdirSync(dir.path).toSorted()).toEqual([...names.slice(1), ...others].toSorted());
  expect(existsSync(privateFolder())).toBe(true);
});
