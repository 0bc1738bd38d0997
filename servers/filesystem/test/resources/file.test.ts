import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { McpServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { connectTo, temporary } from '../setup.ts';

const read = async (server: McpServer, uri: string) => {
  await using client = await connectTo(server);
  return await client.request('resources/read', { uri });
};

const metaOf = (size: number): object => ({
  file: {
    size,
    lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    etag: expect.any(String),
  },
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);

test.each([
  ['notes.md', 'text/markdown', { text: '# Grüße\r\n' }],
  ['MAIN.TS', 'text/x-typescript', { text: 'x' }],
  ['Makefile', 'text/plain', { text: 'all:\n' }],
  ['empty', 'text/plain', { text: '' }],
  ['picture.png', 'image/png', { blob: PNG.toString('base64') }],
  ['program', 'application/octet-stream', { blob: Buffer.from('a\0b').toString('base64') }],
  ['latin1.txt', 'text/plain', { blob: Buffer.from('caf\xe9', 'latin1').toString('base64') }],
  ['100% a?b#c [ü].txt', 'text/plain', { text: 'x' }],
])('%s is %s', async (name, mimeType, body) => {
  const bytes = 'text' in body ? Buffer.from(body.text) : Buffer.from(body.blob, 'base64');
  using dir = temporary({ [name]: bytes });
  const uri = pathToFileURL(dir.at(name)).href;
  expect(await read(dir.server, uri)).toEqual({
    contents: [{ uri, mimeType, ...body, _meta: metaOf(bytes.length) }],
  });
});

test('answers each revision with the fields it supports', async () => {
  using dir = temporary({ 'a.txt': 'text' });
  const uri = `file://${dir.at('a.txt')}`;
  const plain = { contents: [{ uri, mimeType: 'text/plain', text: 'text' }] };
  const result = { contents: [{ ...plain.contents[0], _meta: metaOf(4) }] };
  const more = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: expect.any(Object) };
  const results = {
    '2024-11-05': plain,
    '2025-03-26': plain,
    '2025-06-18': result,
    '2025-11-25': result,
    '2026-07-28': { ...result, ...more },
  } as const;
  for (const revision of Object.keys(results) as (keyof typeof results)[]) {
    await using client = await connect(dir.server, { revision });
    await client.request('resources/read', { uri }, { id: 7 });
    expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: results[revision] });
  }
});

test('reports a missing file with the error code of the revision', async () => {
  using dir = temporary();
  const uri = `file://${dir.at('gone.txt')}`;
  const codes = { '2024-11-05': -32002, '2025-11-25': -32002, '2026-07-28': -32602 } as const;
  for (const revision of ['2024-11-05', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(dir.server, { revision });
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({
      code: codes[revision],
      message: `Resource not found: ${uri}`,
      data: { uri },
    });
  }
});

test.each([
  ['a name that no file can have', `${'x'.repeat(300)}.txt`],
  ['a path through a file', 'a.txt/b.txt'],
  ['a circle of links', 'circle'],
])('%s is not found', async (_, path) => {
  using dir = temporary({ 'a.txt': '' });
  dir.link('circle', 'circle');
  const uri = `file://${dir.at(path)}`;
  await using client = await connectTo(dir.server);
  for (const method of ['resources/read', 'resources/subscribe'])
    await expect(client.request(method, { uri })).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining('Resource not found: file://'),
    });
});

describe('a file that cannot be read whole', () => {
  test('is refused if it is too large, with a hint', async () => {
    using dir = temporary({ 'big.txt': '' });
    execFileSync('truncate', ['-s', '10000001', dir.at('big.txt')]);
    const uri = `file://${dir.at('big.txt')}`;
    await expect(read(dir.server, uri)).rejects.toMatchObject({
      code: -32602,
      message:
        `${uri} has 10000001 bytes; resources are read up to 10000000 bytes. ` +
        'Read it in parts with the tool read_text_file.',
    });
  });

  test('is refused if it is a pipe', async () => {
    using dir = temporary();
    dir.pipe('pipe');
    const uri = `file://${dir.at('pipe')}`;
    await expect(read(dir.server, uri)).rejects.toMatchObject({
      code: -32602,
      message: `${dir.at('pipe')} is not a regular file. Pipes, devices and sockets are not read.`,
    });
  });
});
