import { expect, test } from 'vitest';
import { call, codeOf, errorOf, serve, temporary } from '../setup.ts';

const serveDelete = (path: string) => serve([path]);

test('deletes a file, and a link without its target', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  dir.link('a.txt', 'link');
  const server = serveDelete(dir.path);
  expect(await call(server, 'delete_file', { path: 'link' })).toEqual({
    content: [{ type: 'text', text: 'Successfully deleted link' }],
    structuredContent: { path: dir.at('link'), deleted: 1 },
  });
  expect(dir.has('a.txt')).toBe(true);
  expect(errorOf(await call(server, 'delete_file', { path: 'a.txt' }))).toBeUndefined();
  expect(codeOf(await call(server, 'delete_file', { path: 'a.txt' }))).toBe('not_found');
});

test('deletes a full directory only when it is told to', async () => {
  using dir = temporary({ 'sub/a/b.txt': '', 'sub/c.txt': '' });
  const server = serveDelete(dir.path);
  expect(codeOf(await call(server, 'delete_file', { path: 'sub' }))).toBe('not_empty');
  expect(await call(server, 'delete_file', { path: 'sub', recursive: true })).toMatchObject({
    content: [{ text: 'Successfully deleted sub (4 entries)' }],
    structuredContent: { deleted: 4 },
  });
  expect(dir.has('sub')).toBe(false);
});

test('never deletes an allowed directory', async () => {
  using dir = temporary({ 'sub/a.txt': '' });
  const server = serve([dir.path, dir.at('sub')]);
  for (const path of [dir.path, dir.at('sub'), '.'])
    expect(await call(server, 'delete_file', { path, recursive: true })).toMatchObject({ isError: true });
  expect(dir.has('sub/a.txt')).toBe(true);
});
