import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeText, bomOf, type Encoding } from '../../src/text/encoding.ts';
import { readBackward, readForward } from '../../src/text/read-lines.ts';

/** A file in memory. */
const bytesOf = (content: Buffer) => ({
  size: content.length,
  read: (offset: number, maxBytes: number) => {
    const bytes = content.subarray(offset, offset + maxBytes);
    return { bytes, isEnd: offset + bytes.length >= content.length };
  },
});

const { signal } = new AbortController();

const forward = (content: Buffer | string, first: number, count: number, maxBytes = 1000) =>
  readForward(bytesOf(Buffer.from(content)), { first, count }, { maxBytes, signal });

const backward = (content: Buffer | string, count: number, maxBytes = 1000) =>
  readBackward(bytesOf(Buffer.from(content)), count, { maxBytes, signal });

test('some lines, with where they are and what follows', async () => {
  expect(await forward('a\r\nb\r\nc\r\n', 2, 1)).toEqual({
    text: 'b\r',
    startLine: 2,
    endLine: 2,
    nextLine: 3,
    isTruncated: false,
    isLineCut: false,
    encoding: 'utf-8',
    hasBom: false,
    lineEnding: 'crlf',
    isLossy: false,
  });
  expect(await forward('a\nb\n', 3, 1)).toBeUndefined();
  expect(await forward('a\nb\n', 2, 5)).toMatchObject({ text: 'b', endLine: 2 });
  expect(await forward('a\nb\n', 1, Infinity)).toMatchObject({ text: 'a\nb\n', endLine: 2 });
});

test('a line that is far away is looked for in turn with others, and can be given up', async () => {
  const zeros = Buffer.alloc(262_144);
  // Reads that never wait, as those of files are.
  const source = {
    size: 40_000 * zeros.length,
    read: (offset: number) => ({ bytes: zeros, isEnd: offset >= source.size }),
  };
  const cancel = new AbortController();
  setImmediate(() => cancel.abort(new Error('enough')));
  const options = { maxBytes: 1000, signal: cancel.signal };
  await expect(readForward(source, { first: 2, count: 1 }, options)).rejects.toThrow('enough');
});

test('few lines of a long file are found without reading much of it', async () => {
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
  const options = { maxBytes: 64 * 1_048_576, signal };
  expect(await readForward(counted, { first: 1, count: 2 }, options)).toMatchObject({ nextLine: 3 });
  expect(await readForward(counted, { first: 50_000, count: 2 }, options)).toMatchObject({ endLine: 50_001 });
  expect(await readBackward(counted, 2, options)).toMatchObject({ text: line.repeat(2) });
  expect(most).toBeLessThan(300_000);
  // More lines than are in the first read.
  expect((await readForward(counted, { first: 1, count: 5000 }, options))?.text).toBe(
    line.repeat(5000).slice(0, -1),
  );
  expect((await readBackward(counted, 5000, options)).text).toBe(line.repeat(5000));
});

describe.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])('%s', (encoding) => {
  const file = Buffer.concat([bomOf(encoding), encodeText('één\nzwei\nöre\n', encoding)]);

  test('from the beginning, from a line on, and from the end', async () => {
    expect(await forward(file, 1, 1)).toMatchObject({ text: 'één', encoding, nextLine: 2 });
    expect(await forward(file, 2, Infinity)).toMatchObject({ text: 'zwei\nöre\n', startLine: 2, endLine: 3 });
    expect(await forward(file, 4, 1)).toBeUndefined();
    expect(await backward(file, 2)).toMatchObject({ text: 'zwei\nöre\n', isTruncated: false });
    expect(await backward(file, 9)).toMatchObject({ text: 'één\nzwei\nöre\n', encoding });
  });

  test('a limit cuts after whole lines, or else after whole characters', async () => {
    expect(await forward(file, 1, Infinity, 12)).toMatchObject({
      text: 'één\nzwei',
      nextLine: 3,
      isTruncated: true,
    });
    const cut = await forward(file, 1, 1, 4);
    expect(cut).toMatchObject({ isLineCut: true, isLossy: false });
    expect('één'.startsWith(cut?.text ?? '-')).toBe(true);
  });
});

test('UTF-16 in which bytes of two characters look like a line break', async () => {
  const text = 'a\u0a00\u000a\u0a0a\u000ab';
  const file = Buffer.concat([bomOf('utf-16le'), encodeText(text, 'utf-16le')]);
  expect(await forward(file, 2, 1)).toMatchObject({ text: '\u0a0a' });
  expect(await backward(file, 2)).toMatchObject({ text: '\u0a0a\nb' });
});

test('the encoding can be told', async () => {
  const content = Buffer.from('\xff\xe9\n', 'latin1');
  const read = (encoding: Encoding) =>
    readForward(bytesOf(content), { first: 1, count: 1 }, { maxBytes: 99, signal, encoding });
  expect(await read('latin1')).toMatchObject({ text: 'ÿé', encoding: 'latin1', isLossy: false });
  expect(await read('utf-8')).toMatchObject({ text: '\uFFFD\uFFFD', isLossy: true });
});

test('what is not text is read all the same, and says so', async () => {
  const lines = await forward(Buffer.from('a\0\xff\n', 'latin1'), 1, 1);
  expect(lines).toMatchObject({ text: 'a\0\uFFFD', isLossy: true });
  expect(lines).not.toHaveProperty('encoding');
});

test('a line far into a large file, and the end of a file of one line', async () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `line ${i + 1}\n`).join(''));
  expect(await forward(content, 150_000, 2)).toMatchObject({
    text: 'line 150000\nline 150001',
    nextLine: 150_002,
  });
  expect(await backward('x'.repeat(5000), 1, 100)).toMatchObject({ text: 'x'.repeat(100), isLineCut: true });
});

test('random files: the lines are those that splitting gives', async () => {
  const line = fc.constantFrom('', 'a', 'bc', 'é', '日本', 'x'.repeat(30));
  const file = fc.tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean());
  const encodings = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be');
  await fc.assert(
    fc.asyncProperty(
      file,
      encodings,
      fc.nat(13),
      fc.integer({ min: 1, max: 13 }),
      async ([lines, hasEnd], encoding, skip, count) => {
        const text = lines.join('\n') + (hasEnd ? '\n' : '');
        const content = Buffer.concat([bomOf(encoding), encodeText(text, encoding)]);
        const all = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
        const wanted = all.slice(skip, skip + count);
        const found = await forward(content, skip + 1, count);
        // An empty file has one line, which is empty.
        expect(found?.text).toBe(skip < all.length ? wanted.join('\n') : undefined);
        const end = all.slice(-count).join('\n') + (text.endsWith('\n') ? '\n' : '');
        expect((await backward(content, count)).text).toBe(end);
      },
    ),
  );
});
