// What is changed in a source, and that each change alone is in force when it should be.
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { instrument } from '../src/instrument.ts';

const changesOf = (source: string): string[] =>
  instrument('a.ts', source).mutants.map(({ original, replacement }) => `${original} → ${replacement}`);

describe('the changes of', () => {
  test.each([
    ['a comparison', 'f = (a: number) => a < 3;', ['a < 3 → a <= 3', 'a < 3 → a >= 3', '3 → 4']],
    [
      'a comparison that decides',
      'if (a < 3) b = 1;',
      ['a < 3 → true', 'a < 3 → false', 'a < 3 → a <= 3', '3 → 4', 'b = 1; → ', '1 → 2'],
    ],
    ['both sides', 'f = () => a && b;', ['a && b → a', 'a && b → b']],
    ['a default', 'f = () => a ?? 5;', ['a ?? 5 → a', 'a ?? 5 → 5', '5 → 6']],
    ['a negation', 'f = () => !a;', ['!a → a']],
    ['what may be missing', 'f = () => a?.b.c;', ['a?.b.c → a.b.c']],
    ['a call', 'g();', ['g(); → ']],
    ['a loop', 'while (a) b++;', ['a → false', 'b++; → ', 'b++ → b--']],
    ['a text', "f = () => 'a' + b;", []],
    ['names and types', "import { a } from 'b'; type C = 5; const d: 6 = e;", []],
  ])('%s', (_, source, expected) => {
    expect(changesOf(source).filter((change) => !change.startsWith('f = '))).toEqual(expected);
  });
});

/** The value of the source with one change in force, or with none. */
const run = (source: string, active?: number): unknown => {
  const mutation = { register: () => (index: number) => index === active };
  return runInNewContext(`${instrument('a.ts', source).code}; result`, { mutation });
};

test('without a change in force, a source does what it did', () => {
  const source =
    'let result = []; for (let i = 0; i < 3; i++) if (i !== 1) result.push(i * 2); else result.push(!i);';
  expect(run(source)).toEqual([0, false, 4]);
});

test('with one in force, it does that', () => {
  const source = 'let result = 1 + (2 < 3 && 4);';
  const outcomes = instrument('a.ts', source).mutants.map((_, index) => run(source, index));
  expect(run(source)).toBe(5);
  expect(outcomes).toEqual([-3, 6, 2, 5, 5, 1, 1, 5, 6]);
});

test('a call that is left out leaves nothing behind that belongs to something else', () => {
  const source = 'let result = 0; const add = (n) => { result += n; }; if (false) add(1); else add(10);';
  const leftOut = instrument('a.ts', source).mutants.findIndex(({ original }) => original === 'add(10);');
  expect(run(source, leftOut)).toBe(0);
  expect(run(source)).toBe(10);
});
