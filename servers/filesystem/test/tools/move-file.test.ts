import { expect, test } from 'vitest';
import { call, caller, codeOf, errorOf, temporary } from '../setup.ts';

const move = caller('move_file');

test('moves a file, with the text of the official server and the etag', async () => {
  using dir = temporary({ 'a.txt': 'A', 'sub/': '' });
  const args = { source: 'a.txt', destination: 'sub/b.txt' };
  const text = expect.stringMatching(/^Successfully moved a\.txt to sub\/b\.txt \(etag: [\da-z-]+\)$/);
  expect(await move(dir.server, args)).toEqual({
    content: [{ type: 'text', text }],
    structuredContent: {
      source: dir.at('a.txt'),
      destination: dir.at('sub/b.txt'),
      etag: expect.any(String),
    },
  });
  expect(dir.has('a.txt')).toBe(false);
  expect(dir.text('sub/b.txt')).toBe('A');
});

test('replaces only when it is told to', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B' });
  const args = { source: 'a.txt', destination: 'b.txt' };
  expect(codeOf(await move(dir.server, args))).toBe('exists');
  expect(dir.text('b.txt')).toBe('B');
  expect(errorOf(await move(dir.server, { ...args, overwrite: 'true' }))).toBeUndefined();
  expect(dir.text('b.txt')).toBe('A');
});

test('says which directory is missing', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  expect((await move(dir.server, { source: 'a.txt', destination: 'gone/b.txt' })).content[0]?.text).toBe(
    'The directory of gone/b.txt does not exist. Check the path, or make the directory with create_directory.',
  );
});

test('refuses when the source has changed', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const args = { source: 'a.txt', destination: 'b.txt', ifMatch: '0-0-0-0' };
  expect(codeOf(await move(dir.server, args))).toBe('changed');
  expect(dir.has('a.txt')).toBe(true);
});

test('never moves an allowed directory, and says so', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const args = { source: dir.path, destination: `${dir.path}2` };
  expect(errorOf(await move(dir.server, args))).toBe(
    `${dir.path} is an allowed directory itself; it stays as it is. Give the path of something in it.`,
  );
});

test('a directory as destination is moved into; missing ones are made when asked to', async () => {
  using dir = temporary({ 'b.xlsx': 'B', 'c.txt': 'C', 'archive/': '', 'full/x': '', 'empty/': '' });
  const moved = await call(dir.server, 'move_file', { source: 'b.xlsx', destination: 'archive' });
  expect(moved.structuredContent).toMatchObject({ destination: dir.at('archive/b.xlsx') });
  expect(moved.content[0]?.text).toContain('Successfully moved b.xlsx to archive/b.xlsx');
  await call(dir.server, 'move_file', { source: 'full', destination: 'archive/' });
  expect(dir.names('archive')).toEqual(['b.xlsx', 'full']);
  const missing = { source: 'c.txt', destination: 'new/deep/c.txt' };
  expect(codeOf(await call(dir.server, 'move_file', missing))).toBe('not_found');
  expect(errorOf(await call(dir.server, 'move_file', { ...missing, create_parents: true }))).toBeUndefined();
  expect(dir.text('new/deep/c.txt')).toBe('C');
});

test('several moves are made in one call, all or none', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B', 'archive/': '' });
  const into = (...names: string[]) => ({
    moves: names.map((source) => ({ source, destination: 'archive' })),
  });
  const failed = await call(dir.server, 'move_file', into('a.txt', 'b.txt', 'gone.txt'));
  expect(codeOf(failed)).toBe('not_found');
  expect(failed.content[0]?.text).toContain('Nothing was changed.');
  expect(dir.names()).toEqual(['a.txt', 'archive', 'b.txt']);
  const done = await call(dir.server, 'move_file', into('a.txt', 'b.txt'));
  expect(done.structuredContent).toMatchObject({
    moves: [{ source: dir.at('a.txt') }, { source: dir.at('b.txt') }],
  });
  expect(dir.names('archive')).toEqual(['a.txt', 'b.txt']);
  expect(await call(dir.server, 'move_file', {})).toMatchObject({ isError: true });
});
