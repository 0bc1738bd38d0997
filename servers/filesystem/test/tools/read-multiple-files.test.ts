import { expect, test } from 'vitest';
import { call, serve, temporary } from '../setup.ts';

test('texts come in order, each after its path, as from the official server', async () => {
  using dir = temporary({ 'a.txt': 'A\n', 'sub/b.txt': 'B' });
  const paths = ['a.txt', 'gone.txt', dir.at('sub/b.txt'), 'sub'];
  const content =
    'a.txt:\nA\n\n\n---\n' +
    'gone.txt: Error - gone.txt does not exist. Look with list_directory or search_files.\n---\n' +
    `${dir.at('sub/b.txt')}:\nB\n\n---\n` +
    'sub: Error - sub is a directory. Use list_directory.';
  const etag = expect.any(String);
  expect(await call(serve([dir.path]), 'read_multiple_files', { paths })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      content,
      files: [
        { path: dir.at('a.txt'), size: 2, etag, truncated: false },
        { path: 'gone.txt', error: 'gone.txt does not exist. Look with list_directory or search_files.' },
        { path: dir.at('sub/b.txt'), size: 1, etag, truncated: false },
        { path: 'sub', error: 'sub is a directory. Use list_directory.' },
      ],
    },
  });
});

test('a list that came as a string is a list', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const { content } = await call(serve([dir.path]), 'read_multiple_files', { paths: '["a.txt"]' });
  expect(content).toEqual([{ type: 'text', text: 'a.txt:\nA\n' }]);
});

test('each file has a limit, and all together', async () => {
  const line = `${'x'.repeat(99)}\n`;
  using dir = temporary({ 'a.txt': line.repeat(5), 'b.txt': line.repeat(30) });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  const limited = await call(server, 'read_multiple_files', { paths: ['a.txt'], perFileLimit: 250 });
  expect(limited.content[0]?.text).toBe(
    `a.txt:\n${line}${line}[Truncated. Go on with read_text_file, offset 3.]\n`,
  );
  const paths = ['b.txt', 'a.txt', 'a.txt'];
  const { content, structuredContent } = await call(server, 'read_multiple_files', { paths });
  expect(content[0]?.text?.length).toBeLessThan(1300);
  expect(structuredContent).toMatchObject({
    files: [{ truncated: true }, { error: expect.stringContaining('full') }, { error: expect.any(String) }],
  });
});

test('no path at all is refused', async () => {
  expect(await call(serve(['/']), 'read_multiple_files', { paths: [] })).toMatchObject({ isError: true });
});
