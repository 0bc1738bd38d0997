import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { FileError } from '@mcp/files';
import { charsetFor, charsetOfBom, detectCharset } from '../../src/text/charset.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

const nameOf = async (content: Buffer, isPart = false) => (await detectCharset(content, isPart))?.name;

describe('detects', () => {
  test.each([
    ['', 'utf-8'],
    ['plain', 'utf-8'],
    ['\xc3\xa9', 'utf-8'],
    ['\xef\xbb\xbfx', 'utf-8'],
    ['\xff\xfex\0', 'utf-16le'],
    ['\xfe\xff\0x', 'utf-16be'],
    ['caf\xe9', 'windows-1252'],
    ['5 \x80', 'windows-1252'],
    // More UTF-8 characters than invalid bytes.
    ['\xc3\xa9 \xc3\xa9 \xff', 'utf-8'],
  ])('%j as %s', async (text, name) => {
    expect(await nameOf(bytes(text))).toBe(name);
  });

  test.each(['a\0b', '\x89PNG\r\n\x1a\n\0', '\xff\xfe\0\0a\0\0\0', '\x01\x02\x03\xff'])(
    '%j as binary',
    async (text) => {
      expect(await detectCharset(bytes(text))).toBeUndefined();
    },
  );

  test.each([
    ['gb18030', 'gbk', '# 标题\n本项目用于处理数据文件，支持多种编码。\n'],
    ['big5', 'big5', '這是一個測試檔案\n第二行\n'],
    ['shift_jis', 'shift_jis', 'これはテストです。\n二行目\n'],
    ['euc-jp', 'euc-jp', 'これはテストです。\n二行目\n'],
    ['euc-kr', 'euc-kr', '이것은 시험 파일입니다. 안녕하세요, 세계.\n둘째 줄\n'],
    ['koi8-r', 'koi8-r', 'Это тестовый файл на русском языке\n'],
    ['windows-1251', 'windows-1251', 'Это тестовый файл на русском языке\n'],
    ['windows-1251', 'windows-1251', 'Первая строка текста\nВторая строка: проверка русского языка.\n'],
    // chardet guesses Korean first.
    ['koi8-r', 'koi8-r', 'Первая строка текста\nВторая строка: проверка русского языка.\nТретья\n'],
    ['windows-1252', 'iso-8859-1', 'function f() { // Überprüfung der Größe\n  return 1;\n}\n'],
  ])('%s in a file written as %s', async (expected, written, text) => {
    const content = iconv.encode(text, written);
    const charset = await detectCharset(content);
    expect(charset?.name).toBe(expected);
    expect(charset?.decode(content)).toBe(text);
    expect(charset?.encode(text)).toEqual(content);
  });

  test('text whose first non-ASCII character is far from its start', async () => {
    const text = `${'plain text\n'.repeat(100_000)}本项目用于处理数据文件，支持多种编码。`;
    expect(await nameOf(iconv.encode(text, 'gbk'))).toBe('gb18030');
  });

  test('UTF-8 with a cut last character, but only in partial bytes', async () => {
    const cut = Buffer.from('abc €').subarray(0, -1);
    expect(await nameOf(cut, true)).toBe('utf-8');
    expect(await nameOf(bytes('caf\xe9'))).toBe('windows-1252');
  });
});

test('a byte order mark determines the charset', () => {
  expect(charsetOfBom(bytes('\xef\xbb\xbf'))?.name).toBe('utf-8');
  expect(charsetOfBom(bytes('plain'))).toBeUndefined();
});

test('accepts other spellings of a name as the same encoding', async () => {
  for (const name of ['UTF-8', 'utf8', 'Shift_JIS', 'latin1', 'CP936', 'ISO-8859-15', 'KOI8-U'])
    expect((await charsetFor(name)).decode(bytes('a'))).toBe('a');
});

test.each(['base64', 'hex', 'rot13', 'cp0', ''])('%j is not a text encoding', async (name) => {
  await expect(charsetFor(name)).rejects.toMatchObject({ code: 'encoding' });
});

test('names the character that an encoding lacks', async () => {
  const latin = await charsetFor('latin1');
  expect(() => latin.encode('a€')).toThrow(FileError);
  expect(() => latin.encode('a😀')).toThrow(/latin1 has no character 😀 \(U\+1F600\)/);
  expect(() => latin.encode('\uD83D')).toThrow(/U\+D83D/);
});

test('shows half a UTF-16 character at the end', async () => {
  expect((await charsetFor('utf-16le')).decode(bytes('a\0b'))).toBe('a\uFFFD');
  expect((await charsetFor('utf-16be')).decode(bytes('\0ab'))).toBe('a\uFFFD');
});

test('every byte is a Latin-1 character and survives a round trip', async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const { decode, encode } = await charsetFor('iso-8859-1');
  expect(encode(decode(all))).toEqual(all);
});

const NAMES =
  'utf-8 utf-16le utf-16be windows-1252 gb18030 gbk big5 shift_jis euc-jp euc-kr koi8-r windows-1251';

test('random text survives a round trip in each encoding, or a non-Unicode encoding refuses it', async () => {
  const letters = fc.constantFrom('a', 'é', '€', 'я', '中', '日', '한', '\n');
  const property = fc.asyncProperty(
    fc.string({ unit: fc.oneof(letters, fc.string({ unit: 'grapheme' })) }),
    fc.constantFrom(...NAMES.split(' ')),
    async (text, name) => {
      const { decode, encode } = await charsetFor(name);
      try {
        return decode(encode(text)) === text;
      } catch (error) {
        return error instanceof FileError && !name.startsWith('utf');
      }
    },
  );
  await expect(fc.assert(property)).resolves.toBeUndefined();
});
