// read_text_file: encodings, numbered lines, whole files, and forms of arguments and results.
import iconv from 'iconv-lite';
import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { call, caller, codeOf, serve, temporary } from '../setup.ts';

const read = caller('read_text_file');

/** Returns the text and its note. */
const blocks = async (server: McpServer, args: object) =>
  (await read(server, args)).content.map(({ text }) => text ?? '');

test.each([
  ['windows-1252', Buffer.from('caf\xe9 \x80\n', 'latin1'), 'café €\n'],
  ['utf-16le', Buffer.from('\uFEFFcafé\n', 'utf16le'), 'café\n'],
  ['utf-16be', Buffer.from('\uFEFFcafé\n', 'utf16le').swap16(), 'café\n'],
  ['shift_jis', iconv.encode('これはテストです。二行目\n', 'shift_jis'), 'これはテストです。二行目\n'],
] as const)('reads %s', async (encoding, bytes, content) => {
  using dir = temporary({ 'a.txt': bytes });
  const [text, note] = await blocks(dir.server, { path: 'a.txt' });
  expect(text).toBe(content);
  const bom = encoding.startsWith('utf-16') ? ' with BOM' : '';
  expect(note).toContain(`[1 line. Encoding: ${encoding}${bom}. etag: `);
});

test('reads with the requested encoding', async () => {
  using dir = temporary({ 'a.txt': 'é' });
  const [text, note] = await blocks(dir.server, { path: 'a.txt', encoding: 'latin1' });
  expect(text).toBe('Ã©');
  expect(note).toContain('Encoding: latin1.');
  expect(codeOf(await read(dir.server, { path: 'a.txt', encoding: 'base64' }))).toBe('encoding');
});

test('refuses binary data unless an encoding forces it', async () => {
  using dir = temporary({ 'a.bin': Buffer.from([0, 1, 0x61, 0xff]) });
  const refused = await read(dir.server, { path: 'a.bin' });
  expect(codeOf(refused)).toBe('not_text');
  expect(refused.content).toEqual([
    {
      type: 'text',
      text:
        'a.bin is not text. read_text_file reads images, audio, documents and zip archives by their extension, and ' +
        'text in another encoding if encoding is set. For anything else, use get_file_info.',
    },
  ]);
  const [text, note] = await blocks(dir.server, { path: 'a.bin', encoding: 'utf-8' });
  expect(text).toBe('\0\x01a\uFFFD');
  expect(note).toContain('U+FFFD stands for bytes that are not utf-8.');
});

test('numbers lines', async () => {
  using dir = temporary({ 'a.txt': 'a\n\nb\r\nc' });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  const numbered = (args: object) => blocks(server, { path: 'a.txt', lineNumbers: true, ...args });
  expect(await numbered({})).toMatchObject(['1\ta\n2\t\n3\tb\r\n4\tc', expect.stringContaining('[4 lines.')]);
  expect(await numbered({ offset: 2, limit: 2 })).toMatchObject([
    '2\t\n3\tb\r',
    expect.stringContaining('[Lines 2 to 3; continue with offset 4.'),
  ]);
  expect(await read(server, { path: 'a.txt', lineNumbers: true, tail: 1 })).toMatchObject({ isError: true });
});

test('numbered lines stay within the limit and continue in the next call', async () => {
  using dir = temporary({ 'a.txt': '\n'.repeat(900) });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  let line = 1;
  for (let offset: string | undefined = '1'; offset !== undefined;) {
    const [first = '', second = ''] = await blocks(server, { path: 'a.txt', lineNumbers: true, offset });
    const [note, content] = first.startsWith('[Lines ') ? [first, second] : [second, first];
    expect(content.length).toBeLessThanOrEqual(1000);
    for (const shown of content.trimEnd().split('\n')) expect(shown.trimEnd()).toBe(String(line++));
    offset = /continue with offset (\d+)/.exec(note)?.[1];
  }
  expect(line).toBe(901);
});

test('returns a large file whole if the limit allows it', async () => {
  using dir = temporary({ 'a.txt': 'fifteen letters\n'.repeat(200_000) });
  const [content] = await blocks(dir.server, { path: 'a.txt' });
  expect(content).toBe('fifteen letters\n'.repeat(200_000));
});

test('treats 0 lines as not given, and accepts numbers as strings', async () => {
  using dir = temporary({ 'a.txt': 'a\nb\nc\n' });
  expect(await read(dir.server, { path: 'a.txt', head: 0, tail: 0 })).toMatchObject({
    content: [{ text: 'a\nb\nc\n' }, {}],
  });
  expect(await read(dir.server, { path: 'a.txt', head: '2' })).toMatchObject({
    content: [{ text: 'a\nb' }, {}],
  });
});

test('is also available as read_file', async () => {
  using dir = temporary({ 'a.txt': 'a' });
  const result = await call(dir.server, 'read_file', { path: 'a.txt' });
  expect(result).toMatchObject({ content: [{ text: 'a' }, {}] });
});

test('sends the text once', async () => {
  using dir = temporary({ 'a.txt': 'once' });
  const result = await read(dir.server, { path: 'a.txt' });
  expect(JSON.stringify(result).split('once')).toHaveLength(2);
});
