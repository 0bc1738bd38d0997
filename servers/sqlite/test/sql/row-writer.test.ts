// Values as they are written: as JSON, and as Python would.
import { expect, test } from 'vitest';
import { RowWriter } from '../../src/sql/row-writer.ts';
import type { SqlValue } from '../../src/sql/value.ts';

/** One row of one column. */
const write = (value: SqlValue, maxLength = 1000): { readonly json: unknown; readonly python: string } => {
  const writer = new RowWriter(['v']);
  writer.add([value], maxLength);
  const { length } = writer;
  const { json, python } = writer.end();
  const text = JSON.parse(String(Buffer.from(python))) as string;
  expect(length).toBe(Buffer.byteLength(text));
  const [row] = JSON.parse(String(Buffer.from(json))) as unknown[][];
  return { json: row?.[0], python: text.slice("[{'v': ".length, -'}]'.length) };
};

test.each<[SqlValue, string, unknown]>([
  [null, 'None', null],
  [1n, '1', 1],
  [0n, '0', 0],
  [-7n, '-7', -7],
  [2_147_483_648n, '2147483648', 2_147_483_648],
  [9_223_372_036_854_775_807n, '9223372036854775807', { int64: '9223372036854775807' }],
  [1, '1.0', 1],
  [0, '0.0', 0],
  [-0, '-0.0', 0],
  [0.1, '0.1', 0.1],
  [-12.05, '-12.05', -12.05],
  [99.999, '99.999', 99.999],
  [2_147_483_647.125, '2147483647.125', 2_147_483_647.125],
  [2_147_483_648.5, '2147483648.5', 2_147_483_648.5],
  [1e15, '1000000000000000.0', 1e15],
  [1e16, '1e+16', 1e16],
  [1.5e300, '1.5e+300', 1.5e300],
  [0.0001, '0.0001', 0.0001],
  [0.00001, '1e-05', 0.00001],
  [Infinity, 'inf', { float: 'Infinity' }],
  [-Infinity, '-inf', { float: '-Infinity' }],
  ['plain', "'plain'", 'plain'],
  ['', "''", ''],
  ["it's", '"it\'s"', "it's"],
  [`it's "it"`, `'it\\'s "it"'`, `it's "it"`],
  ['a\n\t\\', "'a\\n\\t\\\\'", 'a\n\t\\'],
  ['\u0000\u200B\u2028\u{E0041}é😀', "'\\x00\\u200b\\u2028\\U000e0041é😀'", '\u0000\u200B\u2028\u{E0041}é😀'],
  ['\uD800', "'\\ud800'", '\uD800'],
  [Buffer.from([0, 65, 34, 92, 10, 255]), "b'\\x00A\"\\\\\\n\\xff'", { blob: 'AEEiXAr/' }],
  [Buffer.from([65, 39]), 'b"A\'"', { blob: 'QSc=' }],
  [Buffer.from([34, 39]), "b'\"\\''", { blob: 'Iic=' }],
])('case %# is written without loss', (value, python, json) => {
  expect(write(value)).toEqual({ json, python });
});

test('numbers have the digits of JavaScript, whichever way they are written', () => {
  const many = Array.from({ length: 4000 }, (_, index) => index * (index % 7 === 0 ? 1 / 3 : 0.037));
  for (const size of [...many, 4_194_303.999, 1_073_741_823.9995, 0.0005, 0.001, 1.005])
    for (const value of [size, 0 - size])
      expect(write(value)).toEqual({
        json: value,
        python: Number.isInteger(value) ? `${value}.0` : String(value),
      });
});

test('what is too long is cut, and a row can be taken back', () => {
  expect(write('é'.repeat(9), 4)).toEqual({ json: { text: 'éééé', length: 9 }, python: "'éééé'" });
  expect(write(Buffer.alloc(9), 2)).toEqual({ json: { blob: 'AAA=', length: 9 }, python: "b'\\x00\\x00'" });
  const writer = new RowWriter(['a', "it's"]);
  writer.add([1n, 'x'], 9);
  const { length } = writer;
  writer.add([Buffer.alloc(99), '\u0000"'], 9);
  expect(writer.hasCutValues).toBe(true);
  writer.undo();
  expect([writer.rows, writer.length, writer.hasCutValues]).toEqual([1, length, false]);
  writer.add([2n, 'y'], 9);
  const { json, python } = writer.end();
  expect(String(Buffer.from(json))).toBe('[[1,"x"],[2,"y"]]');
  expect(JSON.parse(String(Buffer.from(python)))).toBe(`[{'a': 1, "it's": 'x'}, {'a': 2, "it's": 'y'}]`);
});
