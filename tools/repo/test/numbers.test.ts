// `pnpm numbers` finds the numbers in prose, and none in what other tests compare.
import { expect, test } from 'vitest';
import { numbersIn } from '../src/numbers.ts';

const numbers = (text: string): string[] => numbersIn('a.md', text).map(({ number }) => number);

test('finds digits and words in prose and in tables', () => {
  expect(numbers('It has 1,000 files and twelve hosts.\n\n| a | 2.5 ms |')).toEqual([
    '1,000',
    'twelve',
    '2.5',
  ]);
});

test('says where they are', () => {
  expect(numbersIn('a.md', 'a\n\nTakes 7 minutes.')).toEqual([
    { path: 'a.md', line: 3, number: '7', text: 'Takes 7 minutes.' },
  ]);
});

test.each([
  '```sh\nsleep 10\n```',
  '`limit 10`',
  '<!-- begin: table a -->\n\n| 10 |\n\n<!-- end -->',
  '[a](b.md#10)',
  'revision 2025-11-25, version 1.2.3, RFC 7662, Node.js 24, SHA-256, UTF-8',
  'answers 404, −32602 and −31001',
  '1. a step',
])('leaves out %j', (text) => {
  expect(numbers(text)).toEqual([]);
});
