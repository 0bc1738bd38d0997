import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

const list = async (server: ReturnType<typeof serve>, path: string) => {
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'list_directory', arguments: { path } });
};

test('lists names in order, as text and as structure, and follows no link', async () => {
  using dir = temporary({ 'b.txt': '', 'a/inner.txt': '', '.hidden': '', 'ä ö.txt': '' });
  symlinkSync('/nowhere', dir.at('link'));
  execFileSync('mkfifo', [dir.at('pipe')]);
  const content = '[FILE] .hidden\n[DIR] a\n[FILE] b.txt\n[FILE] link\n[FILE] pipe\n[FILE] ä ö.txt';
  expect(await list(serve([dir.path]), '.')).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      content,
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
      truncated: false,
    },
  });
});

test('an empty directory is an empty text', async () => {
  using dir = temporary();
  expect(await list(serve([dir.path]), dir.path)).toEqual({
    content: [{ type: 'text', text: '' }],
    structuredContent: { content: '', path: dir.path, entries: [], total: 0, truncated: false },
  });
});

test('leaves out what does not fit, and says so', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `file-${String(i).padStart(5, '0')}.txt`);
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  const result = await list(serve([dir.path], { maxOutputBytes: 1000 }), '.');
  // Each line takes 21 bytes and a line break, which the last one does not need.
  const shown = names.slice(0, 45);
  const content = shown.map((name) => `[FILE] ${name}`).join('\n');
  expect(result).toEqual({
    content: [
      { type: 'text', text: content },
      { type: 'text', text: '[Only 45 of 100 entries fit. Find others with search_files.]' },
    ],
    structuredContent: {
      content,
      path: dir.path,
      entries: shown.map((name) => ({ name, type: 'file' })),
      total: 100,
      truncated: true,
    },
  });
});

test.each([
  ['a.txt', 'a.txt is not a directory. Give the path of a directory, or read the file.'],
  ['a.txt/inner', 'a.txt/inner leads through a.txt, which is not a directory.'],
  ['gone', 'gone does not exist. Look with list_directory or search_files.'],
])('explains why %s cannot be listed', async (path, message) => {
  using dir = temporary({ 'a.txt': '' });
  expect(await list(serve([dir.path]), path)).toEqual({
    content: [{ type: 'text', text: message }],
    isError: true,
  });
});
