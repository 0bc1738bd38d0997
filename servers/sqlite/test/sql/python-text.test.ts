import { expect, test } from 'vitest';
import { pythonValue } from '../../src/sql/python-text.ts';

test.each([
  [null, 'None'],
  [1n, '1'],
  [9_223_372_036_854_775_807n, '9223372036854775807'],
  [1, '1.0'],
  [-0, '-0.0'],
  [0.1, '0.1'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [1.5e300, '1.5e+300'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [Infinity, 'inf'],
  [-Infinity, '-inf'],
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  [`it's "it"`, `'it\\'s "it"'`],
  ['a\n\t\\', "'a\\n\\t\\\\'"],
  ['\u0000\u200B\u2028\u{E0041}é😀', "'\\x00\\u200b\\u2028\\U000e0041é😀'"],
  [Buffer.from([0, 65, 39, 92, 10, 255]), "b'\\x00A\\'\\\\\\n\\xff'"],
])('case %# is written like Python does', (value, text) => {
  expect(pythonValue(value)).toBe(text);
});
