import { symlinkSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expandHome, isInside, pinDirectory } from '../src/index.ts';

const onWindows = process.platform === 'win32';
const why = (reason: string): string => (onWindows ? ` (not on Windows: ${reason})` : '');

test.skipIf(onWindows).each([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/', '/a', true],
  ['/a', '/a_evil', false],
  ['/a', '/ab/c', false],
  ['/a/b', '/a', false],
])(`%s contains %s: %s${why('such paths have no drive')}`, (directory, path, expected) => {
  expect(isInside(directory, path)).toBe(expected);
});

test.skipIf(onWindows)(
  `a pinned directory keeps its target when the link is moved, and must exist${why('links need a privilege')}`,
  () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-workspace-')));
    try {
      for (const name of ['real', 'evil']) mkdirSync(join(top, name));
      const link = join(top, 'link');
      symlinkSync('real', link);
      const pinned = pinDirectory(link, 'cli');
      rmSync(link);
      symlinkSync('evil', link);
      expect(pinned).toEqual({ path: join(top, 'real'), given: link, source: 'cli' });
      expect(() => pinDirectory(join(top, 'gone'), 'cli')).toThrow('ENOENT');
    } finally {
      rmSync(top, { recursive: true });
    }
  },
);

test('expands only a leading ~ to the home directory', () => {
  expect(expandHome('~')).toBe(homedir());
  expect(expandHome('~/x')).toBe(join(homedir(), 'x'));
  expect(['~x', 'a/~', '/~/a'].map(expandHome)).toEqual(['~x', 'a/~', '/~/a']);
});
