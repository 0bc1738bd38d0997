import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { serverIcons } from '../../src/icons.ts';
import { call, codeOf, errorOf, serve, temporary } from '../setup.ts';

const BYTES = Buffer.from([0x89, 0x50, 0, 0xff, 0x0a]);
const data = BYTES.toString('base64');

test.each([
  ['a.png', { type: 'image', data, mimeType: 'image/png' }],
  ['a.SVG', { type: 'image', data, mimeType: 'image/svg+xml' }],
  ['a.mp3', { type: 'audio', data, mimeType: 'audio/mpeg' }],
])('%s is a block of its kind, with a line of text for hosts that drop the block', async (name, block) => {
  using dir = temporary({ [name]: BYTES });
  expect(await call(dir.server, 'read_media_file', { path: name })).toEqual({
    content: [block, { type: 'text', text: `[${block.mimeType}, 5 bytes: ${name}]` }],
  });
});

const JPEG = 'ffd8ffe000104a46494600010100000100010000ffc400040000ffc00011080030004003012200021101031101';
// The 1 × 1 images that pages use to detect WebP.
const LOSSY = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
const LOSSLESS = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const ALPHA =
  'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAAAAAQ==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

test.each([
  ['dot.png', Buffer.from(serverIcons[1]?.src.split(',')[1] ?? '', 'base64'), 'image/png, 48 × 48, '],
  ['dot.gif', Buffer.from(GIF, 'base64'), 'image/gif, 1 × 1, '],
  ['dot.jpg', Buffer.from(JPEG, 'hex'), 'image/jpeg, 64 × 48, '],
  ['lossy.webp', Buffer.from(LOSSY, 'base64'), 'image/webp, 1 × 1, '],
  ['lossless.webp', Buffer.from(LOSSLESS, 'base64'), 'image/webp, 1 × 1, '],
  ['alpha.webp', Buffer.from(ALPHA, 'base64'), 'image/webp, 1 × 1, '],
  ['cut.jpg', Buffer.from(JPEG.slice(0, 60), 'hex'), 'image/jpeg, '],
  ['cut.png', Buffer.from(JPEG.slice(0, 60), 'hex'), 'image/png, '],
])('describes %s by type, size and name', async (name, bytes, described) => {
  using dir = temporary({ [name]: bytes });
  const { content } = await call(dir.server, 'read_media_file', { path: name });
  expect(content[1]).toEqual({ type: 'text', text: `[${described}${bytes.length} bytes: ${name}]` });
});

test.each([
  ['a.pdf', 'application/pdf'],
  ['no-extension', 'application/octet-stream'],
])('returns %s as a resource with its bytes', async (name, mimeType) => {
  using dir = temporary({ [name]: BYTES });
  const { content } = await call(dir.server, 'read_media_file', { path: name });
  const resource = { uri: `file://${dir.at(name)}`, mimeType, blob: data };
  expect(content).toEqual([{ type: 'resource', resource }]);
});

test('refuses a file that is too large before reading it', async () => {
  using dir = temporary({ 'a.png': 'x'.repeat(751), 'a.bin': 'x'.repeat(751), 'sparse.png': '' });
  execFileSync('truncate', ['-s', '8G', dir.at('sparse.png')]);
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  expect(errorOf(await call(server, 'read_media_file', { path: 'a.bin' }))).toBe(
    'a.bin (application/octet-stream) has 751 bytes; 750 are allowed. ' +
      'get_file_info returns its size, times and hash.',
  );
  expect(codeOf(await call(dir.server, 'read_media_file', { path: 'sparse.png' }))).toBe('too_large');
  expect(errorOf(await call(server, 'read_media_file', { path: 'a.png' }))).toBeUndefined();
});

test('reads files without a size up to the limit', async () => {
  const server = serve(['/proc/self'], { maxOutputBytes: 1000 });
  expect(codeOf(await call(server, 'read_media_file', { path: '/proc/self/maps' }))).toBe('too_large');
});

test.each([
  ['a.png', 'image'],
  ['a.mp3', 'audio'],
])('read_text_file returns %s as %s too', async (name, type) => {
  using dir = temporary({ [name]: BYTES });
  const { content } = await call(dir.server, 'read_text_file', { path: name });
  expect(content.map((block) => block.type)).toEqual([type, 'text']);
  expect(content).toEqual((await call(dir.server, 'read_media_file', { path: name })).content);
});

test.each([
  ['text', 'a.png', 'no image', {}],
  ['the source of a drawing', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', {}],
  ['bytes in an encoding', 'a.jpg', Buffer.from([0x61, 0]), { encoding: 'latin1' }],
])('read_text_file returns %s as text despite a media file name', async (_, name, bytes, args) => {
  using dir = temporary({ [name]: bytes });
  const { content } = await call(dir.server, 'read_text_file', { path: name, ...args });
  expect(content[0]).toMatchObject({ type: 'text' });
  expect(content[0]?.text?.trimEnd()).toBe(Buffer.from(bytes).toString('latin1'));
});
