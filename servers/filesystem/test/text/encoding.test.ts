import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, detectEncoding, encodeText, EncodingError, ENCODINGS } from '../../src/text/encoding.ts';
import { countNewlines, lineEndingOf } from '../../src/text/line-ending.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('detects', () => {
  test.each([
    ['', 'utf-8', false],
    ['plain', 'utf-8', false],
    ['\xc3\xa9', 'utf-8', false],
    ['\xef\xbb\xbfx', 'utf-8', true],
    ['\xff\xfex\0', 'utf-16le', true],
    ['\xfe\xff\0x', 'utf-16be', true],
    ['caf\xe9', 'windows-1252', false],
    ['5 \x80', 'windows-1252', false],
    // More characters of UTF-8 than bytes that belong to none.
    ['\xc3\xa9 \xc3\xa9 \xff', 'utf-8', false],
  ])('%j as %s', (text, encoding, hasBom) => {
    expect(detectEncoding(bytes(text))).toEqual({ encoding, hasBom });
  });

  test.each(['a\0b', '\x89PNG\r\n\x1a\n\0', '\xff\xfe\0\0a\0\0\0', '\x01\x02\x03\xff'])(
    '%j as no text',
    (text) => {
      expect(detectEncoding(bytes(text))).toBeUndefined();
    },
  );
});

test('the end of a sample may cut a character', () => {
  expect(detectEncoding(bytes('abc\xe2\x82\xac'), 5)).toEqual({ encoding: 'utf-8', hasBom: false });
});

test('every byte has a character in Windows-1252 and in Latin-1, and comes back', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  for (const encoding of ['windows-1252', 'latin1'] as const)
    expect(encodeText(decodeText(all, encoding), encoding)).toEqual(all);
  expect(decodeText(bytes('\x80\x92\xe9'), 'windows-1252')).toBe('€’é');
  expect(decodeText(bytes('\x80\x92\xe9'), 'latin1')).toBe('\x80\x92é');
});

test('says which character an encoding does not have', () => {
  expect(() => encodeText('a€', 'latin1')).toThrow(EncodingError);
  expect(() => encodeText('a😀', 'windows-1252')).toThrow(
    /windows-1252, which has no character 😀 \(U\+1F600\)/,
  );
});

test('half a character of UTF-16 at the end is shown', () => {
  expect(decodeText(bytes('a\0b'), 'utf-16le')).toBe('a\uFFFD');
  expect(decodeText(bytes('\0ab'), 'utf-16be')).toBe('a\uFFFD');
});

test('random text comes back from each encoding that has it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...ENCODINGS), (text, encoding) => {
      const isWide = encoding === 'latin1' || encoding === 'windows-1252';
      if (isWide && /[^\0-\x7f\xa0-\xff]/.test(text)) return;
      expect(decodeText(encodeText(text, encoding), encoding)).toBe(text);
    }),
  );
});

test('line endings', () => {
  expect(['a', 'a\n', 'a\r\nb\r\n', 'a\r\nb\n', 'a\rb'].map((text) => lineEndingOf(bytes(text)))).toEqual([
    'none',
    'lf',
    'crlf',
    'mixed',
    'none',
  ]);
});

test('counts line breaks in any range, wherever the bytes lie', () => {
  const some = fc
    .uint8Array({ minLength: 8, maxLength: 64 })
    .map((list) => list.map((byte) => (byte < 128 ? 10 : byte)));
  fc.assert(
    fc.property(some, fc.nat(8), fc.nat(8), (list, from, less) => {
      const to = Math.max(from, list.length - less);
      const expected = list.subarray(from, to).filter((byte) => byte === 10).length;
      expect(countNewlines(list, from, to)).toBe(expected);
    }),
  );
});
