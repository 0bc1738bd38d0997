import { expect, test } from 'vitest';
import { toMatcher } from '../../src/search/query.ts';

test('searches text literally, and plain ASCII text as bytes too', () => {
  const query = { isRegex: false, isCaseSensitive: true };
  expect(toMatcher({ ...query, text: 'a.b' })).toEqual({ regex: /a\.b/gmu, needle: Buffer.from('a.b') });
  expect(toMatcher({ ...query, text: 'a\nb*' })).toEqual({ regex: /a\r?\nb\*/gmu });
  expect(toMatcher({ ...query, text: 'é' })).toEqual({ regex: /é/gmu });
  expect(toMatcher({ ...query, text: 'a/b', isCaseSensitive: false })).toEqual({ regex: /a\/b/gimu });
});

test('regular expressions, with or without letter case', () => {
  const query = { isRegex: true, isCaseSensitive: true };
  expect(toMatcher({ ...query, text: '(?i)\\bfoo' })).toEqual({ regex: /\bfoo/gim });
  expect(toMatcher({ ...query, text: '\\p{Lu}' })).toEqual({ regex: /\p{Lu}/gmu });
});

test('is case-sensitive by default if the query has a capital outside of escapes, or no letter', () => {
  const flagsOf = (text: string, isRegex = true): string => toMatcher({ text, isRegex }).regex.flags;
  expect(['foo', '\\Wfoo', '\\p{Lu}x', '(?<Name>x)', 'a\\S'].map((text) => flagsOf(text))).toEqual([
    ...['gimu', 'gim', 'gimu', 'gim', 'gim'],
  ]);
  expect(['Foo', '[A-Z]x', '\\p{Lu}', '12'].map((text) => flagsOf(text))).toEqual([
    'gmu',
    'gm',
    'gmu',
    'gmu',
  ]);
  expect(flagsOf('a\\W', false)).toBe('gmu');
});

test('explains invalid queries', () => {
  const query = { isCaseSensitive: true };
  const invalid = { code: 'invalid_query' };
  expect(() => toMatcher({ ...query, text: '', isRegex: false })).toThrow(expect.objectContaining(invalid));
  expect(() => toMatcher({ ...query, text: 'a(', isRegex: true })).toThrow(
    /To look for it as text, set regex to false/,
  );
});

test.each(['[[:digit:]]+', '\\Astart', 'end\\z', 'end\\\\\\Z'])('refuses %s from other languages', (text) => {
  expect(() => toMatcher({ text, isRegex: true, isCaseSensitive: true })).toThrow(
    /not part of JavaScript regular expressions/,
  );
});

test.each(['[:a]', '\\\\z', '[A-Z]'])('accepts %s', (text) => {
  expect(() => toMatcher({ text, isRegex: true, isCaseSensitive: true })).not.toThrow();
});
