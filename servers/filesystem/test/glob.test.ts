import { describe, expect, test } from 'vitest';
import { Glob, GlobError, GlobSet } from '../src/glob.ts';

const matches = (pattern: string, path: string): boolean => {
  const glob = new Glob(pattern);
  return glob.advance(glob.start, path).isMatch;
};

test.each([
  ['*.ts', ['a.ts', '.ts', '.a.ts'], ['a.tsx', 'd/a.ts', 'ts']],
  ['**/*.ts', ['a.ts', 'd/a.ts', 'd/e/a.ts', '.d/.a.ts'], ['a.js', 'd.ts/a']],
  ['**', ['a', 'a/b', '.a/.b'], []],
  ['src/**', ['src/a', 'src/a/b'], ['src', 'source/a', 'a/src/b']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a/b/c']],
  ['a**b', ['ab', 'axxb'], ['a/b', 'ax/b']],
  ['a?c', ['abc', 'a.c', 'aéc', 'a😀c'], ['ac', 'a/c', 'abbc']],
  ['[a-cx]1', ['a1', 'b1', 'x1'], ['d1', '1', '-1']],
  ['[!a-c]1', ['d1', '-1'], ['a1', '/1']],
  ['[^a]1', ['b1'], ['a1']],
  ['[]a]1', [']1', 'a1'], ['b1']],
  ['[a-]1', ['a1', '-1'], ['b1']],
  ['a[/]b', [], ['a/b']],
  ['{a,b/c}.ts', ['a.ts', 'b/c.ts'], ['b.ts', 'ab/c.ts']],
  ['{a,b{c,d}}', ['a', 'bc', 'bd'], ['b', 'ac']],
  ['x{,y}z', ['xz', 'xyz'], ['xyyz']],
  ['{**/a,b}/c', ['a/c', 'x/y/a/c', 'b/c'], ['x/b/c']],
  ['{src,test}/**', ['src/a/b', 'test/c'], ['src', 'other/a']],
  ['f{1..3}', ['f1', 'f3'], ['f0', 'f4', 'f{1..3}']],
  ['f{08..12..2}', ['f08', 'f10', 'f12'], ['f8', 'f09', 'f9']],
  ['{c..a}', ['a', 'b', 'c'], ['d']],
  // More values than anybody means stand for themselves.
  ['{1..3000000}', ['{1..3000000}'], ['1']],
  ['a@(b|c)d', ['abd', 'acd'], ['ad', 'abcd']],
  ['a?(b|c)d', ['ad', 'abd'], ['abcd']],
  ['a*(b|c)d', ['ad', 'abd', 'abcbd'], ['axd']],
  ['a+(b|c*)d', ['abd', 'acxd', 'abcxbd'], ['ad']],
  ['+(a', ['+(a'], ['a', 'aa']],
  ['[[:alpha:]_][[:digit:]]', ['a1', '_2', 'é3'], ['11', 'aa']],
  ['[![:space:]]x', ['ax'], [' x']],
  ['[[:nothing:]', ['n', ':', '['], ['x']],
  ['\\!x', ['!x'], ['x']],
  ['a!b', ['a!b'], ['ab']],
  ['\\*x', ['*x'], ['ax', '\\*x']],
  ['\\{a,b\\}', ['{a,b}'], ['a', 'b']],
  ['./a/', ['a'], ['./a', 'a/']],
  // What has no partner stands for itself.
  ['[abc', ['[abc'], ['a']],
  ['{a,b', ['{a,b'], ['a']],
  ['a,b}', ['a,b}'], ['a']],
  ['{a}', ['{a}'], ['a']],
  ['{[}],x}', ['}', 'x'], ['[']],
  ['a\\', ['a\\'], ['a']],
  ['.*x(+)$^|', ['.ax(+)$^|'], ['x']],
])('%s', (pattern, yes, no) => {
  expect([...yes, ...no].filter((path) => matches(pattern, path))).toEqual(yes);
});

describe('a path given in parts', () => {
  test('comes to the same as the whole', () => {
    const glob = new Glob('src/**/[a-z]*.{ts,tsx}');
    const parts = ['src', '/', 'deep', '/', 'er', '/', 'file.tsx'];
    const state = parts.reduce((current, part) => glob.advance(current, part), glob.start);
    expect(state.isMatch).toBe(true);
  });

  test('shows early that nothing below can match, or that everything does', () => {
    const glob = new Glob('src/gen/**');
    const enter = (path: string) => glob.advance(glob.start, `${path}/`);
    expect(enter('test').isDead).toBe(true);
    expect(enter('src').isDead).toBe(false);
    expect(enter('src').isCertain).toBe(false);
    expect(enter('src/gen').isCertain).toBe(true);
  });
});

test('agrees with a simple but slow definition on random patterns', () => {
  const parts = ['a', 'b', '/', '*', '**/', '?', '{a,b}'];
  // A generator of its own, so that a failure can be repeated.
  let seed = 42;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  let compared = 0;
  const different: string[] = [];
  for (let round = 0; round < 5000; round++) {
    const pattern = Array.from({ length: 1 + next(5) }, () => parts[next(parts.length)]).join('');
    const path = Array.from({ length: 1 + next(6) }, () => 'ab/'.charAt(next(3))).join('');
    if ([pattern, path].some((text) => /^\/|\/\/|\/$/.test(text))) continue;
    if (matches(pattern, path) !== matchesSlowly(pattern, 0, path)) different.push(`${pattern} and ${path}`);
    compared++;
  }
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
});

/** Tries everything. `at` is the place in the pattern. */
const matchesSlowly = (pattern: string, at: number, path: string): boolean => {
  const rest = pattern.slice(at);
  const tails = (end: number) => Array.from({ length: end }, (_, i) => path.slice(i + 1));
  if (rest === '') return path === '';
  const startsSegment = at === 0 || pattern[at - 1] === '/';
  if (rest === '**' && startsSegment) return true;
  if (rest.startsWith('**/') && startsSegment) {
    const afterSegments = tails(path.length).filter((_, i) => path[i] === '/');
    return [path, ...afterSegments].some((tail) => matchesSlowly(pattern, at + 3, tail));
  }
  const segment = path.split('/')[0] ?? '';
  if (rest.startsWith('*'))
    return [path, ...tails(segment.length)].some((tail) => matchesSlowly(pattern, at + 1, tail));
  if (rest.startsWith('{a,b}')) return /^[ab]/.test(path) && matchesSlowly(pattern, at + 5, path.slice(1));
  const fits = rest.startsWith('?') ? segment !== '' : path.startsWith(rest.charAt(0));
  return fits && matchesSlowly(pattern, at + 1, path.slice(1));
};

test('hostile patterns and names take time in proportion to their length', () => {
  const started = performance.now();
  const name = 'ab'.repeat(2000);
  for (const pattern of [
    `${'{a,b}'.repeat(190)}x`,
    `${'*a'.repeat(500)}x`,
    `${'{'.repeat(490)}a,b${'}'.repeat(490)}`,
    '['.repeat(1000),
    `${'**/'.repeat(330)}x`,
    `{${'a*,'.repeat(330)}b}x`,
  ])
    expect(matches(pattern, name)).toBe(false);
  expect(performance.now() - started).toBeLessThan(4000);
});

test('refuses what it does not know, and says what to do', () => {
  expect(() => new Glob('!*.ts')).toThrow(GlobError);
  expect(() => new Glob('a/!(b|c)')).toThrow(
    /contains "!\(…\)". Give what is to be left out as an exclude pattern/,
  );
});

test('upper and lower case can be the same', () => {
  const glob = new Glob('Src/*.{TS,md}', { fold: (text) => text.toLowerCase() });
  expect(['src/a.ts', 'SRC/Ä.Md', 'src/a.js'].map((path) => glob.matches(path))).toEqual([true, true, false]);
});

test('a set knows which of its globs match', () => {
  const set = new GlobSet(['*.ts', 'a*', '**', 'b']);
  expect(set.advance(set.start, 'a.ts').matching).toEqual([0, 1, 2]);
  expect(set.advance(set.start, 'b').matching).toEqual([2, 3]);
  expect(new GlobSet([]).start.isDead).toBe(true);
});

test('a glob remembers little, whatever names come', () => {
  const glob = new Glob('**/*a*b*');
  for (let i = 0; i < 20_000; i++) glob.matches(`x/${String.fromCodePoint(0x4e00 + (i % 20_000))}${i}a`);
  expect(glob.matches('x/1a2b')).toBe(true);
});
