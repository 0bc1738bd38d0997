import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, linkSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesIn, temporary } from './setup.ts';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('create refuses an existing file or link; append extends in place', async () => {
    using dir = temporary({ 'a.txt': 'old' });
    dir.link('a.txt', 'link');
    const files = filesIn([dir.path], { anchoring });
    for (const path of ['a.txt', 'link']) {
      await expect(files.write(path, 'new', { mode: 'create' })).rejects.toMatchObject({
        code: 'exists',
        message: `${path} already exists; nothing was written. Read it first, or choose another name.`,
      });
    }
    const inode = statSync(dir.at('a.txt')).ino;
    expect(await files.write('link', ' and new', { mode: 'append' })).toMatchObject({
      path: dir.at('a.txt'),
      bytes: 8,
      created: false,
    });
    expect(dir.text('a.txt')).toBe('old and new');
    expect(statSync(dir.at('a.txt')).ino).toBe(inode);
    expect(await files.write('log', 'first', { mode: 'append' })).toMatchObject({ created: true });
    expect(await files.write('fresh', 'x', { mode: 'create' })).toMatchObject({ created: true });
    expect(statSync(dir.at('fresh')).nlink).toBe(1);
    expect(dir.names()).toEqual(['a.txt', 'fresh', 'link', 'log']);
  });

  test('one of many parallel creates of a file succeeds', async () => {
    using dir = temporary();
    const files = filesIn([dir.path], { anchoring });
    const writes = Array.from({ length: 20 }, (_, i) => files.write('a.txt', `${i}`, { mode: 'create' }));
    const outcomes = await Promise.allSettled(writes);
    const winners = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`${i}`] : []));
    expect(winners).toEqual([dir.text('a.txt')]);
    expect(dir.names()).toEqual(['a.txt']);
  });

  test('refuses an outdated etag', async () => {
    using dir = temporary({ 'a.txt': 'one' });
    const files = filesIn([dir.path], { anchoring });
    const { state } = await files.stat('a.txt');
    const second = await files.write('a.txt', 'two', { ifMatch: state.etag });
    expect(second.state).toEqual((await files.stat('a.txt')).state);
    const refused = {
      code: 'changed',
      retryable: true,
      message: 'a.txt has changed since its etag was taken; nothing was done. Read it again, then decide.',
    };
    await expect(files.write('a.txt', 'three', { ifMatch: state.etag })).rejects.toMatchObject(refused);
    await expect(files.write('a.txt', '!', { mode: 'append', ifMatch: state.etag })).rejects.toMatchObject(
      refused,
    );
    await expect(files.remove('a.txt', { ifMatch: state.etag })).rejects.toMatchObject(refused);
    await expect(files.move('a.txt', 'b.txt', { ifMatch: state.etag })).rejects.toMatchObject(refused);
    await expect(files.write('gone', 'x', { ifMatch: state.etag })).rejects.toMatchObject({
      message: 'gone does not exist any more; nothing was done. Read it again, then decide.',
    });
    expect(dir.text('a.txt')).toBe('two');
    expect(dir.names()).toEqual(['a.txt']);
  });

  test('detects a change made during a write instead of losing it', async () => {
    using dir = temporary({ 'a.txt': 'one' });
    const files = filesIn([dir.path], { anchoring });
    const { state } = await files.stat('a.txt');
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('two');
      appendFileSync(dir.at('a.txt'), ' by somebody else');
    }
    await expect(files.write('a.txt', content(), { ifMatch: state.etag })).rejects.toMatchObject({
      code: 'changed',
    });
    expect(dir.text('a.txt')).toBe('one by somebody else');
    expect(dir.names()).toEqual(['a.txt']);
  });

  test('a cancelled write, or one whose content fails, leaves nothing behind', async () => {
    using dir = temporary({ 'a.txt': 'old' });
    const files = filesIn([dir.path], { anchoring });
    const cancel = new AbortController();
    async function* cancelled(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      cancel.abort(new Error('enough'));
      yield Buffer.from('rest');
    }
    await expect(files.write('a.txt', cancelled(), { signal: cancel.signal })).rejects.toThrow('enough');
    await expect(files.write('a.txt', failing(), { mode: 'append' })).rejects.toThrow('no more');
    expect(dir.text('a.txt')).toBe('old');
    expect(dir.names()).toEqual(['a.txt']);
  });

  test('refuses special files at once, whatever the mode', async () => {
    using dir = temporary({ 'a.txt': '' });
    dir.pipe('pipe');
    const files = filesIn([dir.path, '/dev'], { anchoring });
    for (const path of ['pipe', '/dev/null', '/dev/full']) {
      for (const mode of ['overwrite', 'append'] as const) {
        await expect(files.write(path, 'x', { mode })).rejects.toMatchObject({ code: 'not_regular' });
      }
    }
    expect(await files.write('a.txt', 'still works')).toMatchObject({ bytes: 11 });
  });
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('no more');
}

test('other names of a file, and a write-protected file, stay unchanged', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  linkSync(dir.at('a.txt'), dir.at('b.txt'));
  await filesIn([dir.path]).write('a.txt', 'new');
  expect(dir.text('b.txt')).toBe('old');
});

test('keeps the owner if possible, and grants a group no more than before', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(dir.at('a.txt'), 1234, 1235);
  chmodSync(dir.at('a.txt'), 0o640);
  const before = statSync(dir.at('a.txt'));
  await filesIn([dir.path]).write('a.txt', 'new');
  const after = statSync(dir.at('a.txt'));
  expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
});

test('an etag changes with content, time, permissions and file', async () => {
  using dir = temporary({ 'a.txt': 'one' });
  const files = filesIn([dir.path]);
  const etag = async (): Promise<string> => (await files.stat('a.txt')).state.etag;
  const seen = [await etag()];
  expect(await etag()).toBe(seen[0]);
  for (const change of [
    () => dir.write('a.txt', 'four'),
    () => utimesSync(dir.at('a.txt'), 1, 1),
    () => chmodSync(dir.at('a.txt'), 0o600),
  ]) {
    change();
    seen.push(await etag());
  }
  seen.push((await files.write('a.txt', 'four')).state.etag);
  expect(new Set(seen).size).toBe(5);
});

test.each(['descriptor', 'checked'])('on a full disk the old content stays (anchoring: %s)', (anchoring) => {
  using dir = temporary({ 'a.txt': 'old', 'log.txt': 'old' });
  // A file size limit fails like a full disk, in mid-write.
  const command = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, script('no-room.ts'), dir.path, anchoring];
  const outcomes = JSON.parse(execFileSync('sh', args, { encoding: 'utf8' })) as unknown;
  expect(outcomes).toEqual(['too_large', 'too_large', 'too_large', 12]);
  expect(dir.text('a.txt')).toBe('small enough');
  expect(dir.text('log.txt')).toBe('old');
  expect(dir.names()).toEqual(['a.txt', 'log.txt']);
});

test('explains file system permissions', () => {
  using dir = temporary();
  const args = [script('unprivileged.ts'), dir.path];
  const outcomes = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as unknown;
  expect(outcomes).toEqual({
    'read unreadable': 'permission',
    'write protected': 'permission',
    'append protected': 'permission',
    'list closed': 'permission',
    'read in closed': 'permission',
    'write in closed': 'permission',
    'make in closed': 'permission',
    'delete in closed': 'permission',
    'delete in fixed':
      'fixed/full cannot be accessed: the permissions of the file system forbid it. ' +
      '3 entries in it are deleted already. List the directory to see what is left.',
    'move into fixed':
      'unreadable.txt or fixed/a.txt cannot be accessed: the permissions of the file system forbid it.',
    'list in tree': 'permission',
    list: ['closed', 'fixed', 'names', 'protected.txt', 'unreadable.txt'],
    'list with states': 5,
    'only names': [{ name: 'a.txt', type: 'file' }],
    'top of tree': 5,
    'working directory': '/closed',
  });
});
