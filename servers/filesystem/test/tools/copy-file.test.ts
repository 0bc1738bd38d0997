import { chmodSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, caller, codeOf, connectTo, errorOf, serve, temporary, type Temporary } from '../setup.ts';

const copy = caller('copy_file');

test('copies a file, byte for byte and with its permissions', async () => {
  const bytes = Buffer.alloc(3_000_000, Buffer.from([0, 0xff, 0x0d, 0x0a, 7]));
  using dir = temporary({ 'a.sh': bytes, 'sub/': '' });
  chmodSync(dir.at('a.sh'), 0o750);
  const content = 'Successfully copied a.sh to sub/b.sh (1 files, 3000000 bytes)';
  expect(await copy(dir.server, { source: 'a.sh', destination: 'sub/b.sh' })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      path: dir.at('sub/b.sh'),
      files: 1,
      directories: 0,
      bytes: 3_000_000,
    },
  });
  expect(readFileSync(dir.at('sub/b.sh')).equals(bytes)).toBe(true);
  expect(statSync(dir.at('sub/b.sh')).mode & 0o777).toBe(0o750);
});

test('replaces a file only when asked to', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B' });
  const args = { source: 'a.txt', destination: 'b.txt' };
  expect(codeOf(await copy(dir.server, args))).toBe('exists');
  expect(dir.text('b.txt')).toBe('B');
  expect(errorOf(await copy(dir.server, { ...args, overwrite: true }))).toBeUndefined();
  expect(dir.text('b.txt')).toBe('A');
});

test('copies a directory without links and denied files', async () => {
  using dir = temporary({ 'a/b/c.txt': 'C', 'a/d.txt': 'D', 'a/.env': 'PASSWORD', 'a/empty/': '' });
  dir.link('/etc', 'a/link');
  const server = serve([dir.path], { deny: ['.env'] });
  expect(codeOf(await copy(server, { source: 'a', destination: 'z' }))).toBe('is_a_directory');
  const result = await copy(server, { source: 'a', destination: 'z', recursive: true });
  expect(result.content[1]?.text).toBe('[1 symbolic links and special files were not copied.]');
  expect(result.structuredContent).toMatchObject({ files: 2, directories: 3, bytes: 2, skipped: 1 });
  expect(dir.text('z/b/c.txt')).toBe('C');
  expect(statSync(dir.at('z/empty')).isDirectory()).toBe(true);
  for (const absent of ['z/link', 'z/.env']) expect(dir.has(absent)).toBe(false);
  expect(codeOf(await copy(server, { source: 'a', destination: 'z', recursive: true }))).toBe('exists');
  const again = await copy(server, { source: 'a', destination: 'z', recursive: true, overwrite: true });
  expect(again.structuredContent).toMatchObject({ files: 2 });
});

test.each([
  ['a', 'a', 'exists'],
  ['a', 'a/copy', 'invalid_path'],
  ['a', 'link/copy', 'invalid_path'],
  ['a/b.txt', 'a/b.txt', 'exists'],
  ['a', 'gone/copy', 'not_found'],
  ['gone', 'copy', 'not_found'],
  ['pipe', 'copy', 'not_regular'],
])('refuses to copy %s to %s: %s', async (source, destination, code) => {
  using dir = temporary({ 'a/b.txt': '' });
  dir.link('a', 'link');
  dir.pipe('pipe');
  const args = { source, destination, recursive: true, overwrite: true };
  expect(codeOf(await copy(dir.server, args))).toBe(code);
});

test('copies the rest when an entry cannot be copied, and names it', async () => {
  using dir = temporary({ 'a/x.txt': 'X', 'a/y.txt': 'Y', 'a/sub/z.txt': 'Z', 'b/x.txt/': '', 'b/sub': '' });
  const result = await copy(dir.server, {
    ...{ source: 'a', destination: 'b', recursive: true, overwrite: true },
  });
  expect(dir.text('b/y.txt')).toBe('Y');
  expect(result).toMatchObject({
    content: [
      { text: 'Successfully copied a to b (1 files, 1 bytes)' },
      { text: expect.stringMatching(/^\[2 could not be copied:\n.*x\.txt is a directory\.[^]*sub exists/) },
    ],
    structuredContent: {
      ...{ files: 1, failed: 2 },
      errors: [
        { path: 'a/x.txt', message: expect.stringContaining('is a directory') },
        { path: 'a/sub', message: expect.stringContaining('exists and is not a directory') },
      ],
    },
  });
});

test('reports what it copied of a directory that is too deep', async () => {
  using dir = temporary({ 'a/first.txt': '1', [`a/${'d/'.repeat(260)}last.txt`]: '2' });
  const args = { source: 'a', destination: 'b', recursive: true };
  const { content } = await call(dir.server, 'copy_file', args);
  expect(content[0]?.text).toBe(
    'The directory has more than 256 levels; that is too much for one copy. 1 files are copied already, and stay. ' +
      'Copy its parts.',
  );
  expect(dir.has('b/first.txt')).toBe(true);
});

test('reports progress, and stops when cancelled', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `a/${i}.txt`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, 'x'])));
  await using client = await connectTo(dir.server);
  client.send({
    ...{ jsonrpc: '2.0', id: 'copy', method: 'tools/call' },
    params: {
      name: 'copy_file',
      arguments: { source: 'a', destination: 'b', recursive: true },
      _meta: { progressToken: 'far' },
    },
  });
  expect(await client.waitFor(({ method }) => method === 'notifications/progress', 20_000)).toMatchObject({
    params: { progressToken: 'far', message: expect.stringMatching(/files copied$/) },
  });
  client.notify('notifications/cancelled', { requestId: 'copy' });
  await client.request('ping');
  const copied = dir.names('b').length;
  expect(copied).toBeLessThan(names.length);
  await call(dir.server, 'copy_file', { source: 'a/0.txt', destination: 'c.txt' });
  expect(dir.names('b').filter((name) => name.startsWith('.mcp-'))).toEqual([]);
  expect(client.received.filter((message) => Reflect.get(Object(message), 'id') === 'copy')).toEqual([]);
});

test('keeps permissions and times of directories, even without write permission', async () => {
  using dir = temporary({ 'a/locked/c.txt': 'C', 'a/open/': '', 'z/': '' });
  const time = new Date('2024-05-06T07:08:09.000Z');
  for (const path of ['a/locked/c.txt', 'a/locked', 'a/open', 'a']) utimesSync(dir.at(path), time, time);
  chmodSync(dir.at('a/locked'), 0o550);
  const result = await copy(dir.server, { source: 'a', destination: 'z/b', recursive: true });
  expect(result.structuredContent).toMatchObject({ files: 1, directories: 3 });
  const modes = ['a', 'a/locked', 'a/open'].map((path) => statSync(dir.at(path)).mode);
  expect(['b', 'b/locked', 'b/open'].map((path) => statSync(dir.at('z', path)).mode)).toEqual(modes);
  for (const path of ['b', 'b/locked', 'b/locked/c.txt', 'b/open'])
    expect(statSync(dir.at('z', path)).mtime).toEqual(time);
  for (const path of ['a/locked', 'z/b/locked']) chmodSync(dir.at(path), 0o750);
});

describe('a directory is never copied into itself', () => {
  const entriesOf = (dir: Temporary): string[] =>
    readdirSync(dir.path, { recursive: true }).map(String).toSorted();

  test.each([
    ['by a link to a directory in it', (dir: Temporary) => dir.link(dir.at('src/sub/deep'), 'ln'), 'ln'],
    ['by a link to itself', (dir: Temporary) => dir.link(dir.at('src'), 'ln'), 'ln'],
    ['by a link below a link', (dir: Temporary) => dir.link(dir.at('src'), 'ln'), 'ln/sub/deep'],
    ['by a link without a target', (dir: Temporary) => dir.link(dir.at('src/new'), 'ln'), 'ln'],
  ])('%s', async (_name, link, destination) => {
    using dir = temporary({ 'src/sub/deep/a.txt': 'A' });
    link(dir);
    const args = { source: 'src', destination, recursive: true, overwrite: true };
    const before = entriesOf(dir).filter((path) => path.endsWith('.txt'));
    expect(errorOf(await call(dir.server, 'copy_file', args))).toEqual(
      expect.stringMatching('cannot be copied into itself|are the same'),
    );
    expect(entriesOf(dir).filter((path) => path.endsWith('.txt'))).toEqual(before);
  });

  test('through a link in the destination', async () => {
    using dir = temporary({ 'src/sub/a.txt': 'A', 'dst/': '' });
    dir.link(dir.at('src/sub'), 'dst/sub');
    const before = entriesOf(dir);
    const args = { source: 'src', destination: 'dst', recursive: true, overwrite: true };
    const result = await call(dir.server, 'copy_file', args);
    expect(result.structuredContent).toMatchObject({
      files: 0,
      failed: 1,
      errors: [{ message: expect.stringContaining('cannot be copied into itself') }],
    });
    expect(entriesOf(dir)).toEqual(before);
  });

  test('a file is not copied onto itself through a link', async () => {
    using dir = temporary({ 'a.txt': 'A' });
    dir.link('a.txt', 'ln');
    const args = { source: 'a.txt', destination: 'ln', overwrite: true };
    expect(errorOf(await call(dir.server, 'copy_file', args))).toEqual(
      expect.stringContaining('are the same'),
    );
  });
});
