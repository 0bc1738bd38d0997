import { UsageError } from '@mcp/command-line';
import { expect, test } from 'vitest';
import { readOptions } from '../src/options.ts';
import { DEFAULT_FLAGS as defaults, temporary } from './setup.ts';

/** Returns the options and the warnings to the operator. */
const read = (positionals: readonly string[], flags: Partial<typeof defaults | object> = {}) => {
  const warnings: string[] = [];
  const options = readOptions({ positionals, flags: { ...defaults, ...flags } }, (it) => warnings.push(it));
  return { ...options, warnings };
};

test('keeps directories as written, along with their resolved form', () => {
  using dir = temporary({ 'real/': '' });
  dir.link('real', 'link');
  expect(read([`${dir.path}/./link/`])).toEqual({
    warnings: [],
    policy: {
      directories: [{ path: dir.at('real'), given: dir.at('link'), source: 'cli' }],
      readOnlyDirectories: [],
      deny: [],
      roots: 'narrow',
      isReadOnly: false,
      allowsGitWrites: false,
      anchoring: process.platform === 'linux' ? 'descriptor' : 'checked',
    },
    // 5% is reserved for notes.
    maxOutputBytes: Math.floor(67_108_864 * 0.95),
    watch: 'auto',
    confirm: 'never',
    maxUndo: 268_435_456,
  });
});

test('skips anything that is not a directory, with a warning', () => {
  using dir = temporary({ 'a.txt': '' });
  const { policy, warnings } = read([dir.at('a.txt'), dir.at('gone'), dir.path]);
  expect(policy.directories).toEqual([{ path: dir.path, given: dir.path, source: 'cli' }]);
  expect(warnings).toEqual([
    `${dir.at('a.txt')} is not a directory, and is left out`,
    `${dir.at('gone')} does not exist, and is left out`,
  ]);
});

test.each([
  ['a directory', [''], {}],
  ['one of several', ['/', ' '], {}],
  ['a read-only directory', ['/'], { 'read-only-dir': [''] }],
])('refuses %s that is empty, because it would mean the working directory', (_, positionals, flags) => {
  const problem = 'a directory is empty; name one, like /srv/project';
  expect(() => read(positionals, flags)).toThrow(new UsageError(problem));
});

test('without a directory warns the operator that only clients with roots can use files', () => {
  expect(read([]).warnings).toEqual([
    'no directory is named: only clients that have roots can use files, inside these',
  ]);
});

test('refuses to start when no directory is left', () => {
  using dir = temporary();
  const problem = `${dir.at('gone')} does not exist; name a directory that exists`;
  expect(() => read([dir.at('gone')])).toThrow(new UsageError(problem));
});

test.each([999, 1000.5, Infinity])('refuses --max-output-bytes %d', (bytes) => {
  const problem = '--max-output-bytes must be a whole number of at least 1000';
  expect(() => read([], { 'max-output-bytes': bytes })).toThrow(problem);
});

test('a read-only directory is also allowed, and must exist', () => {
  using dir = temporary({ 'one/': '', 'two/': '' });
  const readWith = (...directories: string[]) => read([dir.at('one')], { 'read-only-dir': directories });
  const { policy } = readWith(dir.at('one'), dir.at('two'));
  expect(policy.directories.map(({ path }) => path)).toEqual([dir.at('one'), dir.at('two')]);
  expect(policy.readOnlyDirectories).toEqual([dir.at('one'), dir.at('two')]);
  expect(() => readWith(dir.at('gone'))).toThrow(`--read-only-dir: ${dir.at('gone')} does not exist`);
});

test('--roots ignore needs a directory', () => {
  expect(() => read([], { roots: 'ignore' })).toThrow(
    'name at least one directory: there are no roots of a client to use instead',
  );
});

test.each([
  ['!*.md', 'The glob !*.md begins with "!"'],
  ['a/!(b)', 'The glob a/!(b) contains "!(…)"'],
  ['/a/!(b)', 'contains "!(…)"'],
  ['  ', 'has an empty glob'],
  ['.env *.key', '--deny .env *.key has a space before "*.key"; write a comma between names'],
])('refuses the deny glob %j', (glob, message) => {
  using dir = temporary();
  expect(() => read([dir.path], { deny: [glob] })).toThrow(
    expect.objectContaining({ name: UsageError.name, message: expect.stringContaining(message) }),
  );
});

test('keeps braces in deny globs, and links in whole paths along with their targets', () => {
  using dir = temporary({ 'real [1]/': '' });
  dir.link('real [1]', 'link');
  const denied = (...deny: string[]) => read([dir.path], { deny }).policy.deny;
  // Lists arrive already split at commas.
  expect(denied('.env', '{a', 'b}*', '**/x')).toEqual(['.env', '{a,b}*', '**/x']);
  expect(denied(`${dir.at('link')}/secret/*`)).toEqual([
    `${dir.at('link')}/secret/*`,
    `${dir.path}/real \\[1\\]/secret/*`,
  ]);
  expect(() => denied('{a', 'b')).toThrow(
    '--deny {a,b has a brace that is not closed; write \\{ for a brace',
  );
});
