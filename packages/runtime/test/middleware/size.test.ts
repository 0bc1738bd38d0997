// Sizes: compared with what Node.js says, for all kinds of texts.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteLength, cutAt, sizeOf } from '../../src/middleware/size.ts';

// Longer than one chunk of the encoder, so that pairs of surrogates fall on its border.
const texts = fc
  .tuple(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'x'.repeat(65_535), 'ß'.repeat(40_000), '𝄞'.repeat(40_000)),
  )
  .map(([some, long]) => `${some}${long}${some}`);

test('the length of a text is that of its UTF-8', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

test('a cut leaves whole characters that fit, and no room for one more', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 4, max: 200_000 }), (text, maxBytes) => {
      const end = cutAt(text, 0, maxBytes);
      const start = text.slice(0, end);
      expect(Buffer.byteLength(start)).toBeLessThanOrEqual(maxBytes);
      expect(start).not.toMatch(/\p{Surrogate}$/u);
      if (end === text.length) return;
      const [next = ''] = text.slice(end);
      expect(Buffer.byteLength(start + next)).toBeGreaterThan(maxBytes);
    }),
  );
});

test('a value is about as long as its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const size = sizeOf(value);
      expect(size).toBeGreaterThanOrEqual(4);
      expect(size).toBeLessThanOrEqual(4 * JSON.stringify(value).length);
    }),
  );
  expect(sizeOf({ a: 'xyz', b: [1, true, null] })).toBe(4 + 1 + 7 + 1 + 4 + 12);
});

test('a limit changes nothing about which side of it a value is on', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 2000 }), (value, limit) => {
      expect(sizeOf(value, limit) > limit).toBe(sizeOf(value) > limit);
    }),
  );
});
