// Counting answers in chunks that end anywhere.
import { expect, test } from 'vitest';
import { LineCounter } from '../src/client/line-counter.ts';

function count(...chunks: readonly string[]): LineCounter {
  const counter = new LineCounter();
  for (const chunk of chunks) counter.add(Buffer.from(chunk));
  return counter;
}

test.for([
  [['one\ntwo\nthree\n']],
  [['o', 'ne', '\n', 'two\nth', 'ree', '\n']],
  [['one\ntwo', '\nthree\n']],
  [['one\n', 'two\n', 'three\n']],
])('finds the number, the first and the last line of %j', ([chunks]) => {
  expect(count(...(chunks ?? [])).finish()).toEqual({ count: 3, bytes: 14, first: 'one', last: 'three' });
});

test('takes a single line as the first and the last one', () => {
  expect(count('on', 'ly\n').finish()).toEqual({ count: 1, bytes: 5, first: 'only', last: 'only' });
});

test('refuses output after the last line', () => {
  expect(() => count('one\ntw').finish()).toThrow('Unexpected output: tw');
});
