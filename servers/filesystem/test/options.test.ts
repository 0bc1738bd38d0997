import { symlinkSync } from 'node:fs';
import { UsageError } from '@mcp/runtime/cli';
import { expect, test } from 'vitest';
import { readOptions } from '../src/options.ts';
import { temporary } from './setup.ts';

const defaults = { roots: 'intersect', 'follow-symlinks': 'inside', 'max-output-bytes': 100_000 } as const;

test('takes directories as they are written, with their links resolved beside', () => {
  using dir = temporary({ 'real/': '' });
  symlinkSync('real', dir.at('link'));
  const warnings: string[] = [];
  const options = readOptions({ positionals: [`${dir.path}/./link/`], flags: defaults }, (warning) =>
    warnings.push(warning),
  );
  expect(options).toEqual({
    directories: [{ path: dir.at('real'), given: dir.at('link'), source: 'cli' }],
    roots: 'intersect',
    followSymlinks: 'inside',
    maxOutputBytes: 100_000,
  });
  expect(warnings).toEqual([]);
});

test('leaves out what is not a directory, with a warning', () => {
  using dir = temporary({ 'a.txt': '' });
  const warnings: string[] = [];
  const positionals = [dir.at('a.txt'), dir.at('gone'), dir.path];
  const { directories } = readOptions({ positionals, flags: defaults }, (warning) => warnings.push(warning));
  expect(directories).toEqual([{ path: dir.path, given: dir.path, source: 'cli' }]);
  expect(warnings).toEqual([
    `${dir.at('a.txt')} is not a directory and is left out`,
    `${dir.at('gone')} is left out: it does not exist`,
  ]);
});

test('refuses to start when no directory is left', () => {
  using dir = temporary();
  const read = () => readOptions({ positionals: [dir.at('gone')], flags: defaults }, () => {});
  expect(read).toThrow(UsageError);
  expect(read).toThrow('none of the directories can be used; name at least one that exists');
});

test.each([999, 1000.5, Infinity])('refuses --max-output-bytes %d', (bytes) => {
  const flags = { ...defaults, 'max-output-bytes': bytes };
  expect(() => readOptions({ positionals: [], flags }, () => {})).toThrow(
    '--max-output-bytes must be a whole number of at least 1000',
  );
});
