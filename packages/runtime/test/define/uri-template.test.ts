// URI templates: parsing, matching, expanding, decoding, and linear time.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UriTemplate } from '../../src/index.ts';

const match = (template: string, uri: string): unknown => new UriTemplate(template).match(uri);

describe('matching', () => {
  test.for([
    ['test://fixed', 'test://fixed', {}],
    ['test://{a}', 'test://x', { a: 'x' }],
    ['test://{a}/{b}', 'test://x/y', { a: 'x', b: 'y' }],
    ['test://{a}-{b}', 'test://x-y-z', { a: 'x', b: 'y-z' }],
    ['test://{a}.txt', 'test://a.txt.txt', { a: 'a.txt' }],
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
    ['file:///{+path}', 'file:///', { path: '' }],
    ['file:///{+path}/{name}', 'file:///a/b/c', { path: 'a/b', name: 'c' }],
    ['a:{b}{/c}{.d}', 'a:x/y.z', { b: 'x', c: 'y', d: 'z' }],
    ['a:{b}{#c}', 'a:x#y/z', { b: 'x', c: 'y/z' }],
    ['a:{b,c}', 'a:x,y', { b: 'x', c: 'y' }],
    ['a:{b.c}', 'a:x', { 'b.c': 'x' }],
  ] as const)('%s matches %s', ([template, uri, variables]) => {
    expect(match(template, uri)).toEqual(variables);
  });

  test.for([
    ['test://fixed', 'test://fixed/'],
    ['test://{a}', 'test://'],
    ['test://{a}', 'test://x/y'],
    ['test://{a}', 'test://x?y'],
    ['test://{a}', 'test://x#y'],
    ['test://{a}/end', 'test://x/end/'],
    ['test://{a}/end', 'test://x/END'],
    ['test://{a}', 'TEST://x'],
    ['test://{a}', ' test://x'],
    ['test://{a}-{b}', 'test://-y'],
    ['test://{a}-{b}', 'test://x-'],
    ['test://{a}', 'test://%'],
    ['test://{a}', 'test://%zz'],
    ['test://{a}', 'test://%ff'],
    ['test://{a}{?b}', 'test://x?b=%c3'],
  ] as const)('%s does not match %s', ([template, uri]) => {
    expect(match(template, uri)).toBeUndefined();
  });

  test('the last possible position ends a reserved variable, the first a simple one', () => {
    expect(match('a:{+b}/c/{+d}', 'a:1/c/2/c/3')).toEqual({ b: '1/c/2', d: '3' });
    expect(match('a:{b}.{c}', 'a:1.2.3')).toEqual({ b: '1', c: '2.3' });
  });

  test('decodes each variable once', () => {
    expect(match('a:{b}', 'a:%2525')).toEqual({ b: '%25' });
    expect(match('a:{b}', 'a:x%2Fy%3F%23')).toEqual({ b: 'x/y?#' });
    expect(match('a:{b}', 'a:%C3%BC%F0%9F%98%80+')).toEqual({ b: 'ü😀+' });
    expect(match('a:{+b}', 'a:x/y%2Fz')).toEqual({ b: 'x/y/z' });
    expect(match('a:{b}/{c}', 'a:%00/%20')).toEqual({ b: '\u0000', c: ' ' });
  });

  test('accepts query variables in any order, even absent ones, and ignores others', () => {
    const template = 'a:{b}{?c,d}{&e}';
    expect(match(template, 'a:x')).toEqual({ b: 'x' });
    expect(match(template, 'a:x?')).toEqual({ b: 'x' });
    expect(match(template, 'a:x?e=3&c=1&d=2')).toEqual({ b: 'x', c: '1', d: '2', e: '3' });
    expect(match(template, 'a:x?d=&other=1&c')).toEqual({ b: 'x', c: '', d: '' });
    expect(match(template, 'a:x?c=1&c=2')).toEqual({ b: 'x', c: '1' });
    expect(match(template, 'a:x?c=a%26d%3Db=c')).toEqual({ b: 'x', c: 'a&d=b=c' });
    expect(match('a:b{?c}', 'a:x?c=1')).toBeUndefined();
  });

  test('supports names that objects inherit', () => {
    const found = new UriTemplate('a:{constructor}{?toString}').match('a:x');
    expect(found).toEqual({ constructor: 'x' });
    expect(Object.keys(found ?? {})).toEqual(['constructor']);
    expect(Object.entries(new UriTemplate('a:{__proto__}').match('a:x') ?? {})).toEqual([['__proto__', 'x']]);
  });
});

describe('parsing', () => {
  test('lists the variables in order', () => {
    expect(new UriTemplate('a:{b}/{+c}{?d,e}').variables).toEqual(['b', 'c', 'd', 'e']);
    expect(new UriTemplate('a:b').variables).toEqual([]);
  });

  test.for([
    ...['a:{', 'a:}', 'a:{b', 'a:b}', 'a:{{b}}', 'a:{}', 'a:{b,}', 'a:{,b}', 'a:{b c}', 'a:{b-c}', 'a:{ü}'],
    ...['a:{b*}', 'a:{b:3}', 'a:{=b}', 'a:{!b}', 'a:{@b}', 'a:{|b}', 'a:{;b}', 'a:{.}', 'a:{b..c}', 'a:{b.}'],
    ...['a:{b}{c}', 'a:{+b}{c}', 'a:{b}/{b}', 'a:{b}{?b}'],
  ])('refuses %s', (template) => {
    expect(() => new UriTemplate(template)).toThrow(TypeError);
  });
});

describe('expanding', () => {
  test('encodes values and omits absent query variables', () => {
    const template = new UriTemplate('a:{b}/{+c}{?d,e}');
    expect(template.expand({ b: 'x/y z', c: 'x/y z?[1]', d: 'ü&=', e: '' })).toBe(
      'a:x%2Fy%20z/x/y%20z?[1]?d=%C3%BC%26%3D&e=',
    );
    expect(template.expand({ b: 'x', c: '', e: '1' })).toBe('a:x/?e=1');
    expect(template.expand({ b: 'x', c: 'y', d: undefined })).toBe('a:x/y');
  });

  test('reverses matching', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    const template = new UriTemplate('a://{b}/{c}{?d,e}');
    fc.assert(
      fc.property(value, value, fc.option(value, { nil: undefined }), (b, c, d) => {
        const values = d === undefined ? { b, c } : { b, c, d };
        expect(template.match(template.expand(values))).toEqual(values);
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});

describe('time', () => {
  const templates = [
    'a:{b}-{c}-{d}-{e}-{f}/end',
    'a:{+b}-{+c}-{+d}/end',
    'a:{b}.{c}.{+d}/{e}.txt',
    'a:{b}{?c,d,e,f,g,h}',
  ];
  const fillers = ['-', '.', '/', 'a', '-a', './', '%41', '?c=', '&', 'c=1&', 'x&c='];

  // The fastest of many runs is the work itself; the rest is noise.
  const cost = (template: UriTemplate, uri: string): number => {
    let least = Infinity;
    for (let run = 0; run < 15; run++) {
      const start = performance.now();
      template.match(uri);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };

  test.for(templates)('for %s grows linearly with a hostile URI', (text) => {
    const template = new UriTemplate(text);
    for (const filler of fillers) {
      const head = /[c&]/.test(filler) ? 'a:x?' : 'a:';
      const uri = (length: number): string => head + filler.repeat(length / filler.length);
      cost(template, uri(8192));
      const costs = [8192, 16_384, 32_768, 65_536].map((length) => cost(template, uri(length)));
      // Shorter times vanish in clock noise.
      const growth = costs.slice(1).map((after, at) => after / Math.max(costs[at] ?? 0, 0.01));
      // The input doubles each step: linear is 2, square is 4. One step may outgrow a cache or start a collection.
      expect(Math.min(...growth)).toBeLessThan(3);
    }
  });
});
