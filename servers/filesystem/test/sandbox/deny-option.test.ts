// Deny globs on the command line: Windows paths and warnings.
import { expect, test } from 'vitest';
import { readDenyGlobs, warnOfOutside } from '../../src/sandbox/deny-option.ts';

test('on Windows a backslash separates names', () => {
  expect(readDenyGlobs([String.raw`config\*.key`, String.raw`**\{a`, String.raw`b}\x`], 'win32')).toEqual([
    'config/*.key',
    '**/{a,b}/x',
  ]);
  expect(readDenyGlobs([String.raw`a\*b`], 'linux')).toEqual([String.raw`a\*b`]);
});

test.each(['sub/../.env', '../R/.env', '.', '..', '/', '//', 'a/./b'])(
  'refuses %s, because it would deny nothing',
  (glob) => {
    expect(() => readDenyGlobs([glob], 'linux')).toThrow(/^--deny /);
  },
);

test('warns of a path outside all directories, but not of one inside or above a directory', () => {
  const warnings: string[] = [];
  const directory = { path: '/srv/data', given: '/srv/data', source: 'cli' } as const;
  const globs = ['/.env', '/srv/data/x', '/srv/data/*/y', '/srv', '/srv/*', '.env', './a', '/srv/dat'];
  warnOfOutside(globs, [directory], (warning) => warnings.push(warning));
  expect(warnings.map((warning) => warning.split(' ')[1])).toEqual(['/.env', '/srv/dat']);
  warnOfOutside(['/.env'], [], (warning) => warnings.push(warning));
  expect(warnings).toHaveLength(2);
});
