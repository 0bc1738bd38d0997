import { expect, test } from 'vitest';
import { showInvisible, toJson, toBindings, type SqlValue } from '../../src/sql/value.ts';

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
  const [back] = toBindings('', [json]) as SqlValue[];
  expect(typeof value === 'number' ? Number(back) : back).toEqual(value);
});

test('what is too long is cut, and says how long it is; no half characters', () => {
  expect(toJson('abcdef', 3)).toEqual({ text: 'abc', length: 6 });
  expect(toJson('ab😀f', 3)).toEqual({ text: 'ab', length: 5 });
  expect(toJson(Buffer.from('abcdef'), 3)).toEqual({ blob: 'YWJj', length: 6 });
});

test('characters without a glyph are escapes in JSON, and nothing else is', () => {
  expect(showInvisible('"ok\u{E0041}\u200B\u202E\u00A0 é😀 漢"')).toBe(
    '"ok\\udb40\\udc41\\u200b\\u202e\\u00a0 é😀 漢"',
  );
});

test('parameters are lists or objects, also as a string', () => {
  expect(toBindings('', undefined)).toEqual([]);
  expect(
    toBindings('', [1, 1.5, 'x', true, null, { int64: '9223372036854775807' }, { blob: 'AP8=' }]),
  ).toEqual([1n, 1.5, 'x', 1n, null, 9_223_372_036_854_775_807n, Buffer.from([0, 255])]);
  const named = { ':a': 1, b: { float: '-Infinity' } };
  expect(toBindings('SELECT :a, $b', named)).toEqual([{ a: 1n, b: -Infinity }]);
  expect(toBindings('', '[1]')).toEqual([1n]);
  expect(toBindings('', [{ float: '1e20' }, { float: '10000000000000000' }, 1e300])).toEqual([
    1e20, 1e16, 1e300,
  ]);
});

test.each([
  '{',
  3,
  [[1]],
  [{}],
  [{ int64: '9223372036854775808' }],
  [{ int64: 'x' }],
  [{ float: 'NaN' }],
  [{ float: '1.2.3' }],
  [{ blob: '!' }],
  [{ int64: '1', blob: '' }],
])('%j cannot be parameters', (given) => {
  expect(() => toBindings('', given)).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^Give null, numbers, strings/) }),
  );
});

test.each([2 ** 53, -(2 ** 53), 2 ** 60 + 2 ** 10])(
  'the whole number %d, which JSON may have rounded, is refused',
  (value) => {
    expect(() => toBindings('', [null, value])).toThrow(
      expect.objectContaining({
        message: 'Parameter 2 is a whole number beyond 2^53, which JSON does not carry exactly.',
        hint: expect.stringContaining('{"int64": "<digits>"}'),
      }),
    );
  },
);

test('a name that the query does not have is refused', () => {
  expect(() => toBindings("SELECT :Name, ':other' -- :third", { name: 1, nmae: 2 })).toThrow(
    expect.objectContaining({
      message: 'The query has no parameter "nmae".',
      hint: 'Its named parameters are :name.',
    }),
  );
  expect(() => toBindings('SELECT ?', { a: 1 })).toThrow(
    expect.objectContaining({ hint: 'It has no named parameters.' }),
  );
});
