import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agree,
  call,
  caller,
  codeOf,
  connectUser,
  errorOf,
  serve,
  temporary,
  textOf,
  type Temporary,
} from '../setup.ts';

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

test('replaces a file only when asked to', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B' });
  const args = { source: 'a.txt', destination: 'b.txt' };
  expect(codeOf(await move(dir.server, args))).toBe('exists');
  expect(dir.text('b.txt')).toBe('B');
  expect(errorOf(await move(dir.server, { ...args, overwrite: 'true' }))).toBeUndefined();
  expect(dir.text('b.txt')).toBe('A');
});

test('names the missing directory', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  expect((await move(dir.server, { source: 'a.txt', destination: 'gone/b.txt' })).content[0]?.text).toBe(
    'The directory of gone/b.txt does not exist. Check the path, or make the directory with create_directory.',
  );
});

test('refuses if the source has changed', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const args = { source: 'a.txt', destination: 'b.txt', ifMatch: '0-0-0-0' };
  expect(codeOf(await move(dir.server, args))).toBe('changed');
  expect(dir.has('a.txt')).toBe(true);
});

test('never moves an allowed directory, and says so', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const args = { source: dir.path, destination: `${dir.path}2` };
  expect(errorOf(await move(dir.server, args))).toBe(
    `${dir.path} is an allowed directory itself and cannot be changed. Give the path of something in it.`,
  );
});

test('moves into a destination that is a directory, and creates missing ones when asked to', async () => {
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

test('makes several moves in one call, all or none', async () => {
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

describe.each(['move_file', 'copy_file'])(
  'a slash at the end of the destination of %s means a folder',
  (tool) => {
    const there = (dir: Temporary): string[] =>
      readdirSync(dir.path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dir.path.length + 1))
        .toSorted();
    const rest = tool === 'copy_file' ? ['todo.txt'] : [];

    test('refuses a missing one, names the option that creates it, and creates it with that', async () => {
      using dir = temporary({ 'todo.txt': 'T' });
      const args = { source: 'todo.txt', destination: 'archive/' };
      const refused = await call(dir.server, tool, args);
      expect(codeOf(refused)).toBe('not_found');
      expect(errorOf(refused)).toBe(
        'The folder archive/ does not exist. Set createParents to make it, or give the new path without a slash at its end.',
      );
      expect(there(dir)).toEqual(['todo.txt']);
      const done = await call(dir.server, tool, { ...args, createParents: true });
      expect(textOf(done)).toContain('todo.txt to archive/todo.txt');
      expect(there(dir)).toEqual(['archive/todo.txt', ...rest]);
      await call(dir.server, 'undo_last_change', {});
      expect([there(dir), dir.names()]).toEqual([['todo.txt'], ['todo.txt']]);
    });

    test('moves or copies into an existing folder, with or without the slash, but refuses a file', async () => {
      using dir = temporary({ 'todo.txt': 'T', 'b.txt': 'B', 'archive/': '', 'other/': '' });
      const into = await call(dir.server, tool, { source: 'todo.txt', destination: 'archive' });
      expect(textOf(into)).toContain('todo.txt to archive/todo.txt');
      await call(dir.server, tool, {
        source: 'archive',
        destination: 'other/',
        recursive: tool === 'copy_file' || undefined,
      });
      expect(dir.text('other/archive/todo.txt')).toBe('T');
      const file = { source: 'other/archive/todo.txt', destination: 'b.txt/' };
      expect(codeOf(await call(dir.server, tool, { ...file, overwrite: true }))).toBe('not_a_directory');
      expect(dir.text('b.txt')).toBe('B');
    });

    test('denies access to a closed folder instead of calling it missing', async () => {
      using dir = temporary({ 'todo.txt': 'T', 'secret/': '' });
      const server = serve([dir.path], { deny: ['secret'] });
      for (const destination of ['/etc/', 'secret/', 'gone/../../'])
        expect(codeOf(await call(server, tool, { source: 'todo.txt', destination }))).toBe('access_denied');
    });

    test('asks about a replaced file in the folder by its own path', async () => {
      using dir = temporary({ 'todo.txt': 'new', 'archive/todo.txt': 'old' });
      await using user = await connectUser(serve([dir.path], { confirm: 'destructive' }), agree);
      const args = { source: 'todo.txt', destination: 'archive/', overwrite: true };
      expect(errorOf(await user.call(tool, args))).toBeUndefined();
      expect(user.asked).toEqual([
        expect.stringMatching(/^Replace archive\/todo\.txt with (a copy of )?todo\.txt\?/),
      ]);
      expect(dir.text('archive/todo.txt')).toBe('new');
    });
  },
);

test('several moves to a missing folder create it once, or leave no trace of it', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B' });
  const moves = ['a.txt', 'b.txt'].map((source) => ({ source, destination: 'archive/' }));
  const refused = await call(dir.server, 'move_file', { moves });
  expect(errorOf(refused)).toContain('The folder archive/ does not exist. Nothing was changed.');
  expect(errorOf(await call(dir.server, 'move_file', { moves, createParents: true }))).toBeUndefined();
  expect(dir.names('archive')).toEqual(['a.txt', 'b.txt']);
  const gone = [...moves, { source: 'gone', destination: 'archive/' }];
  await call(dir.server, 'undo_last_change', {});
  expect(codeOf(await call(dir.server, 'move_file', { moves: gone, createParents: true }))).toBe('not_found');
  expect(dir.names()).toEqual(['a.txt', 'b.txt']);
});
