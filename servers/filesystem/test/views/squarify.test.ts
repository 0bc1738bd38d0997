import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { squarify, type Box } from '../../views/tree/squarify.ts';

const weights = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 200,
  })
  .map((list) => list.toSorted((a, b) => b - a));
const box = fc.record({
  x: fc.integer({ min: 0, max: 100 }),
  y: fc.integer({ min: 0, max: 100 }),
  width: fc.integer({ min: 1, max: 2000 }),
  height: fc.integer({ min: 1, max: 2000 }),
});
const areaOf = ({ width, height }: Box): number => width * height;

const check = (whole: Box, list: readonly number[]): void => {
  const boxes = squarify(list, whole);
  expect(boxes.length).toBe(list.length);
  const sum = list.reduce((total, weight) => total + weight, 0);
  const slack = 1e-6 * Math.max(whole.width, whole.height);
  let filled = 0;
  for (const [at, one] of boxes.entries()) {
    const expected = (areaOf(whole) * (list[at] ?? 0)) / sum;
    expect(Math.abs(areaOf(one) - expected)).toBeLessThanOrEqual(1e-6 * areaOf(whole));
    filled += areaOf(one);
    expect(one.x).toBeGreaterThanOrEqual(whole.x - slack);
    expect(one.y).toBeGreaterThanOrEqual(whole.y - slack);
    expect(one.x + one.width).toBeLessThanOrEqual(whole.x + whole.width + slack);
    expect(one.y + one.height).toBeLessThanOrEqual(whole.y + whole.height + slack);
    for (const other of boxes.slice(0, at)) {
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      // Both are above 0 if the boxes overlap.
      if (Math.min(across, down) > slack) throw new Error(`box ${at} lies on another`);
    }
  }
  expect(Math.abs(filled - areaOf(whole))).toBeLessThanOrEqual(1e-6 * areaOf(whole));
};

test('areas are proportional, never overlap, and together fill the box', () => {
  const property = fc.property(box, weights, check);
  expect(fc.check(property, { numRuns: 200 })).toMatchObject({ failed: false });
});

test('boxes are nearly square if the weights allow it', () => {
  const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
  const ratios = boxes.map(({ width, height }) => Math.max(width / height, height / width));
  expect(Math.max(...ratios)).toBeLessThan(3);
  expect(boxes[0]).toEqual({ x: 0, y: 0, width: 3, height: 2 });
});

test('an empty list gets no boxes', () => {
  expect(squarify([], { x: 0, y: 0, width: 6, height: 4 })).toEqual([]);
});
