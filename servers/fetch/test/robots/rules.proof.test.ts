// Generated robots.txt files: our reading compared with that of independent parsers.
import { array, assert, constantFrom, oneof, property, tuple, type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rules } from '../../src/robots/rules.ts';
import { ours, PRODUCT, theirs, whole } from './parsers.ts';

const RUNS = Number(process.env['PROOF_RUNS'] ?? 3000);

const agents = constantFrom('*', 'ExampleBot', 'EXAMPLEBOT', 'OtherBot', 'third', '__proto__');
const parts = constantFrom('a', 'b', 'ab', 'a.b', '-', '~', '%61', 'a%2Fb', 'a*', '*', '*b');
const paths = array(constantFrom('a', 'b', 'ab', 'a.b', '-', '%7e', '%61', 'a%2Fb', 'c'), {
  maxLength: 5,
}).map((all) => `/${all.join('/')}`);

/** Lines that allow or disallow a path. */
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

describe('matches exclusion', () => {
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
});

describe('matches robots-parser, with all agents and rules', () => {
  const plain = (escaped: string): string => escaped.replaceAll('%61', 'a').replaceAll('%7e', '~');

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

  // If rules were stored once per agent, one of these files would take minutes or all memory.
  test('of half a megabyte are read, and decide about long URLs', { timeout: 60_000 }, () => {
    const long = `/${'a'.repeat(8000)}`;
    assert(
      property(file, constantFrom('/', '/a?b', long), (text, path) => {
        expect(typeof ours(text, path)).toBe('boolean');
      }),
      { numRuns: 100 },
    );
  });

  test('with one long pattern do not block the server', () => {
    const read = new Rules(`User-agent: *\nDisallow: /${'*a'.repeat(240_000)}$`, PRODUCT);
    expect(read.decide(new URL(`http://site.test/${'a'.repeat(8000)}`))).toEqual({
      allowed: false,
      rule: 'the URL is too long for a file of 1 rules',
    });
    expect(read.decide(new URL('http://site.test/a'))).toMatchObject({ allowed: true });
  });

  test.each([
    ['many agents and rules', 'User-agent:a\n'.repeat(20_000), 'allow:/\n'.repeat(30_000)],
    ['one agent many times', 'User-agent:*\n'.repeat(20_000), 'allow:/\n'.repeat(30_000)],
    ['one agent in many versions', 'User-agent:examplebot/1\n'.repeat(10_000), 'disallow:/\n'.repeat(20_000)],
    ['many agents, each with a delay', 'User-agent:a\n'.repeat(20_000), 'crawl-delay:1\n'.repeat(15_000)],
  ])('with %s use no more memory than their rules', (_name, begin, end) => {
    // As lists for every agent these have 2 to 6 × 10⁸ rules, which no heap can hold.
    const before = process.memoryUsage.rss();
    ours(`${begin}${end}user-agent: *\ndisallow: /x\n`, '/y');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });
});
