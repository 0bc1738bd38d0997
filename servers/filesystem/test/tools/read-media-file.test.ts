import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { call, codeOf, errorOf, serve, temporary } from '../setup.ts';

const BYTES = Buffer.from([0x89, 0x50, 0, 0xff, 0x0a]);
const data = BYTES.toString('base64');

test.each([
  ['a.png', { type: 'image', data, mimeType: 'image/png' }],
  ['a.SVG', { type: 'image', data, mimeType: 'image/svg+xml' }],
  ['a.mp3', { type: 'audio', data, mimeType: 'audio/mpeg' }],
])('%s is a block of its kind', async (name, block) => {
  using dir = temporary({ [name]: BYTES });
  expect(await call(dir.server, 'read_media_file', { path: name })).toEqual({
    content: [block],
  });
});

test.each([
  ['a.pdf', 'application/pdf'],
  ['no-extension', 'application/octet-stream'],
])('%s is a resource with its bytes', async (name, mimeType) => {
  using dir = temporary({ [name]: BYTES });
  const { content } = await call(dir.server, 'read_media_file', { path: name });
  const resource = { uri: `file://${dir.at(name)}`, mimeType, blob: data };
  expect(content).toEqual([{ type: 'resource', resource }]);
});

test('a file that is too large is refused before it is read', async () => {
  using dir = temporary({ 'a.png': BYTES, 'sparse.png': '' });
  execFileSync('truncate', ['-s', '8G', dir.at('sparse.png')]);
  const small = await call(dir.server, 'read_media_file', { path: 'a.png', maxBytes: '4' });
  expect(small).toMatchObject({
    content: [{ text: 'a.png (image/png) has 5 bytes; 4 are allowed. Give a larger maxBytes.' }],
    isError: true,
  });
  expect(codeOf(await call(dir.server, 'read_media_file', { path: 'sparse.png' }))).toBe('too_large');
  expect(errorOf(await call(dir.server, 'read_media_file', { path: 'a.png', maxBytes: 5 }))).toBeUndefined();
});

test('files without a size are read up to the limit', async () => {
  const server = serve(['/proc/self']);
  expect(codeOf(await call(server, 'read_media_file', { path: '/proc/self/maps', maxBytes: 10 }))).toBe(
    'too_large',
  );
});
