// Sizes: cuts and lengths, for all kinds of texts and values.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeOf } from '../../src/middleware/answer.ts';
import { cutAt } from '../../src/middleware/response-limit.ts';

test('a cut leaves whole characters that fit, and no room for one more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, maxChars) => {
      const end = cutAt(text, maxChars);
      const start = text.slice(0, end);
      expect(start.length).toBeLessThanOrEqual(maxChars);
      expect(start).not.toMatch(/\p{Surrogate}$/u);
      if (end === text.length) return;
      const [next = ''] = text.slice(end);
      expect((start + next).length).toBeGreaterThan(maxChars);
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
