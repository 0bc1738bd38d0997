// Answered calls: a call that is cancelled while it waits for a lock changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOCK_NAME, anchorAt, lockDirectory } from '@mcp/files/test/inside';
import { call, connectTo, errorOf, serve, temporary, type Temporary } from '../setup.ts';

let renewing: NodeJS.Timeout | undefined;

afterEach(() => clearInterval(renewing));

/** Locks a directory as another server would, renewing it. Returns the release. */
const lockFor = (dir: Temporary, name: string): (() => void) => {
  const lock = dir.at(name, LOCK_NAME);
  writeFileSync(lock, '');
  let second = 1;
  renewing = setInterval(() => utimesSync(lock, second, second++), 20);
  return () => {
    clearInterval(renewing);
    rmSync(lock);
  };
};

describe.each([
  ['write_file', { path: 'in/a.txt', content: 'new' }],
  ['write_file', { path: 'in/a.txt', content: ' added', mode: 'append' }],
  ['write_file', { path: 'in/new.txt', content: 'new', mode: 'create' }],
  ['edit_file', { path: 'in/a.txt', edits: [{ oldText: 'old', newText: 'new' }] }],
  ['replace_in_files', { find: 'old', replace: 'new' }],
  ['move_file', { source: 'in/a.txt', destination: 'b.txt' }],
  ['move_file', { source: 'c.txt', destination: 'in/c.txt' }],
  ['delete_file', { path: 'in/a.txt' }],
  ['delete_file', { path: 'in/a.txt', permanent: true }],
  ['copy_file', { source: 'c.txt', destination: 'in/c.txt' }],
] as const)('%s %j', (tool, args) => {
  test('does nothing if cancelled while another server holds the lock', async () => {
    using dir = temporary({ 'in/a.txt': 'old', 'c.txt': 'C' });
    const server = serve([dir.path]);
    await using client = await connectTo(server);
    const unlock = lockFor(dir, 'in');
    client.send({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: tool, arguments: args } });
    await client.request('ping');
    await sleep(50);
    client.notify('notifications/cancelled', { requestId: 'x' });
    await client.request('ping');
    unlock();
    // The next change of the directory runs after any waiting one.
    expect(errorOf(await call(server, 'write_file', { path: 'in/last.txt', content: '' }))).toBeUndefined();
    // Prepared files and the lock of another directory disappear a moment later.
    const names = (): unknown => [dir.names('in').filter((name) => name !== 'last.txt'), dir.names()];
    await vi.waitFor(() => expect(names()).toEqual([['a.txt'], ['c.txt', 'in']]), 5000);
    expect([dir.text('in/a.txt'), dir.text('c.txt')]).toEqual(['old', 'C']);
  });
});

test('a signal aborted before the lock is acquired is noticed afterwards', async () => {
  using dir = temporary();
  using anchor = anchorAt('descriptor', dir.path, 'nofollow');
  const stop = AbortSignal.abort(new Error('enough'));
  await expect(lockDirectory(anchor, stop)).rejects.toThrow('enough');
  expect(dir.names()).toEqual([]);
});

test('a directory named like the lock blocks no call and is kept', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  mkdirSync(dir.at(LOCK_NAME));
  expect(errorOf(await call(dir.server, 'write_file', { path: 'a.txt', content: 'new' }))).toBeUndefined();
  expect(dir.text('a.txt')).toBe('new');
  expect(dir.names()).toEqual([LOCK_NAME, 'a.txt']);
});

test('a large deletion and a large undo yield to other calls', async () => {
  const filesOf = (tree: string, count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${tree}/${i % 30}/${i}.txt`, '']));
  using dir = temporary({ ...filesOf('many', 3000), ...filesOf('some', 600) });
  const turnsDuring = async (tool: string, args: object): Promise<number> => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    expect(errorOf(await call(dir.server, tool, args))).toBeUndefined();
    isOver = true;
    return turns;
  };
  await call(dir.server, 'copy_file', { source: 'some', destination: 'copy', recursive: true });
  expect(await turnsDuring('undo_last_change', {})).toBeGreaterThan(3);
  expect(
    await turnsDuring('delete_file', { path: 'many', recursive: true, permanent: true }),
  ).toBeGreaterThan(1);
  expect(dir.names()).toEqual(['some']);
});
