// Sizes: cuts and lengths, for all kinds of texts and values.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeOf } from '../../src/middleware/answer.ts';
import { fitBytes } from '../../src/text/fit-bytes.ts';

test('fits as many whole characters as possible', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 20 }), (value, maxBytes) => {
      const { read, written } = fitBytes(value, maxBytes);
      const [start, rest] = [value.slice(0, read), value.slice(read)];
      expect(written).toBe(Buffer.byteLength(start));
      expect(written).toBeLessThanOrEqual(maxBytes);
      expect(Buffer.from(start + rest)).toEqual(Buffer.concat([Buffer.from(start), Buffer.from(rest)]));
      const [next] = rest;
      expect(next === undefined || written + Buffer.byteLength(next) > maxBytes).toBe(true);
    }),
  );
  expect(fitBytes('aé界', Infinity)).toEqual({ read: 3, written: 6 });
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
