import { expect, test } from 'vitest';
import { QueryError, requiredText, toMatcher } from '../../src/search/query.ts';

test.each([
  ['function\\s+add', 'function'],
  ['foo|bar', undefined],
  ['(foo|bar)baz', 'baz'],
  ['colou?r', 'colo'],
  ['ab*cde', 'cde'],
  ['ab+cd', 'ab'],
  ['ab{2}cdef', 'cdef'],
  ['[a-z]+_id', '_id'],
  ['a\\.b\\(', 'a.b('],
  ['\\x41bcd', undefined],
  ['(abc', undefined],
  ['été', undefined],
  ['a.b', undefined],
])('what matches /%s/ contains %j', (source, expected) => {
  expect(requiredText(source)).toBe(expected);
});

test('plain ASCII text is compared byte by byte; the rest is a regular expression', () => {
  const query = { isRegex: false, isCaseSensitive: true };
  expect(toMatcher({ ...query, text: 'a.b' })).toEqual({ kind: 'bytes', needle: Buffer.from('a.b') });
  expect(toMatcher({ ...query, text: 'a\nb*' })).toEqual({ kind: 'regex', regex: /a\r?\nb\*/gmu });
  expect(toMatcher({ ...query, text: 'a/b', isCaseSensitive: false })).toEqual({
    kind: 'regex',
    regex: /a\/b/gimu,
  });
  expect(toMatcher({ ...query, text: '(?i)\\bfoo', isRegex: true })).toEqual({
    kind: 'regex',
    regex: /\bfoo/gim,
  });
  expect(toMatcher({ ...query, text: '\\p{Lu}', isRegex: true })).toEqual({
    kind: 'regex',
    regex: /\p{Lu}/gmu,
  });
});

test('says what is wrong with a query', () => {
  const query = { isCaseSensitive: true };
  expect(() => toMatcher({ ...query, text: '', isRegex: false })).toThrow(QueryError);
  expect(() => toMatcher({ ...query, text: 'a(', isRegex: true })).toThrow(
    /To look for it as text, set regex to false/,
  );
});
