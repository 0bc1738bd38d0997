// The deny globs of the command line, as Windows writes them.
import { expect, test } from 'vitest';
import { readDenyGlobs } from '../../src/sandbox/deny-option.ts';

test('on Windows a backslash stands between names', () => {
  expect(readDenyGlobs([String.raw`config\*.key`, String.raw`**\{a`, String.raw`b}\x`], 'win32')).toEqual([
    'config/*.key',
    '**/{a,b}/x',
  ]);
  expect(readDenyGlobs([String.raw`a\*b`], 'linux')).toEqual([String.raw`a\*b`]);
});
