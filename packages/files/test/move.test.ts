import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesIn, temporary } from './setup.ts';

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('moves files, directories and links themselves', async () => {
    using dir = temporary({ 'a.txt': 'a', 'sub/b.txt': 'b', 'to/': '' });
    dir.link('a.txt', 'link');
    const files = filesIn([dir.path], { anchoring });
    expect(await files.move('a.txt', 'to/c.txt')).toMatchObject({
      source: dir.at('a.txt'),
      destination: dir.at('to/c.txt'),
      state: { type: 'file', size: 1 },
    });
    expect(await files.move('sub', 'to/sub')).toMatchObject({ state: { type: 'directory' } });
    expect(await files.move('link', 'to/link')).toMatchObject({ state: { type: 'symlink' } });
    expect(dir.names()).toEqual(['to']);
    expect(dir.text('to/sub/b.txt')).toBe('b');
    expect(readlinkSync(dir.at('to/link'))).toBe('a.txt');
    expect(lstatSync(dir.at('to/c.txt')).nlink).toBe(1);
  });

  test('replaces nothing unless asked to', async () => {
    using dir = temporary({ 'a.txt': 'a', 'b.txt': 'b', 'full/x': '', 'empty/': '', 'sub/': '' });
    const files = filesIn([dir.path], { anchoring });
    const refused = {
      code: 'exists',
      message: expect.stringContaining('already exists; nothing was moved.'),
    };
    for (const [source, destination] of [
      ['a.txt', 'b.txt'],
      ['a.txt', 'empty'],
      ['sub', 'empty'],
      ['sub', 'full'],
      ['sub', 'a.txt'],
    ] as const) {
      await expect(files.move(source, destination)).rejects.toMatchObject(refused);
    }
    expect(dir.text('b.txt')).toBe('b');
    await files.move('a.txt', 'b.txt', { overwrite: true });
    expect(dir.text('b.txt')).toBe('a');
    await expect(files.move('sub', 'full', { overwrite: true })).rejects.toMatchObject({
      code: 'not_empty',
      message: 'full is a directory that is not empty.',
    });
    const long = 'n'.repeat(300);
    await expect(files.move('b.txt', long)).rejects.toMatchObject({
      code: 'too_long',
      message: `${long} is too long for the file system. Use a shorter name.`,
    });
    await files.move('sub', 'empty', { overwrite: true });
    expect(dir.names()).toEqual(['b.txt', 'empty', 'full']);
  });

  test('a link does not replace its own target', async () => {
    using dir = temporary({ 'a.txt': 'a', 'b.txt': 'b' });
    dir.link('a.txt', 'near');
    dir.link('near', 'far');
    const files = filesIn([dir.path], { anchoring });
    for (const link of ['near', 'far']) {
      await expect(files.move(link, 'a.txt', { overwrite: true })).rejects.toMatchObject({
        code: 'exists',
        message: `${link} and a.txt are the same.`,
      });
    }
    expect(dir.text('a.txt')).toBe('a');
    await files.move('near', 'b.txt', { overwrite: true });
    expect(readlinkSync(dir.at('b.txt'))).toBe('a.txt');
  });

  test('one of many moves to the same name succeeds, and nothing is lost', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `f${i}`);
    using dir = temporary(Object.fromEntries(names.map((name) => [name, name])));
    const files = filesIn([dir.path], { anchoring });
    const outcomes = await Promise.allSettled(names.map((name) => files.move(name, 'target')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(dir.names()).toHaveLength(20);
  });

  test('deletes a file, a link and not its target, an empty directory, a tree', async () => {
    using outside = temporary({ 'keep.txt': 'kept' });
    using dir = temporary({ 'a.txt': '', 'empty/': '', 'tree/x/y/z.txt': '', 'tree/.hidden': '' });
    dir.link(outside.path, 'tree/x/out');
    dir.link(outside.at('keep.txt'), 'link');
    const files = filesIn([dir.path], { anchoring });
    expect(await files.remove('a.txt')).toEqual({ path: dir.at('a.txt'), removed: 1 });
    expect(await files.remove('link')).toMatchObject({ removed: 1 });
    expect(await files.remove('empty')).toMatchObject({ removed: 1 });
    await expect(files.remove('tree')).rejects.toMatchObject({ code: 'not_empty' });
    await expect(files.remove('gone')).rejects.toMatchObject({ code: 'not_found' });
    expect(dir.has('tree/x/y/z.txt')).toBe(true);
    expect(await files.remove('tree', { recursive: true })).toEqual({ path: dir.at('tree'), removed: 6 });
    expect(dir.names()).toEqual([]);
    expect(outside.text('keep.txt')).toBe('kept');
  });

  test('refuses an impossible change before anything happens', async () => {
    using dir = temporary({ 'a.txt': 'a', 'sub/b.txt': '' });
    const files = filesIn([dir.path], { anchoring });
    await expect(files.move('sub', 'sub/inner')).rejects.toMatchObject({
      code: 'invalid_path',
      message: 'sub cannot be moved into itself.',
    });
    await expect(files.move('a.txt', './a.txt')).rejects.toMatchObject({ code: 'exists' });
    await expect(files.move('gone', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.move('a.txt', 'gone/x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.move('.', 'x')).rejects.toMatchObject({ code: 'is_a_directory' });
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(files.remove('sub', { recursive: true, signal: stop })).rejects.toThrow('enough');
    expect(readdirSync(dir.path, { recursive: true }).map(String).toSorted()).toEqual([
      'a.txt',
      'sub',
      'sub/b.txt',
    ]);
  });
});

test('moving one name of a file onto another leaves one name', async () => {
  using dir = temporary({ 'a.txt': 'a' });
  linkSync(dir.at('a.txt'), dir.at('b.txt'));
  await filesIn([dir.path]).move('a.txt', 'b.txt', { overwrite: true });
  expect(dir.names()).toEqual(['b.txt']);
});

test('deletes names that are not UTF-8 with their tree', async () => {
  using dir = temporary({ 'tree/': '' });
  const bad = Buffer.concat([Buffer.from(dir.at('tree/')), Buffer.from([0x66, 0xff, 0xfe])]);
  mkdirSync(bad);
  writeFileSync(Buffer.concat([bad, Buffer.from('/x')]), '');
  writeFileSync(Buffer.concat([bad, Buffer.from([0x2f, 0xff])]), '');
  expect(await filesIn([dir.path]).remove('tree', { recursive: true })).toMatchObject({ removed: 4 });
  expect(dir.names()).toEqual([]);
});

test('checks a directory whose name is not UTF-8 for denied entries before moving or deleting its tree', async () => {
  using dir = temporary({ 'tree/': '', 'closed/': '' });
  for (const [tree, name] of [
    ['tree', 'x.txt'],
    ['closed', '.env'],
  ] as const) {
    const bad = Buffer.concat([Buffer.from(dir.at(tree, '/')), Buffer.from([0x66, 0xff])]);
    mkdirSync(Buffer.concat([bad, Buffer.from('/sub')]), { recursive: true });
    writeFileSync(Buffer.concat([bad, Buffer.from(`/sub/${name}`)]), '');
  }
  const files = filesIn([dir.path], { deny: ['.env'] });
  const refused = { code: 'access_denied', message: expect.stringContaining('a deny rule') };
  await expect(files.move('closed', 'open')).rejects.toMatchObject(refused);
  await expect(files.remove('closed', { recursive: true })).rejects.toMatchObject(refused);
  await files.move('tree', 'moved');
  expect(await files.remove('moved', { recursive: true })).toMatchObject({ removed: 4 });
  expect(dir.names()).toEqual(['closed']);
});

test('refuses an extremely deep tree instead of crashing halfway through a deletion', async () => {
  using dir = temporary();
  const deep = dir.at(...Array.from({ length: 510 }, () => 'd'));
  mkdirSync(deep, { recursive: true });
  await expect(filesIn([dir.path]).remove('d', { recursive: true })).rejects.toMatchObject({
    code: 'too_large',
  });
  expect(existsSync(deep)).toBe(true);
});
