import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { stripInvisible } from '@mcp/runtime';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/page/plain-text.ts';
import { lengthOf, partOf, type Part } from '../../src/page/text.ts';

const bytes = (...values: (number | string)[]): Uint8Array =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from([value]))),
  );

describe('charset', () => {
  test.each([
    ['the byte order mark wins', bytes(0xef, 0xbb, 0xbf, 'a'), 'text/html; charset=latin1', 'utf-8', 'a'],
    ['UTF-16', bytes(0xff, 0xfe, 0x61, 0), '', 'utf-16le', 'a'],
    ['UTF-16, the other way round', bytes(0xfe, 0xff, 0, 0x61), '', 'utf-16be', 'a'],
    ['Content-Type', bytes(0xe4), 'text/html; charset="ISO-8859-1"', 'windows-1252', 'ä'],
    [
      'over the declaration',
      bytes(0xe4, '<meta charset=utf-8>'),
      'text/html;charset=latin1',
      'windows-1252',
      'ä<meta charset=utf-8>',
    ],
    ['meta charset', bytes('<meta charset=koi8-r>', 0xc1), '', 'koi8-r', '<meta charset=koi8-r>а'],
    [
      'meta http-equiv',
      bytes('<meta http-equiv=content-type content="text/html; charset=Shift_JIS">', 0x82, 0xa0),
      '',
      'shift_jis',
      expect.stringContaining('あ'),
    ],
    [
      'a declaration in a comment',
      bytes('<!-- <meta charset=koi8-r> -->', 0xc3, 0xa4),
      '',
      'utf-8',
      expect.stringContaining('ä'),
    ],
    [
      'one of UTF-16 that cannot be',
      bytes('<meta charset=utf-16>', 0xc3, 0xa4),
      '',
      'utf-8',
      expect.stringContaining('ä'),
    ],
    ['an unknown name', bytes(0xc3, 0xa4), 'text/html; charset=klingon', 'utf-8', 'ä'],
    ['nothing, valid UTF-8', bytes(0xc3, 0xa4), '', 'utf-8', 'ä'],
    ['nothing, anything else', bytes(0xe4), '', 'windows-1252', 'ä'],
    [
      'windows-1252, which some versions of Node.js take for Latin-1',
      bytes(0x80, 0x93, 0x92, 0x94, 0x85),
      'text/html; charset=iso-8859-1',
      'windows-1252',
      '€“’”…',
    ],
    ['an encoding that browsers do not read', bytes('a'), 'text/html; charset=iso-2022-kr', 'utf-8', 'a'],
    ['x-user-defined', bytes('a', 0x80), 'text/html; charset=x-user-defined', 'x-user-defined', 'a\uF780'],
    ['iso-8859-16', bytes(0xa4), 'text/html; charset=iso-8859-16', 'iso-8859-16', '€'],
    ['koi8-u', bytes(0xae), 'text/html; charset=koi8-u', 'koi8-u', 'ў'],
    [
      'XML',
      bytes('<?xml version="1.0" encoding="windows-1251"?><a>', 0xcf),
      'application/xml',
      'windows-1251',
      '<?xml version="1.0" encoding="windows-1251"?><a>П',
    ],
    [
      'XML that cannot be UTF-16',
      bytes('<?xml version="1.0" encoding="UTF-16"?><a>', 0xc3, 0xa4),
      'application/xml',
      'utf-8',
      '<?xml version="1.0" encoding="UTF-16"?><a>ä',
    ],
    ['broken UTF-8 that is declared', bytes(0xe4), 'text/html; charset=utf-8', 'utf-8', '\uFFFD'],
  ])('%s', (_name, ...given) => {
    const [body, contentType, charset, text] = given;
    expect(decodeText(body, contentType, true)).toEqual({ charset, text });
  });

  test('text that is not a page declares no encoding', () => {
    expect(decodeText(bytes('<meta charset=koi8-r>'), 'text/plain', false).charset).toBe('utf-8');
  });
});

describe('invisible characters', () => {
  test('are removed', () => {
    const tags = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
      '',
    );
    expect(
      stripInvisible(
        `a${tags}b\u200Bc\u202Ed\u2066e\uFEFFf\u00ADg\u0000h\u001Bi\u009Bj\u3164k\u200Dl\u{E0101}m\uFE00n\uFE01\uFE02o`,
      ),
    ).toBe('abcdefghijklmno');
  });

  test.each(['می‌خواهم', '👩‍👩‍👧', '👩🏽‍🚀', '❤️‍🔥', '☎︎', '1️⃣', '∩︀', '㐂︀', 'क्‍ष', 'a\tb\nc', 'naïve – “quoted” …'])(
    '%s is preserved',
    (text) => {
      expect(stripInvisible(text)).toBe(text);
    },
  );

  test('line ends are line feeds', () => {
    expect(stripInvisible('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });
});

describe('parts', () => {
  const part = (text: string, start: number, count: number, maxBytes = Infinity): Part =>
    partOf(text, lengthOf(text), start, { count, maxBytes });

  test('join to the whole', () => {
    for (const text of ['plain text that is long', '👩‍👩‍👧 mixed 𝒳 text 🎉🎉']) {
      let joined = '';
      let next: number | undefined = 0;
      while (next !== undefined) {
        const { text: some, nextIndex }: Part = part(text, next, 3);
        expect(Array.from(some).length).toBeLessThanOrEqual(3);
        joined += some;
        next = nextIndex;
      }
      expect(joined).toBe(text);
    }
  });

  test('have at most the given bytes, and at least one character', () => {
    expect(part('aé界🎉b', 0, 9, 6)).toEqual({ text: 'aé界', nextIndex: 3 });
    expect(part('aé界🎉b', 3, 9, 1)).toEqual({ text: '🎉', nextIndex: 4 });
    expect(part('aé界🎉b', 4, 9, 1)).toEqual({ text: 'b', nextIndex: undefined });
  });

  test('do not hold the whole text in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = held();
    const parts = Array.from({ length: 10 }, (_, index) => part(`${index}`.repeat(8_000_000), 0, 100));
    expect(held() - before).toBeLessThan(16_000_000);
    expect(parts).toHaveLength(10);
  });

  test('are found far into a long text of surrogate pairs', () => {
    const text = '🎉'.repeat(10_000).concat('ab');
    expect(lengthOf(text)).toBe(10_002);
    expect(part(text, 9999, 2)).toEqual({ text: '🎉a', nextIndex: 10_001 });
    expect(part(text, 4096, 1)).toEqual({ text: '🎉', nextIndex: 4097 });
  });

  test('are empty beyond the end', () => {
    for (const [text, start] of [
      ['abc', 3],
      ['🎉🎉', 9],
      ['', 0],
    ] as const)
      expect(part(text, start, 5)).toEqual({ text: '', nextIndex: undefined });
  });
});
