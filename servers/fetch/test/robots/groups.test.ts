import { assert, constantFrom, array, property, tuple } from 'fast-check';
import { default as parse } from 'robots-parser';
import { describe, expect, test } from 'vitest';
import { relevantLines } from '../../src/robots/groups.ts';

const PRODUCT = 'ExampleBot';

describe('what is left of a file', () => {
  const line = constantFrom(
    'User-agent: *',
    'User-agent: ExampleBot',
    'user-agent : EXAMPLEBOT/2.0 # one',
    'User-agent: OtherBot',
    'User-agent:',
    'User-agent',
    ' USER-AGENT: third/1 ',
    'User-agent: __proto__',
    'Disallow: /a',
    'Disallow: /ab*',
    'Allow: /a',
    'allow : /abc$ # why',
    'Disallow:',
    'Disallow: /',
    'Crawl-delay: 2',
    'crawl-delay: 9',
    'Crawl-delay: soon',
    'Sitemap: https://example.com/map.xml',
    'Host: example.com',
    'Noindex: /x',
    ': nothing',
    '# Disallow: /',
    '',
    'text',
  );
  const file = array(tuple(line, constantFrom('\n', '\r\n', '\r')), { maxLength: 30 }).map((lines) =>
    lines.flat().join(''),
  );

  test.each([PRODUCT, 'examplebot', 'Nobody', 'constructor'])(
    'says the same to %s as the whole file',
    (product) => {
      const url = 'http://site.test/robots.txt';
      assert(
        property(file, constantFrom('/', '/a', '/abc', '/abcd', '/z'), (text, path) => {
          const [whole, left] = [text, relevantLines(text, product).join('\n')].map((content) => {
            const robots = parse(url, content);
            const target = `http://site.test${path}`;
            return {
              line: robots.getMatchingLineNumber(target, product),
              delay: robots.getCrawlDelay(product),
              sitemaps: robots.getSitemaps(),
            };
          });
          expect(left).toEqual(whole);
        }),
        { numRuns: 3000 },
      );
    },
  );

  test('has each agent of a group once, and no rules for others', () => {
    const text =
      'User-agent: a\nUser-agent: *\nUser-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /y\nSitemap: s';
    expect(relevantLines(text, PRODUCT)).toEqual([
      '',
      'User-agent: *',
      '',
      'Disallow: /x',
      '',
      '',
      'Sitemap: s',
    ]);
  });
});
