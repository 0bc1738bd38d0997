import { rmSync } from 'node:fs';
import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { call, errorOf, serve, temporary, type CallResult } from '../setup.ts';

interface Page {
  readonly entries: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}

const list = (server: McpServer, path: string, page: object = {}) =>
  call(server, 'list_directory', { path, ...page });

const pageOf = ({ structuredContent }: CallResult): Page => structuredContent as unknown as Page;

test('lists names in order, as text and structured content, and follows no link', async () => {
  using dir = temporary({ 'b.txt': '', 'a/inner.txt': '', '.hidden': '', 'ä ö.txt': '' });
  dir.link('/nowhere', 'link');
  dir.pipe('pipe');
  const content = '[FILE] .hidden\n[DIR] a\n[FILE] b.txt\n[FILE] link\n[FILE] pipe\n[FILE] ä ö.txt';
  expect(await list(dir.server, '.')).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      path: dir.path,
      entries: [
        { name: '.hidden', type: 'file' },
        { name: 'a', type: 'directory' },
        { name: 'b.txt', type: 'file' },
        { name: 'link', type: 'symlink' },
        { name: 'pipe', type: 'other' },
        { name: 'ä ö.txt', type: 'file' },
      ],
      total: 6,
    },
  });
});

test('says that an empty directory is empty', async () => {
  using dir = temporary();
  expect(await list(dir.server, dir.path)).toEqual({
    content: [{ type: 'text', text: '[The directory is empty.]' }],
    structuredContent: { path: dir.path, entries: [], total: 0 },
  });
});

test('omits entries that do not fit, and says so', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `file-${String(i).padStart(5, '0')}.txt`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  const result = await list(serve([dir.path], { maxOutputBytes: 1000 }), '.');
  // An entry takes 45 characters of JSON plus a comma.
  const shown = names.slice(0, 22);
  const { nextCursor } = pageOf(result);
  expect(result).toEqual({
    content: [
      { type: 'text', text: `[22 of 100 entries; continue with cursor "${nextCursor}".]` },
      { type: 'text', text: shown.map((name) => `[FILE] ${name}`).join('\n') },
    ],
    structuredContent: {
      path: dir.path,
      entries: shown.map((name) => ({ name, type: 'file' })),
      total: 100,
      nextCursor,
    },
  });
  expect(JSON.stringify(result.structuredContent).length).toBeLessThan(1200);
});

test.each([
  ['a.txt', 'a.txt is not a directory. Give the path of a directory, or read the file.'],
  ['a.txt/inner', 'a.txt/inner leads through a.txt, which is not a directory.'],
  ['gone', 'gone does not exist. Find it with list_directory or search_files.'],
])('explains why %s cannot be listed', async (path, message) => {
  using dir = temporary({ 'a.txt': '' });
  expect(errorOf(await list(dir.server, path))).toBe(message);
});

test('continues page by page to the end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  const pages: unknown[] = [];
  let cursor: unknown;
  do {
    const more = cursor === undefined ? {} : { cursor };
    const { entries, nextCursor } = pageOf(await list(dir.server, '.', { limit: 2, ...more }));
    pages.push(entries.map(({ name }) => name));
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('continues after a deleted entry, and refuses the cursor of another directory', async () => {
  using dir = temporary({ a: '', b: '', c: '', 'sub/d': '' });
  const { nextCursor: cursor } = pageOf(await list(dir.server, '.', { limit: 2 }));
  rmSync(dir.at('b'));
  expect(await list(dir.server, '.', { cursor })).toMatchObject({
    structuredContent: { entries: [{ name: 'c' }, { name: 'sub' }], total: 3 },
  });
  for (const args of [
    { path: 'sub', cursor },
    { path: '.', cursor: 'a' },
  ])
    expect(errorOf(await list(dir.server, args.path, args))).toEqual(
      expect.stringContaining('The cursor is not one of this call.'),
    );
});

test('shows fields in the text too', async () => {
  using dir = temporary({ 'a.txt': 'abc', 'sub/': '' });
  dir.link('a.txt', 'link');
  const { content } = await list(dir.server, '.', { fields: ['size', 'symlink'] });
  expect(content[0]?.text).toBe(
    `[FILE] a.txt (3 bytes)\n[FILE] link (5 bytes, link to ${dir.at('a.txt')})\n[DIR] sub`,
  );
});

test('fields add details of each entry, but not the target of a link that leads outside', async () => {
  using dir = temporary({ 'root/a.txt': 'abc', 'root/sub/': '', 'outside.txt': 'secret' });
  dir.link('a.txt', 'root/inside');
  dir.link(dir.at('outside.txt'), 'root/outside');
  const listed = async (args: object) => (await list(serve([dir.at('root')]), '.', args)).structuredContent;
  const mtime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await listed({ fields: ['size', 'mtime', 'symlink'] })).toMatchObject({
    entries: [
      { name: 'a.txt', type: 'file', size: 3, mtime },
      { name: 'inside', type: 'symlink', size: 5, mtime, symlink: dir.at('root/a.txt') },
      { name: 'outside', type: 'symlink', size: dir.at('outside.txt').length, mtime },
      { name: 'sub', type: 'directory', mtime },
    ],
  });
  expect(JSON.stringify(await listed({ fields: '["symlink"]' }))).not.toContain('outside.txt');
  expect(await listed({ fields: ['size'], limit: 1 })).toMatchObject({
    entries: [{ name: 'a.txt', type: 'file', size: 3 }],
    nextCursor: expect.any(String),
  });
});
