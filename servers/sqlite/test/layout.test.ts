// Positions of the boxes in a schema diagram.
import { array, assert, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { BOX_WIDTH, layOut, type Sized } from '../views/schema/layout.ts';

const table = (name: string, refersTo: readonly number[] = [], height = 100): Sized => ({
  name,
  height,
  refersTo,
});

test('a table is to the right of the tables that it refers to', () => {
  // Order lines, orders, customers.
  const { boxes } = layOut([table('lines', [1]), table('orders', [2]), table('customers')]);
  const [lines, orders, customers] = boxes.map(({ x }) => x);
  expect([customers === 0, Number(orders) > 0, Number(lines) > Number(orders)]).toEqual([true, true, true]);
});

test('cycles are cut, and so is a mistaken reference of a table to itself', () => {
  const { boxes } = layOut([table('a', [1]), table('b', [0]), table('c', [2])]);
  expect(boxes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
});

test('a chain of ten thousand tables is laid out', () => {
  const chain = Array.from({ length: 10_000 }, (_, at) => table(`t${at}`, at === 9999 ? [] : [at + 1]));
  const { boxes, width } = layOut(chain);
  expect(boxes[0]?.x).toBe(width - BOX_WIDTH);
});

test('two hundred tables without keys do not form a tower', () => {
  const { width, height } = layOut(Array.from({ length: 200 }, (_, at) => table(`t${at}`)));
  expect([height < 2 * width, width < 4 * height]).toEqual([true, true]);
});

test('no tables give an empty diagram', () => {
  expect(layOut([])).toEqual({ boxes: [], width: 0, height: 0 });
});

test('boxes never overlap, and all are inside, whatever the references', () => {
  const sized = array(
    record({
      height: integer({ min: 50, max: 400 }),
      refersTo: array(nat(59), { maxLength: 4 }),
    }),
    {
      minLength: 60,
      maxLength: 60,
    },
  ).map((tables) => tables.map((each, at) => table(`t${at}`, each.refersTo, each.height)));
  assert(
    property(sized, (tables) => {
      const { boxes, width, height } = layOut(tables);
      const areas = boxes.map(({ x, y }, at) => ({ x, y, bottom: y + (tables[at]?.height ?? 0) }));
      for (const [at, one] of areas.entries()) {
        expect([one.x >= 0, one.y >= 0, one.x + BOX_WIDTH <= width, one.bottom <= height]).not.toContain(
          false,
        );
        const covers = areas
          .slice(at + 1)
          .some(
            (other) => Math.abs(other.x - one.x) < BOX_WIDTH && other.y < one.bottom && one.y < other.bottom,
          );
        expect(covers).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});
