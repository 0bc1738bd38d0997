// Nearest: the name probably meant.
import { expect, test } from 'vitest';
import { nearest } from '../../src/text/nearest.ts';

test.for([
  ['read_fil', 'read_file'],
  ['raed_file', 'read_file'],
  ['READ_FILE', 'read_file'],
  ['write_fle', 'write_file'],
  ['lst', 'list'],
  ['read-file', 'read_file'],
] as const)('corrects %s to %s', ([slip, meant]) => {
  expect(nearest(slip, ['write_file', 'read_file', 'list'])).toBe(meant);
});

test.for(['', 'x', 'xyz', 'delete_everything', 'a'.repeat(10_000)])('finds nothing similar to %s', (name) => {
  expect(nearest(name, ['write_file', 'read_file', 'list', 'ab'])).toBeUndefined();
});

test('chooses the closest of several, and the first of equals', () => {
  expect(nearest('colour', ['color', 'colours', 'colou'])).toBe('color');
  expect(nearest('colour', ['velour', 'colours'])).toBe('colours');
  expect(nearest('anything', [])).toBeUndefined();
});

test('a long candidate costs nothing', () => {
  let looked = 0;
  const candidates = function* (): Iterable<string> {
    for (; looked < 1000; looked++) yield 'a'.repeat(100_000);
    yield 'name';
  };
  expect(nearest('nane', candidates())).toBe('name');
  expect(looked).toBe(1000);
});
