import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { toBindings } from '../../src/sql/bindings.ts';

test('parameters are a list of values, or a list with one object', () => {
  expect(toBindings('', undefined)).toEqual([]);
  expect(
    toBindings('SELECT ?, ?, ?, ?, ?, ?, ?', [
      1,
      1.5,
      'x',
      true,
      null,
      { int64: '9223372036854775807' },
      { blob: 'AP8=' },
    ]),
  ).toEqual([1n, 1.5, 'x', 1n, null, 9_223_372_036_854_775_807n, Buffer.from([0, 255])]);
  const named = { ':a': 1, b: { float: '-Infinity' } };
  expect(toBindings('SELECT :a, $b', [named])).toEqual([{ a: 1n, b: -Infinity }]);
  expect(toBindings('SELECT ?, ?, ?', [{ float: '1e20' }, { float: '10000000000000000' }, 1e300])).toEqual([
    1e20, 1e16, 1e300,
  ]);
});

const IMPOSSIBLE = [
  [[1]],
  [{}],
  [{ int64: '9223372036854775808' }],
  [{ int64: 'x' }],
  [{ float: 'NaN' }],
  [{ float: '1.2.3' }],
  [{ blob: '!' }],
  [{ int64: '1', blob: '' }],
];

test.each(IMPOSSIBLE.map((given) => [given]))('%j is refused as parameters', (given) => {
  expect(() => toBindings('', given)).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^Use null, numbers, strings/) }),
  );
});

test.each([2 ** 53, -(2 ** 53), 2 ** 60 + 2 ** 10])(
  'the whole number %d, which JSON may have rounded, is refused',
  (value) => {
    expect(() => toBindings('', [null, value])).toThrow(
      expect.objectContaining({
        message: 'Parameter 2 is an integer beyond 2^53, which JSON cannot carry exactly.',
        hint: expect.stringContaining('{"int64": "<digits>"}'),
      }),
    );
  },
);

test('a name that does not occur in the query is refused', () => {
  expect(() => toBindings("SELECT :Name, ':other' -- :third", [{ name: 1, nmae: 2 }])).toThrow(
    expect.objectContaining({
      message: 'The query has no parameter "nmae".',
      hint: 'Its named parameters are :Name.',
    }),
  );
  expect(() => toBindings('SELECT ?', [{ a: 1 }])).toThrow(
    expect.objectContaining({ hint: 'It has no named parameters.' }),
  );
});

/** Returns what SQLite itself makes of a list bound by number. */
const numbered = (query: string): number => {
  const plan = memory.prepare(`EXPLAIN ${query}`);
  for (let count = 0; count < 9; count++) {
    const values = Array.from({ length: count }, (_, at) => at);
    try {
      plan.all(...toBindings(query, values));
      return count;
    } catch {
      // A different number of parameters.
    }
  }
  return -1;
};

const memory = new Database(':memory:');

test.each<[query: string, values: number[], row: unknown[]]>([
  ['SELECT ?2', [10, 20], [20]],
  ['SELECT ?, ?1', [5], [5, 5]],
  ['SELECT ?1, ?', [5, 6], [5, 6]],
  ['SELECT ?3, ?, ?1', [5, 6, 7, 8], [7, 8, 5]],
  ['SELECT :a, ?, :a, @a', [1, 2, 1], [1, 2, 1, 1]],
  ['SELECT ?, :b', [1, 2], [1, 2]],
  ['SELECT :ä, $größe', [1, 2], [1, 2]],
  ['SELECT ?, \'?\', "?", /* ? */ ? -- ?', [1, 2], [1, '?', 1, 2]],
])('%s has as many parameters as SQLite counts', (query, values, row) => {
  const sql = query.replace('"?"', '1');
  expect(numbered(sql)).toBe(values.length);
  expect(
    memory
      .prepare(sql)
      .raw()
      .get(...toBindings(sql, values)),
  ).toEqual(row);
  expect(() => toBindings(sql, [...values, 0])).toThrow(/^The query has \d+ parameters, and params has/);
});

test('names may have letters beyond ASCII, and any case unless ambiguous', () => {
  const query = 'SELECT :größe, :Name, @name';
  expect(toBindings(query, [{ größe: 1, Name: 2, name: 3 }])).toEqual([{ größe: 1n, Name: 2n, name: 3n }]);
  expect(toBindings('SELECT :Name', [{ NAME: 2 }])).toEqual([{ Name: 2n }]);
});
