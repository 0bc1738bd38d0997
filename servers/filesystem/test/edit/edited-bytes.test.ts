import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { toEditedBytes } from '../../src/edit/edited-bytes.ts';
import { charsetFor, detectCharset, type Charset } from '../../src/text/charset.ts';

const edit = async (bytes: Buffer, ...edits: [oldText: string, newText: string][]) => {
  const charset = await detectCharset(bytes);
  if (charset === undefined) throw new Error('The bytes are not text.');
  return editAs(charset, bytes, edits);
};

const editAs = (charset: Charset, bytes: Buffer, edits: readonly (readonly [string, string])[]) => {
  const before = charset.decode(bytes);
  const { text: after } = applyEdits(
    before,
    edits.map(([oldText, newText]) => ({ oldText, newText })),
  );
  return { bytes: toEditedBytes({ bytes, charset, before, after }), encoding: charset.name };
};

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

test('UTF-16 in both orders', async () => {
  const file = utf16('a😀\r\nb\r\n');
  const changed = utf16('a😀\r\nü\r\nb😀\r\n');
  expect((await edit(file, ['b', 'ü\nb😀'])).bytes).toEqual(changed);
  expect((await edit(Buffer.from(file).swap16(), ['b', 'ü\nb😀'])).bytes).toEqual(
    Buffer.from(changed).swap16(),
  );
});

test('keeps half a surrogate pair in UTF-16', async () => {
  const file = Buffer.concat([utf16('a'), Buffer.from([0x3d, 0xd8]), Buffer.from('b\nc', 'utf16le')]);
  const expected = Buffer.concat([utf16('a'), Buffer.from([0x3d, 0xd8]), Buffer.from('b\nX', 'utf16le')]);
  expect((await edit(file, ['c', 'X'])).bytes).toEqual(expected);
});

test('Windows-1252, with the new text in the same encoding', async () => {
  const file = Buffer.from('Gr\xfc\xdfe, 5 \x80\r\n', 'latin1');
  expect(await edit(file, ['Grüße, 5 €', 'Öl, 6 €'])).toEqual({
    bytes: Buffer.from('\xd6l, 6 \x80\r\n', 'latin1'),
    encoding: 'windows-1252',
  });
});

test.each([
  ['gb18030', '# 标题\n本项目用于处理数据文件，支持多种编码。\n', ['标题', '新的标题']],
  ['big5', '這是一個測試檔案\n第二行\n', ['第二行', '最後一行']],
  ['shift_jis', 'これはテストです。\n二行目\n', ['二行目', 'ソース']],
  ['euc-jp', 'これはテストです。\n二行目\n', ['二行目', '日本']],
  ['euc-kr', '이것은 시험 파일입니다. 안녕하세요, 세계.\n둘째 줄\n', ['둘째', '셋째']],
  ['koi8-r', 'Это тестовый файл на русском языке\n', ['русском', 'другом']],
  ['windows-1251', 'Это тестовый файл на русском языке\n', ['русском', 'другом']],
] as const)('%s', async (encoding, text, [oldText, newText]) => {
  expect(await edit(iconv.encode(text, encoding), [oldText, newText])).toEqual({
    bytes: iconv.encode(text.replace(oldText, newText), encoding),
    encoding,
  });
});

test('does not match a letter inside a character whose second byte it equals', async () => {
  // In Shift_JIS this character has the byte of a backslash second.
  const text = 'ソースコードのテストです。\nC:\\a\n';
  expect((await edit(iconv.encode(text, 'shift_jis'), ['\\', '/'])).bytes).toEqual(
    iconv.encode(text.replace('\\', '/'), 'shift_jis'),
  );
});

describe('bytes that are not in the encoding', () => {
  const broken = Buffer.concat([Buffer.from('\uFEFFé ü\n'), Buffer.from([0xff]), Buffer.from('\nx\ny\n')]);

  test('are kept before and after the changes', async () => {
    const { bytes } = await edit(broken, ['x', 'é']);
    expect(bytes).toEqual(Buffer.concat([broken.subarray(0, -4), Buffer.from('é\ny\n')]));
    const { bytes: other } = await edit(broken, ['é', 'è!']);
    expect(other).toEqual(Buffer.concat([Buffer.from('\uFEFFè! ü\n'), broken.subarray(9)]));
  });

  test('are never changed; such edits are refused', async () => {
    const refused = {
      code: 'edit_encoding',
      message: expect.stringContaining('not utf-8 and would not stay'),
    };
    await expect(edit(broken, ['é', 'è'], ['x', 'é'])).rejects.toMatchObject(refused);
    await expect(edit(broken, ['\uFFFD', 'x'])).rejects.toMatchObject(refused);
  });

  test('a character with two possible encodings keeps its bytes', async () => {
    // Shift_JIS has two codes for this sign: its own and NEC's.
    const file = Buffer.concat([
      iconv.encode('これはテストです。\n', 'shift_jis'),
      Buffer.from([0x87, 0x90, 0x0a]),
    ]);
    const { bytes } = editAs(await charsetFor('shift_jis'), file, [['テスト', '試験']]);
    expect(bytes.subarray(-3)).toEqual(Buffer.from([0x87, 0x90, 0x0a]));
  });
});
