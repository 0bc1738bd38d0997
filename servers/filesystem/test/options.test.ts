import { symlinkSync } from 'node:fs';
import { UsageError } from '@mcp/command-line';
import { expect, test } from 'vitest';
import { readOptions } from '../src/options.ts';
import { DEFAULT_FLAGS as defaults, temporary } from './setup.ts';

test('takes directories as they are written, with their links resolved beside', () => {
  using dir = temporary({ 'real/': '' });
  symlinkSync('real', dir.at('link'));
  const warnings: string[] = [];
  const options = readOptions({ positionals: [`${dir.path}/./link/`], flags: defaults }, (warning) =>
    warnings.push(warning),
  );
  expect(options).toEqual({
    policy: {
      directories: [{ path: dir.at('real'), given: dir.at('link'), source: 'cli' }],
      readOnlyDirectories: [],
      deny: [],
      roots: 'narrow',
      isReadOnly: false,
      allowsGitWrites: false,
      anchoring: process.platform === 'linux' ? 'descriptor' : 'checked',
      privateDirectory: defaults['undo-dir'],
    },
    maxOutputChars: 67_108_864,
    watch: 'auto',
    confirm: 'never',
    maxUndo: 268_435_456,
    allowsPermanentDelete: false,
  });
  expect(warnings).toEqual([]);
});

test('leaves out what is not a directory, with a warning', () => {
  using dir = temporary({ 'a.txt': '' });
  const warnings: string[] = [];
  const positionals = [dir.at('a.txt'), dir.at('gone'), dir.path];
  const { policy } = readOptions({ positionals, flags: defaults }, (warning) => warnings.push(warning));
  expect(policy.directories).toEqual([{ path: dir.path, given: dir.path, source: 'cli' }]);
  expect(warnings).toEqual([
    `${dir.at('a.txt')} is not a directory and is left out`,
    `${dir.at('gone')} is left out: it does not exist`,
  ]);
});

test.each([
  ['a directory', { positionals: [''], flags: defaults }],
  ['one of several', { positionals: ['/', ' '], flags: defaults }],
  ['a read-only directory', { positionals: ['/'], flags: { ...defaults, 'read-only-dir': [''] } }],
])('refuses %s that is empty: it would be the working directory', (_, input) => {
  const read = () => readOptions(input, () => {});
  expect(read).toThrow(UsageError);
  expect(read).toThrow('a directory is empty; name one, like /srv/project');
});

test('without a directory the operator hears who can use files', () => {
  const warnings: string[] = [];
  readOptions({ positionals: [], flags: defaults }, (warning) => warnings.push(warning));
  expect(warnings).toEqual([
    'no directory is named: only clients that have roots can use files, inside these',
  ]);
});

test('refuses to start when no directory is left', () => {
  using dir = temporary();
  const read = () => readOptions({ positionals: [dir.at('gone')], flags: defaults }, () => {});
  expect(read).toThrow(UsageError);
  expect(read).toThrow('none of the directories can be used; name at least one that exists');
});

test.each([999, 1000.5, Infinity])('refuses --max-output-chars %d', (bytes) => {
  const flags = { ...defaults, 'max-output-chars': bytes };
  expect(() => readOptions({ positionals: [], flags }, () => {})).toThrow(
    '--max-output-chars must be a whole number of at least 1000',
  );
});

test('a read-only directory is allowed too, and must exist', () => {
  using dir = temporary({ 'one/': '', 'two/': '' });
  const read = (...directories: string[]) =>
    readOptions(
      { positionals: [dir.at('one')], flags: { ...defaults, 'read-only-dir': directories } },
      () => {},
    );
  const { policy } = read(dir.at('one'), dir.at('two'));
  expect(policy.directories.map(({ path }) => path)).toEqual([dir.at('one'), dir.at('two')]);
  expect(policy.readOnlyDirectories).toEqual([dir.at('one'), dir.at('two')]);
  expect(() => read(dir.at('gone'))).toThrow(`--read-only-dir: ${dir.at('gone')}: it does not exist`);
});

test('--roots ignore needs a directory', () => {
  expect(() => readOptions({ positionals: [], flags: { ...defaults, roots: 'ignore' } }, () => {})).toThrow(
    'with --roots ignore name at least one directory: nothing could be used',
  );
});

test.each([
  ['!*.md', 'The glob !*.md begins with "!"'],
  ['a/!(b)', 'The glob a/!(b) contains "!(…)"'],
  ['/a/!(b)', 'contains "!(…)"'],
  ['  ', 'has an empty glob'],
])('refuses the deny glob %j', (glob, message) => {
  using dir = temporary();
  const read = () => readOptions({ positionals: [dir.path], flags: { ...defaults, deny: [glob] } }, () => {});
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

test('deny globs keep their braces, and whole paths their links', () => {
  using dir = temporary({ 'real [1]/': '' });
  symlinkSync('real [1]', dir.at('link'));
  const read = (...deny: string[]) =>
    readOptions({ positionals: [dir.path], flags: { ...defaults, deny } }, () => {}).policy.deny;
  // A list is split at its commas before it gets here.
  expect(read('.env', '{a', 'b}*', '**/x')).toEqual(['.env', '{a,b}*', '**/x']);
  expect(read(`${dir.at('link')}/secret/*`)).toEqual([
    `${dir.at('link')}/secret/*`,
    `${dir.path}/real \\[1\\]/secret/*`,
  ]);
  expect(() => read('{a', 'b')).toThrow('--deny {a,b has a brace that is not closed; write \\{ for a brace');
});
