import { describe, expect, test } from 'vitest';
import { GlobSet, toGlobSet, type GlobState } from '../src/glob.ts';

/** Returns the state of a directory. */
const stateAt = (globs: GlobSet, path: string): GlobState =>
  path.split('/').reduce((state, name) => globs.enter(state, name), globs.start);

const matches = (pattern: string, path: string): boolean => {
  const globs = new GlobSet([pattern]);
  const slash = path.lastIndexOf('/');
  const state = slash < 0 ? globs.start : stateAt(globs, path.slice(0, slash));
  return globs.matches(state, path.slice(slash + 1));
};

test.each([
  ['*.ts', ['a.ts', '.ts', '.a.ts'], ['a.tsx', 'd/a.ts', 'ts']],
  ['**/*.ts', ['a.ts', 'd/a.ts', 'd/e/a.ts', '.d/.a.ts'], ['a.js', 'd.ts/a']],
  ['**', ['a', 'a/b', '.a/.b'], []],
  ['src/**', ['src/a', 'src/a/b'], ['src', 'source/a', 'a/src/b']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a/b/c']],
  ['a**b', ['ab', 'axxb'], ['a/b', 'ax/b']],
  ['a?c', ['abc', 'a.c', 'aéc'], ['ac', 'a/c', 'abbc']],
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
  // Parentheses and their signs are literal, because many names contain them.
  ['a@(b|c)d', ['a@(b|c)d'], ['abd']],
  ['(auth)/*+', ['(auth)/a+'], ['auth/a+', '(auth)/a']],
  ['[ab]+', ['a+'], ['a', 'ab']],
  ['+(a', ['+(a'], ['a', 'aa']],
  ['[[:alpha:]_][[:digit:]]', ['a1', '_2'], ['11', 'aa']],
  ['[![:space:]]x', ['ax'], [' x']],
  ['\\!x', ['!x'], ['x']],
  ['a!b', ['a!b'], ['ab']],
  ['\\*x', ['*x'], ['ax', '\\*x']],
  ['\\{a,b\\}', ['{a,b}'], ['a', 'b']],
  ['./a/', ['a'], ['./a', 'a/']],
  // Unpaired brackets are literal.
  ['[abc', ['[abc'], ['a']],
  ['a,b}', ['a,b}'], ['a']],
  // As in ripgrep.
  ['{a}', ['a'], ['{a}']],
  ['{a..}', ['a..'], ['a']],
  ['{[}],x}', ['}', 'x'], ['[']],
  ['a\\', ['a\\'], ['a']],
  ['.*x(+)$^|', ['.ax(+)$^|'], ['x']],
  ['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a']],
  ['*{ab,a}*b', ['xab', 'abb'], ['a', 'xb']],
  ['a"b"', ['a"b"'], ['ab']],
  ['..', ['..'], ['a', '.a']],
])('%s', (pattern, yes, no) => {
  expect([...yes, ...no].filter((path) => matches(pattern, path))).toEqual(yes);
});

test('tells early that nothing below can match, or that everything does', () => {
  const globs = new GlobSet(['src/gen/**']);
  expect(stateAt(globs, 'test')).toEqual([]);
  expect(stateAt(globs, 'src')).not.toEqual([]);
  expect(globs.isEverything(stateAt(globs, 'src'))).toBe(false);
  expect(globs.isEverything(stateAt(globs, 'src/gen'))).toBe(true);
});

test('agrees with a simple, slow implementation on random patterns', () => {
  const parts = ['a', 'b', '/', '*', '**/', '?', '{a,b}'];
  // Seeded, so that a failure can be repeated.
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

/** Tries everything from `at` in the pattern. */
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

test('hostile patterns and names take negligible time', () => {
  const name = 'ab'.repeat(100);
  for (const pattern of [
    `${'{a,b}'.repeat(9)}x`,
    `${'*a'.repeat(99)}x`,
    `${'{'.repeat(90)}a,b${'}'.repeat(90)}`,
    '['.repeat(200),
    `${'**/'.repeat(60)}x`,
    `{${'a*,'.repeat(60)}b}x`,
  ]) {
    expect(matches(pattern, name)).toBe(false);
    expect(matches(pattern, `${'a/'.repeat(1000)}y`)).toBe(false);
  }
});

describe('refuses', () => {
  test.each([
    ['!*.ts', /begins with "!"\. Give it in excludePatterns/],
    ['a/!(b|c)', /contains "!\(…\)"\. Use excludePatterns/],
    ['{a,b', /has a brace that is not closed/],
    ['f{1..3}', /has a range in braces\. Write \[1-9\], or the values like \{8,9,10\}/],
    ['{a,b}'.repeat(39), /stands for more than 1000 patterns/],
    ['{a/,b/}'.repeat(20), /stands for more than 1000 patterns/],
  ])('%s', (pattern, message) => {
    expect(() => new GlobSet([pattern])).toThrow(message);
  });

  test('an empty glob of a client', () => {
    expect(() => toGlobSet(['a', ''])).toThrow('A glob is empty.');
  });

  test('a glob longer than any that a person would write', () => {
    expect(() => toGlobSet(['a', 'b'.repeat(201)])).toThrow('A glob of 201 characters is too long.');
  });
});

test('a glob of a client without a slash matches at any depth, and one in lower case ignores case', () => {
  const found = (pattern: string): string[] => {
    const globs = toGlobSet([pattern]);
    const paths = ['a.md', 'B.MD', 'd/c.md', 'd/E.MD'];
    return paths.filter((path) => {
      const [name = '', ...above] = path.split('/').toReversed();
      return globs.matches(above.length === 0 ? globs.start : stateAt(globs, 'd'), name);
    });
  };
  expect(found('*.md')).toEqual(['a.md', 'B.MD', 'd/c.md', 'd/E.MD']);
  expect(found('*.MD')).toEqual(['B.MD', 'd/E.MD']);
  expect(found('/*.md')).toEqual(['a.md', 'B.MD']);
  expect(found('./*.md')).toEqual(['a.md', 'B.MD']);
  expect(found('d/*.md')).toEqual(['d/c.md', 'd/E.MD']);
  expect(found('E.MD/')).toEqual(['d/E.MD']);
});

test('can ignore case', () => {
  const globs = new GlobSet(['Src.{TS,md}'], (name) => name.toLowerCase());
  expect(['src.ts', 'SRC.Md', 'src.js'].map((name) => globs.matches(globs.start, name))).toEqual([
    true,
    true,
    false,
  ]);
});

test('an empty list of globs matches nothing', () => {
  expect(new GlobSet([]).start).toEqual([]);
});
