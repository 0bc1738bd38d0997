// Failing calls: a write or move whose last system call fails leaves exactly the old state.
import fs, { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { errnoError } from '../src/file-error.ts';
import { FileSystem } from '../src/files/file-system.ts';
import { filesIn, temporary } from './setup.ts';

const NEW = Buffer.from('new');

/** Makes the next file system call fail. */
const failUnlink = (): void => {
  vi.spyOn(fs, 'unlinkSync').mockImplementationOnce(() => {
    throw errnoError('EACCES');
  });
  syncBuiltinESMExports();
};

const failFsync = (): void => {
  vi.spyOn(fs, 'fsync').mockImplementationOnce((_, done) => done(errnoError('EIO')));
  syncBuiltinESMExports();
};

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('a move whose old name cannot be removed removes the new one', async () => {
    using dir = temporary({ 'a.txt': 'A', 'sub/': '' });
    failUnlink();
    const files = filesIn([dir.path], { anchoring });
    await expect(files.move('a.txt', 'sub/b.txt')).rejects.toMatchObject({ code: 'permission' });
    expect(dir.names('sub')).toEqual([]);
    expect(dir.text('a.txt')).toBe('A');
  });

  test('a refused new file does not exist', async () => {
    using dir = temporary();
    failUnlink();
    const files = filesIn([dir.path], { anchoring });
    await expect(files.write('a.txt', 'A', { mode: 'create' })).rejects.toMatchObject({ code: 'permission' });
    expect(dir.names()).toEqual([]);
  });

  test('a cancelled write of several files leaves no temporary file', async () => {
    using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' });
    const stop = new AbortController();
    const { renameSync } = fs;
    vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      renameSync(from, to);
      stop.abort(new Error('enough'));
    });
    syncBuiltinESMExports();
    const scope = await filesIn([dir.path], { anchoring }).scope();
    const files = new FileSystem({ scope: () => scope, signal: () => stop.signal });
    const written = files.writeAll(['a', 'b', 'c'].map((name) => ({ path: `${name}.txt`, after: NEW })));
    await expect(written).rejects.toThrow('enough');
    expect(dir.names().map((name) => [name, dir.text(name)])).toEqual([
      ['a.txt', 'new'],
      ['b.txt', 'B'],
      ['c.txt', 'C'],
    ]);
  });

  test('appends nothing if the disk rejects the text', async () => {
    using dir = temporary({ 'log.txt': 'old' });
    failFsync();
    const files = filesIn([dir.path], { anchoring });
    await expect(files.write('log.txt', ' new', { mode: 'append' })).rejects.toMatchObject({ code: 'io' });
    expect(dir.text('log.txt')).toBe('old');
  });

  test('a failed append keeps text appended by another process, and says what remains', async () => {
    using dir = temporary({ 'log.txt': 'old' });
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(' half');
      appendFileSync(dir.at('log.txt'), ' theirs');
      throw errnoError('ENOSPC');
    }
    const files = filesIn([dir.path], { anchoring });
    await expect(files.write('log.txt', content(), { mode: 'append' })).rejects.toMatchObject({
      code: 'io',
      message:
        'Not all of the text could be added to log.txt: 5 bytes of it are in the file. ' +
        'Read the end of the file before you try again.',
    });
    expect(dir.text('log.txt')).toBe('old half theirs');
  });
});
