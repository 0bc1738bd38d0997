import { expect, test } from 'vitest';
import { toJson, toParameters } from '../../src/sql/value.ts';

test('what JSON cannot hold has a tag', () => {
  expect(
    [null, 5n, -(2n ** 53n), 2n ** 63n - 1n, 1.5, -Infinity, 'x'].map((value) => toJson(value, 10)),
  ).toEqual([
    null,
    5,
    { int64: '-9007199254740992' },
    { int64: '9223372036854775807' },
    1.5,
    { float: '-Infinity' },
    'x',
  ]);
  expect(toJson(Buffer.from([0, 255]), 10)).toEqual({ blob: 'AP8=' });
});

test('what is too long is cut, and says how long it is; no half characters', () => {
  expect(toJson('abcdef', 3)).toEqual({ text: 'abc', length: 6 });
  expect(toJson('ab😀f', 3)).toEqual({ text: 'ab', length: 5 });
  expect(toJson(Buffer.from('abcdef'), 3)).toEqual({ blob: 'YWJj', length: 6 });
});

test('parameters are lists or objects, also as a string', () => {
  expect(toParameters(undefined)).toEqual([]);
  expect(toParameters([1, 1.5, 'x', true, null, { int64: '9223372036854775807' }, { blob: 'AP8=' }])).toEqual(
    [1n, 1.5, 'x', 1n, null, 9_223_372_036_854_775_807n, Buffer.from([0, 255])],
  );
  expect(toParameters({ ':a': 1, b: { float: '-Infinity' } })).toEqual({ a: 1n, b: -Infinity });
  expect(toParameters('[1]')).toEqual([1n]);
});

test.each([
  '{',
  3,
  [[1]],
  [{}],
  [{ int64: '9223372036854775808' }],
  [{ int64: 'x' }],
  [{ float: 'NaN' }],
  [{ blob: '!' }],
  [{ int64: '1', blob: '' }],
])('%j cannot be parameters', (given) => {
  expect(() => toParameters(given)).toThrow(/Give null, numbers, strings/);
});
