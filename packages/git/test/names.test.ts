// Names as displayed, and parsed back.
import { describe, expect, test } from 'vitest';
import { readName, shownName } from '../src/arguments/names.ts';

describe('a quoted name', () => {
  test.each([
    'a.txt',
    'ü.txt',
    'a b',
    '"',
    '\\',
    'x\ny',
    '\u001b[2J',
    '\u202e',
    'a\udcffb',
    '\udc80',
    '😀',
    "a'b",
  ])('is parsed as the original: %j', (path) => {
    expect(readName(shownName(path))).toBe(path);
    expect(shownName(path)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test.each(['"', '""', '"a', 'a"', '"a\\"', '"\\400"', '"\\q"'])(
    'is a plain name if it is not quoted: %j',
    (given) => {
      expect(readName(given)).toBe(given);
    },
  );
});
