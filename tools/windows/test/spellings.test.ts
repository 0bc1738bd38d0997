// The rules for Windows names, which can be tested without Windows.
import { win32 } from 'node:path';
import { foldCase, mayBeShortName, pathProblem } from '@mcp/directories';
import { expect, test } from 'vitest';
import { spellingsOf } from '../suite/spellings.ts';

const directory = String.raw`C:\Users\Ann Lee\open`;

/** Returns the path of a spelling that passes the rule for names, to be checked by the other rules. */
const judged = (spelling: string): string | undefined =>
  pathProblem(spelling, { platform: 'win32' }) === undefined
    ? foldCase(win32.resolve(directory, spelling))
    : undefined;

const isBelow = (path: string): boolean => path.startsWith(`${foldCase(directory)}\\`);

test('a spelling of a denied file is refused, or judged under its own name, or outside', () => {
  const spellings = spellingsOf({ directory, names: ['.env'] });
  const surprising = spellings.filter((spelling) => {
    const path = judged(spelling);
    if (path === undefined || !isBelow(path)) return false;
    const name = win32.basename(path);
    return name !== '.ENV' && !mayBeShortName(name, 'win32');
  });
  // The filesystem server itself refuses URIs, which contain a colon.
  expect(surprising).toEqual([]);
  expect(spellings.length).toBeGreaterThan(500);
});

test('a spelling of a file outside is refused, or judged outside', () => {
  const spellings = spellingsOf({ directory, names: ['..', 'outside', 'secret.txt'] });
  expect(spellings.filter((spelling) => isBelow(judged(spelling) ?? ''))).toEqual([]);
});
