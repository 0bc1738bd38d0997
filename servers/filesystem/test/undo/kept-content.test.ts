// What a change keeps of a file: by a second name where that is safe, as a copy where others could still write to it.
import {
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, codeOf, serve, temporary } from '../setup.ts';

const SHARED_MEMORY = '/dev/shm';

const deviceOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.dev;

const isOtherDisk = ![undefined, deviceOf(tmpdir())].includes(deviceOf(SHARED_MEMORY));

/** The inodes of what the store keeps. */
const keptIn = (store: string): number[] =>
  readdirSync(store)
    .filter((name) => !name.includes('.kept-'))
    .map((name) => statSync(join(store, name)).ino);

test('a file that is replaced is kept itself, not copied', async () => {
  using dir = temporary({ 'files/a.txt': 'one' });
  const [path, store] = [dir.at('files/a.txt'), dir.at('store')];
  const server = serve([dir.at('files')], { undoDirectory: store });
  const { ino } = statSync(path);
  await call(server, 'write_file', { path: 'a.txt', content: 'two' });
  expect(keptIn(store)).toEqual([ino]);
  await call(server, 'undo_last_change', {});
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(statSync(path).nlink).toBe(1);
  expect(readdirSync(store)).toEqual([]);
});

test.each([
  ['delete_file', { path: 'a.txt' }],
  ['delete_file', { path: '.', recursive: true }],
  ['move_file', { source: 'b.txt', destination: 'a.txt', overwrite: true }],
] as const)('a file that %s %j takes away is kept itself', async (tool, args) => {
  using dir = temporary({ 'files/in/a.txt': 'one', 'files/in/b.txt': 'other' });
  const [path, store] = [dir.at('files/in/a.txt'), dir.at('store')];
  const server = serve([dir.at('files')], { undoDirectory: store });
  const { ino } = statSync(path);
  const inside = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? join('in', value) : value,
    ]),
  );
  expect((await call(server, tool, inside)).isError).not.toBe(true);
  expect(keptIn(store)).toContain(ino);
  await call(server, 'undo_last_change', {});
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(readdirSync(store)).toEqual([]);
});

test('what has changed since its etag was taken is not deleted, and an etag that is right still is', async () => {
  using dir = temporary({ 'files/a.txt': 'one' });
  const server = serve([dir.at('files')], { undoDirectory: dir.at('store') });
  const info = await call(server, 'get_file_info', { path: 'a.txt' });
  const { etag } = info.structuredContent as { readonly etag: string };
  expect(codeOf(await call(server, 'delete_file', { path: 'a.txt', ifMatch: `${etag}0` }))).toBe('changed');
  expect((await call(server, 'delete_file', { path: 'a.txt', ifMatch: etag })).isError).not.toBe(true);
});

test('a file with a second name is copied: what is written by that name does not change what is kept', async () => {
  using dir = temporary({ 'files/a.txt': 'one' });
  const [path, store] = [dir.at('files/a.txt'), dir.at('store')];
  linkSync(path, dir.at('second.txt'));
  const server = serve([dir.at('files')], { undoDirectory: store });
  const { ino } = statSync(path);
  await call(server, 'write_file', { path: 'a.txt', content: 'two' });
  expect(keptIn(store)).toHaveLength(1);
  expect(keptIn(store)).not.toContain(ino);
  writeFileSync(dir.at('second.txt'), 'changed in place');
  await call(server, 'undo_last_change', {});
  expect(readFileSync(path, 'utf8')).toBe('one');
});

test('what a program adds at the last moment to a file that it has open is not lost', async () => {
  using dir = temporary({ 'files/a.txt': 'one' });
  const [path, store] = [dir.at('files/a.txt'), dir.at('store')];
  const server = serve([dir.at('files')], { undoDirectory: store });
  const open = openSync(path, 'a');
  await call(server, 'write_file', { path: 'a.txt', content: 'two' });
  writeFileSync(open, ' and more');
  closeSync(open);
  await call(server, 'undo_last_change', {});
  expect(readFileSync(path, 'utf8')).toBe('one and more');
});

test('a write that is refused at the last moment leaves the file as it was, with one name', async () => {
  using dir = temporary({ 'files/a.txt': 'one' });
  const [path, store] = [dir.at('files/a.txt'), dir.at('store')];
  const server = serve([dir.at('files')], { undoDirectory: store });
  const refused = await call(server, 'write_file', { path: 'a.txt', content: 'two', ifMatch: 'another' });
  expect(codeOf(refused)).toBe('changed');
  expect(statSync(path).nlink).toBe(1);
  expect(readdirSync(dir.path)).not.toContain('store');
});

test.skipIf(!isOtherDisk)(
  'a store on another disk keeps copies (needs /dev/shm beside another disk)',
  async () => {
    using dir = temporary({ 'a.txt': 'one' });
    const store = mkdtempSync(join(SHARED_MEMORY, 'mcp-filesystem-'));
    try {
      const server = serve([dir.path], { undoDirectory: store });
      for (const content of ['two', 'three']) await call(server, 'write_file', { path: 'a.txt', content });
      await call(server, 'undo_last_change', {});
      expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two');
      await call(server, 'undo_last_change', {});
      expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one');
    } finally {
      rmSync(store, { recursive: true });
    }
  },
);
