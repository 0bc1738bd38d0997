import { readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { treeIn } from '@mcp/files/test/setup';
import { connectTo, filesIn, temporary } from '../setup.ts';

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('refuses pipes, sockets and devices at once', async () => {
    using dir = temporary({ 'a.txt': 'still here' });
    dir.pipe('pipe');
    dir.link('pipe', 'link');
    const socket = createServer().listen(dir.at('socket'));
    await new Promise((resolve) => socket.once('listening', resolve));
    const files = filesIn([dir.path, '/dev'], { anchoring });
    try {
      const paths = ['pipe', 'link', 'socket', '/dev/zero', '/dev/random', '/dev/tty', '/dev/full'];
      const many = Array.from({ length: 50 }, () => paths).flat();
      const outcomes = await Promise.allSettled(many.map((path) => files.read(path, () => {})));
      for (const [index, outcome] of outcomes.entries()) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: {
            code: 'not_regular',
            message: `${many[index]} is not a regular file. Pipes, devices and sockets are not read.`,
          },
        });
      }
      const text = await files.read('a.txt', async (file) => String((await file.read(0, 99)).bytes));
      expect(text).toBe('still here');
    } finally {
      socket.close();
    }
  });

  test('reads files without a size to their end or to the limit', async () => {
    const files = filesIn(['/proc'], { anchoring });
    const { bytes, isEnd } = await files.read('self/status', (file) => file.read(0, 1_000_000));
    expect([String(bytes).startsWith('Name:'), isEnd]).toEqual([true, true]);
    const endless = await files.read('self/pagemap', (file) => file.read(0, 100_000)).catch(() => undefined);
    expect(endless?.bytes.length ?? 100_000).toBe(100_000);
  });
});

test('checks kernel links by their target', async () => {
  const files = filesIn(['/proc']);
  for (const path of ['self/root/etc/passwd', 'self/cwd', 'self/exe', 'thread-self/root/etc']) {
    await expect(files.stat(path)).rejects.toMatchObject({ code: 'access_denied' });
  }
});

test('treats hostile names as ordinary names', async () => {
  const names = [
    'line\nbreak',
    '\u202Etxt.exe',
    'a (deleted)',
    ' ',
    '\u0007',
    '-rf',
    '"quoted"',
    '\uFFFD',
    '<b>',
  ];
  using dir = temporary(Object.fromEntries(names.map((name) => [name, name])));
  const bad = Buffer.concat([Buffer.from(`${dir.path}/bad`), Buffer.from([0xff])]);
  writeFileSync(bad, 'x');
  symlinkSync(bad, dir.at('to-bad'));
  const files = filesIn([dir.path]);
  const { entries } = await files.list('.');
  expect(entries.map(({ name }) => name).toSorted()).toEqual([...names, 'bad\uFFFD', 'to-bad'].toSorted());
  for (const name of names) {
    expect(await files.read(name, async (file) => String((await file.read(0, 99)).bytes))).toBe(name);
    await files.write(name, 'new');
    await files.move(name, `${name}2`);
  }
  // Two such names can look the same, so both are refused.
  await expect(files.read('bad\uFFFD', () => {})).rejects.toMatchObject({ code: 'not_found' });
  await expect(files.read('to-bad', () => {})).rejects.toMatchObject({ code: 'not_found' });
  await using client = await connectTo(dir.server);
  const call = { name: 'list_directory', arguments: { path: '.' } };
  expect(await client.request('tools/call', call)).toMatchObject({
    structuredContent: { total: names.length + 2 },
  });
});

test('reads an open file to its end after it is deleted or moved away', async () => {
  using outside = temporary();
  using dir = temporary({ 'a.txt': 'x'.repeat(1000) });
  const text = await filesIn([dir.path]).read('a.txt', async (file) => {
    const first = String((await file.read(0, 500)).bytes);
    renameSync(dir.at('a.txt'), outside.at('b.txt'));
    return first + String((await file.read(500, 1000)).bytes);
  });
  expect(text).toBe('x'.repeat(1000));
});

test('leaves no descriptor open', async () => {
  using dir = temporary({ 'a.txt': 'a', 'sub/b.txt': '', 'big.bin': Buffer.alloc(2_000_000) });
  dir.link('/etc', 'out');
  dir.pipe('pipe');
  const files = filesIn([dir.path]);
  const leaks = (): string[] =>
    Array.from({ length: 200 }, (_, i) => {
      try {
        return readlinkSync(`/proc/self/fd/${i}`);
      } catch {
        return '';
      }
    }).filter((path) => path.startsWith(dir.path));
  const works: (() => Promise<unknown>)[] = [
    () => files.read('a.txt', () => 'x'),
    () => files.read('a.txt', () => Promise.reject(new Error('x'))),
    () => files.read('big.bin', (file) => file.read(0, 3_000_000)),
    () => files.read('pipe', () => 'x'),
    () => files.read('sub', () => 'x'),
    () => files.read('out/passwd', () => 'x'),
    () => files.list('a.txt'),
    () => files.listWithStates('.'),
    () => files.write('a.txt', 'x', { mode: 'create' }),
    () => files.write('a.txt', 'x'),
    () => files.write('a.txt', 'x', { mode: 'append' }),
    () => files.write('sub', 'x'),
    () => files.write('gone/x', 'x'),
    () => files.makeDirectory('m/n'),
    () => files.makeDirectory('a.txt/n'),
    () => files.move('a.txt', 'sub'),
    () => files.move('m', 'm/n/o'),
    () => files.remove('m'),
    () => files.remove('m', { recursive: true }),
    async () => {
      using tree = await treeIn(files, '.');
      tree.list('');
      tree.open('a.txt')[Symbol.dispose]();
    },
  ];
  for (const work of works) await work().catch(() => {});
  expect(leaks()).toEqual([]);
});
