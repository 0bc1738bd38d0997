// read_text_file: encodings, numbered lines, whole files, and the forms of arguments and results.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, serve, temporary } from '../setup.ts';

const read = (server: ReturnType<typeof serve>, args: object) => call(server, 'read_text_file', args);

test.each([
  ['windows-1252', Buffer.from('caf\xe9 \x80\n', 'latin1'), 'café €\n'],
  ['utf-16le', Buffer.from('\uFEFFcafé\n', 'utf16le'), 'café\n'],
  ['utf-16be', Buffer.from('\uFEFFcafé\n', 'utf16le').swap16(), 'café\n'],
] as const)('reads %s', async (encoding, bytes, content) => {
  using dir = temporary({ 'a.txt': bytes });
  const { structuredContent } = await read(serve([dir.path]), { path: 'a.txt' });
  expect(structuredContent).toMatchObject({
    content,
    encoding,
    bom: encoding.startsWith('utf-16'),
    endLine: 1,
  });
});

test('reads with the encoding that is asked for', async () => {
  using dir = temporary({ 'a.txt': 'é' });
  const { structuredContent } = await read(serve([dir.path]), { path: 'a.txt', encoding: 'latin1' });
  expect(structuredContent).toMatchObject({ content: 'Ã©', encoding: 'latin1' });
});

test('says when bytes are not text', async () => {
  using dir = temporary({ 'a.bin': Buffer.from([0, 1, 0x61, 0xff]) });
  const { content, structuredContent } = await read(serve([dir.path]), { path: 'a.bin' });
  expect(content).toEqual([
    { type: 'text', text: '\0\x01a\uFFFD' },
    {
      type: 'text',
      text: '[The file is not text. It is shown as UTF-8; read_media_file returns its bytes.]',
    },
  ]);
  expect(structuredContent).not.toHaveProperty('encoding');
});

test('numbers lines', async () => {
  using dir = temporary({ 'a.txt': 'a\n\nb\r\nc' });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  const numbered = async (args: object) =>
    (await read(server, { path: 'a.txt', lineNumbers: true, ...args }))['structuredContent'];
  expect(await numbered({})).toMatchObject({ content: '1\ta\n2\t\n3\tb\r\n4\tc', endLine: 4 });
  expect(await numbered({ offset: 2, limit: 2 })).toMatchObject({ content: '2\t\n3\tb\r', nextOffset: 4 });
  expect(await read(server, { path: 'a.txt', lineNumbers: true, tail: 1 })).toMatchObject({ isError: true });
});

test('numbered lines stay in the limit and go on', async () => {
  using dir = temporary({ 'a.txt': '\n'.repeat(900) });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  let line = 1;
  for (let offset: unknown = 1; typeof offset === 'number';) {
    const { structuredContent } = await read(server, { path: 'a.txt', lineNumbers: true, offset });
    const { content, nextOffset } = structuredContent as { content: string; nextOffset?: number };
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(1000);
    for (const shown of content.trimEnd().split('\n')) expect(shown.trimEnd()).toBe(String(line++));
    offset = nextOffset;
  }
  expect(line).toBe(901);
});

test('returns a large file whole, as the official server does', async () => {
  using dir = temporary({ 'a.txt': 'fifteen letters\n'.repeat(200_000) });
  const { content } = await read(serve([dir.path]), { path: 'a.txt' });
  expect(content).toEqual([{ type: 'text', text: 'fifteen letters\n'.repeat(200_000) }]);
});

test('takes 0 lines as not given, and numbers as strings', async () => {
  using dir = temporary({ 'a.txt': 'a\nb\nc\n' });
  const server = serve([dir.path]);
  expect(await read(server, { path: 'a.txt', head: 0, tail: 0 })).toMatchObject({
    content: [{ text: 'a\nb\nc\n' }],
  });
  expect(await read(server, { path: 'a.txt', head: '2' })).toMatchObject({ content: [{ text: 'a\nb' }] });
});

test('is called read_file too, which is listed on demand', async () => {
  using dir = temporary({ 'a.txt': 'a' });
  const names = async (compat: boolean) => {
    await using client = await connect(serve([dir.path], { compat }), { revision: '2025-11-25' });
    const params = { name: 'read_file', arguments: { path: 'a.txt' } };
    expect(await client.request('tools/call', params)).toMatchObject({ content: [{ text: 'a' }] });
    const { tools } = await client.request('tools/list');
    return (tools as { name: string }[]).map(({ name }) => name);
  };
  expect(await names(false)).not.toContain('read_file');
  expect(await names(true)).toContain('read_file');
});

test('--output lean sends the text once', async () => {
  using dir = temporary({ 'a.txt': 'once' });
  const result = await read(serve([dir.path], { output: 'lean' }), { path: 'a.txt' });
  expect(JSON.stringify(result).split('once')).toHaveLength(2);
  expect(result.structuredContent).toMatchObject({ path: dir.at('a.txt'), size: 4 });
});
