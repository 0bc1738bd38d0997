import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charsetFor } from '../../src/text/charset.ts';
import { readLines } from '../../src/text/read-lines.ts';

const request = new AbortController();

const bytesOf = (content: Buffer) => ({
  size: content.length,
  read: (offset: number, maxBytes: number) => {
    const bytes = content.subarray(offset, offset + maxBytes);
    return Promise.resolve({ bytes, isEnd: offset + bytes.length >= content.length });
  },
});

const forward = (content: Buffer | string, first: number, count: number, maxBytes = 1000) =>
  readLines(bytesOf(Buffer.from(content)), { first, count }, { path: 'a', maxBytes, request });

const backward = (content: Buffer | string, last: number, maxBytes = 1000) =>
  readLines(bytesOf(Buffer.from(content)), { last }, { path: 'a', maxBytes, request });

const TOO_FEW = 'fewer than';

/** UTF-16 text starts with a byte order mark. */
const encode = async (text: string, encoding: string) =>
  (await charsetFor(encoding)).encode(encoding.startsWith('utf-16') ? `\uFEFF${text}` : text);

test('returns some lines with their position and what follows', async () => {
  expect(await forward('a\r\nb\r\nc\r\n', 2, 1)).toEqual({
    text: 'b\r',
    startLine: 2,
    endLine: 2,
    nextLine: 3,
    isTruncated: false,
    isLineCut: false,
    encoding: 'utf-8',
    hasBom: false,
    isLossy: false,
  });
  await expect(forward('a\nb\n', 3, 1)).rejects.toThrow('a has fewer than 3 lines');
  expect(await forward('a\nb\n', 2, 5)).toMatchObject({ text: 'b', endLine: 2 });
  expect(await forward('a\nb\n', 1, Infinity)).toMatchObject({ text: 'a\nb\n', endLine: 2 });
});

test('a search for a distant line alternates with others and can be cancelled', async () => {
  const zeros = Buffer.alloc(262_144);
  // Reads that never wait, like those of small files.
  const source = {
    size: 40_000 * zeros.length,
    read: (offset: number) => Promise.resolve({ bytes: zeros, isEnd: offset >= source.size }),
  };
  const cancel = new AbortController();
  setImmediate(() => cancel.abort(new Error('enough')));
  const options = { path: 'a', maxBytes: 1000, request: cancel, encoding: 'utf-8' };
  await expect(readLines(source, { first: 2, count: 1 }, options)).rejects.toThrow('enough');
});

test('finds a few lines of a long file without reading much of it', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const file = Buffer.from(line.repeat(100_000));
  const source = bytesOf(file);
  let most = 0;
  const counted = {
    size: source.size,
    read: (offset: number, maxBytes: number) => {
      most = Math.max(most, maxBytes);
      return source.read(offset, maxBytes);
    },
  };
  const options = { path: 'a', maxBytes: 64 * 1_048_576, request };
  expect(await readLines(counted, { first: 1, count: 2 }, options)).toMatchObject({ nextLine: 3 });
  expect(await readLines(counted, { last: 2 }, options)).toMatchObject({ text: line.repeat(2) });
  expect(most).toBeLessThan(300_000);
  expect(await readLines(counted, { first: 50_000, count: 2 }, options)).toMatchObject({ endLine: 50_001 });
  expect(most).toBeLessThan(1_100_000);
  // More lines than the first read contains.
  expect((await readLines(counted, { first: 1, count: 5000 }, options)).text).toBe(
    line.repeat(5000).slice(0, -1),
  );
  expect((await readLines(counted, { last: 5000 }, options)).text).toBe(line.repeat(5000));
});

describe.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])('%s', (encoding) => {
  const text = encode('één\nzwei\nöre\n', encoding);

  test('from the beginning, from a line on, and from the end', async () => {
    const file = await text;
    expect(await forward(file, 1, 1)).toMatchObject({ text: 'één', encoding, nextLine: 2 });
    expect(await forward(file, 2, Infinity)).toMatchObject({ text: 'zwei\nöre\n', startLine: 2, endLine: 3 });
    await expect(forward(file, 4, 1)).rejects.toThrow(TOO_FEW);
    expect(await backward(file, 2)).toMatchObject({ text: 'zwei\nöre\n', isTruncated: false });
    expect(await backward(file, 9)).toMatchObject({ text: 'één\nzwei\nöre\n', encoding });
  });

  test('a limit cuts between lines, or else between characters', async () => {
    const file = await text;
    expect(await forward(file, 1, Infinity, 12)).toMatchObject({
      text: 'één\nzwei',
      nextLine: 3,
      isTruncated: true,
    });
    const cut = await forward(file, 1, 1, 4);
    expect(cut).toMatchObject({ isLineCut: true, isLossy: false });
    expect(cut.text).toBe('éé');
  });
});

test('UTF-16 whose bytes look like a line break across two characters', async () => {
  const text = 'a\u0a00\u000a\u0a0a\u000ab';
  const file = await encode(text, 'utf-16le');
  expect(await forward(file, 2, 1)).toMatchObject({ text: '\u0a0a' });
  expect(await backward(file, 2)).toMatchObject({ text: '\u0a0a\nb' });
});

test('the caller can give the encoding', async () => {
  const content = Buffer.from('\xff\xe9\n', 'latin1');
  const read = (encoding: string) =>
    readLines(bytesOf(content), { first: 1, count: 1 }, { path: 'a', maxBytes: 99, request, encoding });
  expect(await read('latin1')).toMatchObject({ text: 'ÿé', encoding: 'latin1', isLossy: false });
  expect(await read('utf-8')).toMatchObject({ text: '\uFFFD\uFFFD', isLossy: true });
});

test('refuses binary data unless an encoding is given', async () => {
  const binary = Buffer.from('a\0\xff\n', 'latin1');
  await expect(forward(binary, 1, 1)).rejects.toMatchObject({ code: 'not_text' });
  const options = { path: 'a', maxBytes: 99, request, encoding: 'utf-8' };
  expect(await readLines(bytesOf(binary), { first: 1, count: 1 }, options)).toMatchObject({
    text: 'a\0\uFFFD',
    isLossy: true,
  });
});

test('detects the encoding from the requested lines if the first ones are ASCII', async () => {
  const content = Buffer.concat([
    Buffer.from('plain text\n'.repeat(20_000)),
    await encode('# 标题\n本项目用于处理数据文件，支持多种编码。\n', 'gb18030'),
  ]);
  const last = { text: '本项目用于处理数据文件，支持多种编码。\n', encoding: 'gb18030', isLossy: false };
  expect(await forward(content, 20_002, Infinity)).toMatchObject(last);
  expect(await backward(content, 1)).toMatchObject(last);
  expect(await forward(content, 1, 1)).toMatchObject({ encoding: 'utf-8' });
});

test('never splits a surrogate pair', async () => {
  expect((await forward('😀😀😀', 1, 1, 7)).text).toBe('😀');
  expect((await backward('😀😀😀', 1, 7)).text).toBe('😀');
});

test('reads a line far into a large file, and the end of a one-line file', async () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `line ${i + 1}\n`).join(''));
  expect(await forward(content, 150_000, 2)).toMatchObject({
    text: 'line 150000\nline 150001',
    nextLine: 150_002,
  });
  expect(await backward('x'.repeat(5000), 1, 100)).toMatchObject({ text: 'x'.repeat(100), isLineCut: true });
});

test('random files: returns the same lines as splitting the text', async () => {
  const line = fc.constantFrom('', 'a', 'bc', 'é', '日本', 'x'.repeat(30));
  const file = fc.tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean());
  const encodings = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be');
  await fc.assert(
    fc.asyncProperty(
      file,
      encodings,
      fc.nat(13),
      fc.integer({ min: 1, max: 13 }),
      async ([lines, hasEnd], encoding, skip, count) => {
        const text = lines.join('\n') + (hasEnd ? '\n' : '');
        const content = await encode(text, encoding);
        const all = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
        const wanted = all.slice(skip, skip + count);
        // An empty file has one line, which is empty.
        const found = forward(content, skip + 1, count).then(
          ({ text: shown }) => shown,
          () => undefined,
        );
        expect(await found).toBe(skip < all.length ? wanted.join('\n') : undefined);
        const end = all.slice(-count).join('\n') + (text.endsWith('\n') ? '\n' : '');
        expect((await backward(content, count)).text).toBe(end);
      },
    ),
  );
});

test('reads the last lines of a file without a size, as in /proc, up to a limit', async () => {
  const content = Buffer.from(
    Array.from({ length: 200_000 }, (_, i) => `line ${i} of a long list\n`).join(''),
  );
  const source = { ...bytesOf(content), size: 0 };
  const options = { path: 'a', maxBytes: 1000, request };
  expect(await readLines(source, { last: 2 }, options)).toMatchObject({
    text: 'line 199998 of a long list\nline 199999 of a long list\n',
    isTruncated: false,
  });
  const endless = {
    size: 0,
    read: () => Promise.resolve({ bytes: Buffer.alloc(1_048_576, 'x'), isEnd: false }),
  };
  await expect(readLines(endless, { last: 2 }, options)).rejects.toMatchObject({ code: 'too_large' });
});
