import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, serve, temporary } from '../setup.ts';

const name = 'list_directory_with_sizes';

test('shows the columns and totals of the official server', async () => {
  using dir = temporary({
    'a.txt': 'x'.repeat(1536),
    'b.txt': '',
    'sub/inner.txt': 'x',
    'c.txt': 'x'.repeat(1023),
  });
  const { content, structuredContent } = await call(dir.server, name, { path: '.' });
  expect(content[0]?.text?.split('\n')).toEqual([
    '[FILE] a.txt                             1.50 KB',
    '[FILE] b.txt                                 0 B',
    '[FILE] c.txt                              1023 B',
    '[DIR] sub                            ',
    '',
    'Total: 3 files, 1 directories',
    'Combined size: 2.50 KB',
  ]);
  expect(structuredContent).toEqual({
    path: dir.path,
    entries: [
      { name: 'a.txt', type: 'file', size: 1536 },
      { name: 'b.txt', type: 'file', size: 0 },
      { name: 'c.txt', type: 'file', size: 1023 },
      { name: 'sub', type: 'directory' },
    ],
    totals: { files: 3, dirs: 1, bytes: 2559 },
  });
});

test('sorts by size, the largest first', async () => {
  using dir = temporary({ a: 'x', b: '', c: 'xx', d: '' });
  truncateSync(dir.at('d'), 3 * 1024 ** 4);
  const { content, structuredContent } = await call(dir.server, name, { path: '.', sortBy: 'size' });
  const { entries } = structuredContent as { entries: { name: string }[] };
  expect(entries.map((entry) => entry.name)).toEqual(['d', 'c', 'a', 'b']);
  expect(content[0]?.text).toContain('3.00 TB');
});

// The official form has no pages, so repeated entries would look like new ones.
test.each([{ limit: 1 }, { cursor: 'x' }, { fields: ['mtime'] }])('refuses %j', async (args) => {
  using dir = temporary({ a: 'x', b: '' });
  for (const [tool, more] of [
    [name, {}],
    ['list_directory', { sortBy: 'size' }],
  ] as const) {
    const { content, isError } = await call(dir.server, tool, { path: '.', ...more, ...args });
    expect({ text: content[0]?.text, isError }).toEqual({
      text:
        'With sortBy, and under the name list_directory_with_sizes, one answer has all entries with their sizes: omit ' +
        'fields, limit and cursor. Pages come from list_directory with fields ["size"].',
      isError: true,
    });
  }
});

test('reveals nothing about the target of a link', async () => {
  using dir = temporary({ 'outside.txt': 'x'.repeat(5000), 'root/': '' });
  dir.link(dir.at('outside.txt'), 'root/link');
  const { structuredContent } = await call(serve([dir.at('root')]), name, { path: '.' });
  const size = dir.at('outside.txt').length;
  expect(structuredContent).toMatchObject({
    entries: [{ name: 'link', type: 'symlink', size }],
    totals: { bytes: size },
  });
});

test('omits lines that do not fit, but counts them in the totals', async () => {
  using dir = temporary(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, 'x'])));
  const { content, structuredContent } = await call(serve([dir.path], { maxOutputBytes: 1000 }), name, {
    path: '.',
  });
  expect(structuredContent).toMatchObject({ totals: { files: 100, bytes: 100 } });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(1000);
  expect(content[0]?.text).toBe(
    '[Only 15 of 100 entries fit; the totals are of all. list_directory with fields ["size"] returns the rest page by page.]',
  );
});
