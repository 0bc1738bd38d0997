import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { call, serve, temporary } from '../setup.ts';

test('returns texts in order, each after its path, like the official server', async () => {
  using dir = temporary({ 'a.txt': 'A\n', 'sub/b.txt': 'B' });
  const paths = ['a.txt', 'gone.txt', dir.at('sub/b.txt'), 'sub'];
  const etag = String.raw`\[etag: [\da-z-]+\]`;
  const content = [
    `a\\.txt:\nA\n\n${etag}\n\n---\n`,
    'gone\\.txt: Error - gone\\.txt does not exist\\. Find it with list_directory or search_files\\.\n---\n',
    `.*sub/b\\.txt:\nB\n${etag}\n\n---\n`,
    'sub: Error - sub is a directory\\. Use list_directory\\.',
  ];
  expect(await call(dir.server, 'read_multiple_files', { paths })).toEqual({
    content: [{ type: 'text', text: expect.stringMatching(new RegExp(`^${content.join('')}$`)) }],
  });
});

test('accepts a list given as a string', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const { content } = await call(dir.server, 'read_multiple_files', { paths: '["a.txt"]' });
  expect(content).toMatchObject([{ text: expect.stringMatching(/^a\.txt:\nA\n\[etag: .*\]\n$/) }]);
});

const line = `${'x'.repeat(99)}\n`;

const textOf = async (server: McpServer, args: object) =>
  (await call(server, 'read_multiple_files', args)).content[0]?.text ?? '';

test('says that a line was cut', async () => {
  using dir = temporary({ 'a.txt': 'x'.repeat(2000), 'b.txt': `${'x'.repeat(2000)}\nnext\n` });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  const text = await textOf(server, { paths: ['a.txt', 'b.txt'] });
  expect(text.replaceAll(/etag: [^\]]*/g, 'etag').replaceAll(/x{200,}/g, 'x…')).toBe(
    `[Some texts are cut. The line below a path says how to continue.]\n` +
      `a.txt:\n[A long line is cut. etag]\nx…\n\n---\n` +
      `b.txt:\n[Lines 1 to 1; continue with read_text_file, offset 2. A long line is cut. etag]\nx…\n`,
  );
});

test('a large file does not take the space of the others', async () => {
  using dir = temporary({ 'large.txt': line.repeat(900), 'b.txt': line.repeat(12), 'a.txt': line.repeat(5) });
  const server = serve([dir.path], { maxOutputBytes: 4000 });
  const text = await textOf(server, { paths: ['large.txt', 'a.txt', 'b.txt', 'a.txt'] });
  const [large = '', ...others] = text.split('\n---\n');
  expect(others.map((entry) => entry.split(line).length - 1)).toEqual([5, 12, 5]);
  expect(large.split(line).length - 1).toBe(13);
  expect(large).toContain('[Lines 1 to 13; continue with read_text_file, offset 14. etag: ');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000);
  const equal = await textOf(server, { paths: ['large.txt', 'large.txt'] });
  expect(equal.split('\n---\n').map((entry) => entry.split(line).length - 1)).toEqual([17, 17]);
});

test('returns an error in place of a binary file', async () => {
  using dir = temporary({ 'a.txt': 'A', 'a.bin': Buffer.from([0, 1, 2]) });
  const text = await textOf(dir.server, { paths: ['a.bin', 'a.txt'] });
  expect(text).toContain('a.bin: Error - a.bin is not text. read_text_file reads images, audio,');
  expect(text).toContain('a.txt:\nA\n');
});

test('refuses an empty list and too many paths', async () => {
  const read = (paths: string[]) => textOf(serve(['/']), { paths });
  expect(await read([])).toBe('Give 1 to 200 paths, not 0.');
  expect(await read(Array.from({ length: 201 }, () => '/'))).toBe('Give 1 to 200 paths, not 201.');
});
