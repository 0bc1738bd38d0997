// Windows paths: names and paths as Windows reads them, tested everywhere because the platform is an argument.
import { assert as check, constantFrom, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase, isShortName, mayBeShortName, nameProblem, pathProblem } from '../src/index.ts';

const on = { platform: 'win32' } as const;

test.each([
  ...[
    'nul',
    'CON',
    'Aux.txt',
    'prn.a.b',
    'COM1',
    'com0',
    'LPT9.log',
    'COM¹',
    'lpt².txt',
    'COM³',
    'conin$',
    'CONOUT$',
  ],
  ...['nul ', 'nul .txt', 'nul:', 'con:x'],
])('%j is a device', (name) => {
  expect(nameProblem(name, 'win32')).toBe('is the name of a device on Windows');
});

test.each([
  'file:stream',
  'file::$DATA',
  ':x',
  'a<',
  'a>',
  'a"',
  'a|',
  'a?',
  'a*',
  'a\n',
  'a\0',
  'a.',
  'a ',
  '...',
  '. ',
])('%j is not a valid name', (name) => {
  expect(nameProblem(name, 'win32')).toBeDefined();
});

test.each(['file:stream', 'file::$DATA', ':x'])('reports the stream in %j', (name) => {
  expect(nameProblem(name, 'win32')).toMatch('a second stream of a file');
});

test.each(['.', '..', '.env', 'a b.txt', 'nulls', 'console', 'com10', 'COM', 'aux-file', 'Größe.txt', 'a~1'])(
  '%j is a valid name',
  (name) => {
    expect(nameProblem(name, 'win32')).toBeUndefined();
  },
);

test.each([
  ...[
    String.raw`\\?\C:\x`,
    String.raw`\\.\C:\x`,
    '//?/C:/x',
    String.raw`\/./x`,
    String.raw`\??\C:\x`,
    String.raw`\\.`,
  ],
  ...[
    'C:x',
    'c:',
    'C:.',
    String.raw`\\server\share\x`,
    '//server/share',
    String.raw`C:\x\nul`,
    'a/b./c',
    'a:b/c',
  ],
])('refuses %j', (path) => {
  expect(pathProblem(path, on)).toBeDefined();
  expect(pathProblem(path, { platform: 'linux' })).toBeUndefined();
});

test.each([
  String.raw`C:\x y\z`,
  'c:/x/../y',
  String.raw`\x`,
  '/x',
  'a/b',
  String.raw`a\b`,
  '~/x',
  '.',
  'C:/',
  '',
])('%j is a valid path', (path) => {
  expect(pathProblem(path, on)).toBeUndefined();
});

test('allows a path on another machine only if network paths are allowed, but never a device path', () => {
  const path = String.raw`\\server\share\x`;
  expect(pathProblem(path, { ...on, isNetworkAllowed: true })).toBeUndefined();
  expect(pathProblem(`${path}.`, { ...on, isNetworkAllowed: true })).toBeDefined();
  for (const device of [String.raw`\\.\C:\x`, '//./C:/x', String.raw`\\?\UNC\server\x`, String.raw`\??\C:\x`])
    expect([device, pathProblem(device, { ...on, isNetworkAllowed: true })]).toEqual([
      device,
      expect.stringContaining('a Windows device path'),
    ]);
});

/** Returns what Windows opens for a name: a device, or the name without stream and trailing characters. */
const opened = (name: string): string => {
  const [file = ''] = name.split(':');
  const [stem = ''] = file.split('.');
  const device = stem.trimEnd().toUpperCase().replaceAll(/[¹²³]/g, '1');
  const isDevice = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM\d|LPT\d)$/.test(device);
  return isDevice ? String.raw`\\.\DEVICE` : file.replace(/[. ]+$/, '');
};

test('an accepted name is exactly what Windows opens', () => {
  const part = constantFrom(
    'nul',
    'COM',
    'con',
    '1',
    '¹',
    '.',
    ' ',
    ':',
    '$DATA',
    'in$',
    'a',
    '.txt',
    'Env',
    '\t',
  );
  const name = tuple(part, part, part, part).map((parts) => parts.join(''));
  for (const names of [name, string()])
    check(
      property(names, (text) => {
        if (/^\.{0,2}$/.test(text) || /[\\/]/.test(text) || nameProblem(text, 'win32') !== undefined) return;
        expect(opened(text)).toBe(text);
      }),
      { numRuns: 5000 },
    );
});

test('recognizes short names by their form and by their absence from the directory listing', () => {
  expect(
    ['PROGRA~1', 'a~1.txt', 'ENV~1', 'AB12~10.TX', 'SECR~KZH.CON', 'abcde~1f.txt'].filter(
      (name) => !mayBeShortName(name, 'win32'),
    ),
  ).toEqual([]);
  expect(
    ['notes.txt', '~1 is long enough', 'a~b.html', 'notes~', '~', 'a~b c'].filter((name) =>
      mayBeShortName(name, 'win32'),
    ),
  ).toEqual([]);
  expect(isShortName(import.meta.dirname, 'WINDOW~1.TS', 'win32')).toBe(true);
  expect(isShortName(import.meta.dirname, 'windows-paths.test.ts', 'win32')).toBe(false);
  expect(isShortName(import.meta.dirname, 'WINDOW~1.TS', 'linux')).toBe(false);
});

test('folds case like NTFS', () => {
  expect(foldCase(String.raw`C:\Größe\ÀÉ`)).toBe(foldCase(String.raw`c:\grÖße\àé`));
  // NTFS has no other case for these.
  for (const [one, other] of [
    ['\u212a', 'k'],
    ['ı', 'i'],
    ['ſ', 's'],
    ['ß', 'ss'],
  ] as const)
    expect(foldCase(one)).not.toBe(foldCase(other));
});
