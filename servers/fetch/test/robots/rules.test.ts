// Intended differences between our reading of a robots.txt and that of independent parsers.
import { expect, test } from 'vitest';
import { ours, PRODUCT, theirs, whole } from './parsers.ts';

const all = 'User-agent: *\n';

test.each<[string, string, string, readonly [boolean, boolean | undefined]]>([
  ['its sign counts for the length of a rule', `${all}Allow: /\nDisallow: /$`, '/', [false, true]],
  ['an agent may name a version', 'User-agent: examplebot/2\nDisallow: /', '/', [false, true]],
  ['other words may follow an agent', 'User-agent: ExampleBot extra\nDisallow: /', '/', [false, true]],
  ['escapes are the same in both cases', `${all}Disallow: /a%2fb`, '/a%2Fb', [false, true]],
  ['a carriage return ends a comment', `${all}# why\rDisallow: /`, '/', [false, true]],
  ['a pattern is no URL: two slashes', `${all}Disallow: //a`, '/', [true, false]],
  ['a pattern is no URL: only two slashes', `${all}Disallow: //`, '/', [true, undefined]],
  ['a pattern is no URL: dots', `${all}Disallow: /a/..b/../c`, '/a/c', [true, false]],
  ['a pattern is no URL: a percent sign', `${all}Disallow: /100%`, '/', [true, undefined]],
  ['a query is no form', `${all}Disallow: /?a`, '/?ab', [false, true]],
])('differs from exclusion: %s', (_reason, text, path, both) => {
  expect([ours(text, path), theirs(text, path)]).toEqual(both);
});

test.each([
  ['other lines end no group', 'User-agent: ExampleBot\nSitemap: x\nUser-agent: b\nDisallow: /', '/', false],
  ['a group may have no rules', 'User-agent: *\nDisallow: /\nUser-agent: ExampleBot', '/', true],
  ['a letter is the same with and without escape', 'User-agent: *\nDisallow: /%61', '/a', false],
  ['a bracket is the same with and without escape', 'User-agent: *\nDisallow: /[a', '/[a', false],
])('differs from robots-parser: %s', (_reason, text, path, our) => {
  expect(ours(text, path)).toBe(our);
  expect(whole(text).isAllowed(`http://site.test${path}`, PRODUCT)).toBe(!our);
});

test('a path that begins with two slashes does not name another site', () => {
  expect(ours('User-agent: *\nDisallow: /', 'http://site.test//other.test/')).toBe(false);
});
