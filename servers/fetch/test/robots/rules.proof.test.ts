// What robots.txt says to us, beside what independent parsers read in the same file: `exclusion`, and robots-parser without
// what the server does to the file before.
import { array, assert, constantFrom, oneof, property, tuple, type Arbitrary } from 'fast-check';
import { RobotsTxt } from 'exclusion';
import { default as parse } from 'robots-parser';
import { describe, expect, test } from 'vitest';
import { Rules } from '../../src/robots/rules.ts';

const PRODUCT = 'ExampleBot';
const RUNS = Number(process.env['PROOF_RUNS'] ?? 3000);

const ours = (text: string, path: string, product = PRODUCT): boolean =>
  new Rules(text, product).decide(new URL(path, 'http://site.test')).allowed;

/** Undefined when it fails. */
const theirs = (text: string, path: string, product = PRODUCT): boolean | undefined => {
  const { pathname, search } = new URL(path, 'http://site.test');
  try {
    return new RobotsTxt(text).isPathAllowed(pathname + search, product);
  } catch {
    return undefined;
  }
};

const agents = constantFrom('*', 'ExampleBot', 'EXAMPLEBOT', 'OtherBot', 'third', '__proto__');
const parts = constantFrom('a', 'b', 'ab', 'a.b', '-', '~', '%61', 'a%2Fb', 'a*', '*', '*b');
const paths = array(constantFrom('a', 'b', 'ab', 'a.b', '-', '%7e', '%61', 'a%2Fb', 'c'), {
  maxLength: 5,
}).map((all) => `/${all.join('/')}`);

/** Lines that allow or disallow something. */
const rules = (names: readonly string[], ends: readonly string[]): Arbitrary<string> =>
  tuple(constantFrom(...names), constantFrom(':', ': ', ' :\t'), array(parts, { maxLength: 4 })).chain(
    ([name, colon, all]) => constantFrom(...ends).map((end) => `${name}${colon}/${all.join('/')}${end}`),
  );

const SAID = ['Sitemap: https://example.com/map.xml', 'Host: example.com', 'Noindex: /a', ': nothing'];
const others = constantFrom(...SAID, 'Disallow:', 'Crawl-delay: 2', 'crawl-delay: soon', 'text', '', '# x');

const files = (...lines: readonly Arbitrary<string>[]): Arbitrary<string> =>
  array(
    tuple(
      oneof(
        agents.map((agent) => `User-agent: ${agent}`),
        ...lines,
      ),
      constantFrom('\n', '\r\n'),
    ),
    {
      maxLength: 20,
    },
  ).map((all) => all.flat().join(''));

describe('as exclusion reads it', () => {
  const products = constantFrom(PRODUCT, 'examplebot', 'Nobody', 'constructor');

  test.each([
    ['allow and disallow', files(rules(['Allow', 'disallow', 'DISALLOW '], ['', ' # why', '  ']), others)],
    ['disallow up to the end', files(rules(['Disallow', 'disallow '], ['', '$', '$ # why']), others)],
  ])('%s', (_name, file) => {
    assert(
      property(file, paths, products, (text, path, product) => {
        expect(ours(text, path, product)).toBe(theirs(text, path, product));
      }),
      { numRuns: RUNS },
    );
  });

  const all = 'User-agent: *\n';
  test.each<[string, string, string, readonly [boolean, boolean | undefined]]>([
    ['its sign counts for the length of a rule', `${all}Allow: /\nDisallow: /$`, '/', [false, true]],
    ['an agent may name a version', 'User-agent: examplebot/2\nDisallow: /', '/', [false, true]],
    ['escapes are the same in both cases', `${all}Disallow: /a%2fb`, '/a%2Fb', [false, true]],
    ['a carriage return ends a comment', `${all}# why\rDisallow: /`, '/', [false, true]],
    ['a pattern is no URL: two slashes', `${all}Disallow: //a`, '/', [true, false]],
    ['a pattern is no URL: only two slashes', `${all}Disallow: //`, '/', [true, undefined]],
    ['a pattern is no URL: dots', `${all}Disallow: /a/..b/../c`, '/a/c', [true, false]],
    ['a pattern is no URL: a percent sign', `${all}Disallow: /100%`, '/', [true, undefined]],
    ['a query is no form', `${all}Disallow: /?a`, '/?ab', [false, true]],
  ])('but %s', (_reason, text, path, both) => {
    expect([ours(text, path), theirs(text, path)]).toEqual(both);
  });
});

describe('as robots-parser reads it, with all agents and rules', () => {
  const plain = (escaped: string): string => escaped.replaceAll('%61', 'a').replaceAll('%7e', '~');
  const whole = (text: string) => parse('http://site.test/robots.txt', text);

  test('rules, delays and sitemaps', () => {
    const file = files(
      rules(['Allow', 'disallow'], ['', '$', ' # why']),
      constantFrom(
        'Disallow:',
        'Crawl-delay: 2',
        'crawl-delay: 9',
        'crawl-delay: soon',
        'User-agent:',
        'text',
      ),
    );
    assert(
      property(file, array(constantFrom(...SAID)), paths, (groups, said, escaped) => {
        const text = plain([groups, 'Disallow:', ...said].join('\r'));
        const path = plain(escaped);
        const [robots, read] = [whole(text), new Rules(text, PRODUCT)];
        expect(ours(text, path)).toBe(robots.isAllowed(`http://site.test${path}`, PRODUCT));
        expect(read.crawlDelay).toBe(robots.getCrawlDelay(PRODUCT));
        expect(read.sitemaps).toEqual(robots.getSitemaps());
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    [
      'other lines end no group',
      'User-agent: ExampleBot\nSitemap: x\nUser-agent: b\nDisallow: /',
      '/',
      false,
    ],
    ['a group may have no rules', 'User-agent: *\nDisallow: /\nUser-agent: ExampleBot', '/', true],
    ['a letter is the same with and without escape', 'User-agent: *\nDisallow: /%61', '/a', false],
    ['a bracket is the same with and without escape', 'User-agent: *\nDisallow: /[a', '/[a', false],
  ])('but %s', (_reason, text, path, our) => {
    expect(ours(text, path)).toBe(our);
    expect(whole(text).isAllowed(`http://site.test${path}`, PRODUCT)).toBe(!our);
  });
});

test('a path that begins with two slashes names no other site', () => {
  expect(ours('User-agent: *\nDisallow: /', 'http://site.test//other.test/')).toBe(false);
});

describe('hostile files', () => {
  const pieces = constantFrom(
    'User-agent: *\n',
    'User-agent:ExampleBot/1\n',
    'User-agent: other\r',
    'Disallow: /*a*a*a*b\n',
    'allow:/\n',
    `Disallow: /${'*'.repeat(500)}$\n`,
    'Disallow: /%%%2f%\n',
    'Disallow: /\u{1F600}\uFEFF\u0000\n',
    'Crawl-delay: 1e999\n',
    'Sitemap: x\r\n',
    ':\n',
    '\r',
    '#\n',
    ' '.repeat(200),
  );
  const counts = constantFrom(1, 10, 1000, 100_000);
  const file = array(tuple(pieces, counts), { minLength: 1, maxLength: 6 }).map((all) =>
    all
      .map(([piece, count]) => piece.repeat(count).slice(0, 200_000))
      .join('')
      .slice(0, 512_000),
  );

  // Where rules are kept once for each agent one of these files takes minutes or all memory.
  test('of half a megabyte are read, and decide about long URLs', { timeout: 60_000 }, () => {
    const long = `/${'a'.repeat(8000)}`;
    assert(
      property(file, constantFrom('/', '/a?b', long), (text, path) => {
        expect(typeof ours(text, path)).toBe('boolean');
      }),
      { numRuns: 100 },
    );
  });
});
