import { expect, test } from 'vitest';
import { toBindings } from '../../src/sql/bindings.ts';
import { showInvisible, toJson, type SqlValue } from '../../src/sql/value.ts';

test.each<[SqlValue, unknown]>([
  [null, null],
  [1n, 1],
  [0n, 0],
  [-7n, -7],
  [2_147_483_648n, 2_147_483_648],
  [-(2n ** 53n), { int64: '-9007199254740992' }],
  [9_223_372_036_854_775_807n, { int64: '9223372036854775807' }],
  [1, 1],
  [0, 0],
  [0.1, 0.1],
  [-12.05, -12.05],
  [1e15, 1e15],
  [1e16, { float: '10000000000000000' }],
  [1.5e300, 1.5e300],
  [0.00001, 0.00001],
  [Infinity, { float: 'Infinity' }],
  [-Infinity, { float: '-Infinity' }],
  ['plain', 'plain'],
  ["it's", "it's"],
  ['a\n\t\\', 'a\n\t\\'],
  ['\u0000\u200B\u2028\u{E0041}é😀', '\u0000\u200B\u2028\u{E0041}é😀'],
  [Buffer.from([0, 65, 34, 92, 10, 255]), { blob: 'AEEiXAr/' }],
])('case %# is written without loss, and reads back as the same value', (value, json) => {
  const text = showInvisible(JSON.stringify(toJson(value, 1000)));
  expect(JSON.parse(text)).toEqual(json);
  const [back] = toBindings('SELECT ?', [json]) as SqlValue[];
  expect(typeof value === 'number' ? Number(back) : back).toEqual(value);
});

test('a long value is cut between characters and reports its length', () => {
  expect(toJson('abcdef', 3)).toEqual({ text: 'abc', length: 6 });
  expect(toJson('ab😀f', 3)).toEqual({ text: 'ab', length: 5 });
  expect(toJson(Buffer.from('abcdef'), 3)).toEqual({ blob: 'YWJj', length: 6 });
});

test('only characters without a glyph are escaped in JSON', () => {
  expect(showInvisible('"ok\u{E0041}\u200B\u202E\u00A0 é😀 漢"')).toBe(
    '"ok\\udb40\\udc41\\u200b\\u202e\\u00a0 é😀 漢"',
  );
});

test('text that is not UTF-8 is marked as having replaced characters', () => {
  expect(toJson('caf\uFFFD', 10)).toEqual({ text: 'caf\uFFFD', replaced: true });
  expect(toJson('caf\uFFFD', 2)).toEqual({ text: 'ca', length: 4, replaced: true });
});
