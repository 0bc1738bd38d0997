// Registry: order, keys, listeners, and pages that stay correct while items change.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Registry } from '../../src/define/registry.ts';

const create = (...items: string[]): Registry<string, string> =>
  new Registry(
    (item) => item,
    (item) => item,
    items,
  );

/** Reads all pages, calling `change` between them. */
const readPages = (
  registry: Registry<string, string>,
  limit: number,
  change: (page: number) => void = () => {},
): string[] => {
  const read: string[] = [];
  let after: number | undefined = 0;
  for (let page = 1; after !== undefined; page++) {
    const { items, last } = registry.page(after, limit);
    expect(items.length).toBeLessThanOrEqual(limit);
    read.push(...items);
    after = last;
    change(page);
  }
  return read;
};

describe('items', () => {
  test('keep their order and their keys', () => {
    const registry = create('b', 'a', 'c');
    registry.delete('a');
    registry.add('a');
    expect([...registry]).toEqual(['b', 'c', 'a']);
    expect([...registry.keys()]).toEqual(['b', 'c', 'a']);
    expect(registry.size).toBe(3);
    expect(registry.get('c')).toBe('c');
    expect(registry.get('toString')).toBeUndefined();
  });

  test('with a taken key or a fault are refused without a change', () => {
    const check = (item: string): void => {
      if (item === 'bad') throw new TypeError('bad item');
    };
    const registry = new Registry<string>((item) => item.charAt(0), check, ['ab']);
    let changes = 0;
    registry.onChange(() => changes++);
    expect(() => registry.add('ac')).toThrow('"a"');
    expect(() => registry.add('bad')).toThrow('bad item');
    expect(() => new Registry<string>((item) => item, check, ['a', 'bad'])).toThrow('bad item');
    expect([...registry]).toEqual(['ab']);
    expect(changes).toBe(0);
  });
});

describe('an update', () => {
  const versions = (...items: string[]): Registry<string, string> =>
    new Registry(
      (item) => item.charAt(0),
      (item) => {
        if (item.endsWith('!')) throw new TypeError('bad item');
        return item.toUpperCase();
      },
      items,
    );

  test('replaces the item with the same key and is one change', () => {
    const registry = versions('a1', 'b1', 'c1');
    let changes = 0;
    registry.onChange(() => changes++);
    registry.update('b2');
    expect([...registry]).toEqual(['a1', 'b2', 'c1']);
    expect([...registry.allPrepared()]).toEqual(['A1', 'B2', 'C1']);
    expect(registry.prepared('b')).toBe('B2');
    expect(registry.page(1, 1)).toEqual({ items: ['B2'], last: 2 });
    expect(changes).toBe(1);
  });

  test('of a missing item, or to an invalid one, is refused and changes nothing', () => {
    const registry = versions('a1');
    let changes = 0;
    registry.onChange(() => changes++);
    expect(() => registry.update('b1')).toThrow('there is none called "b" to update; use add');
    expect(() => registry.update('a!')).toThrow('bad item');
    expect([...registry]).toEqual(['a1']);
    expect(changes).toBe(0);
  });
});

test('prepares each item once, when it is added', () => {
  const prepared: string[] = [];
  const registry = new Registry<string, string>(
    (item) => item,
    (item) => {
      prepared.push(item);
      return item;
    },
    ['a', 'b'],
  );
  registry.page(0, 10);
  registry.prepared('a');
  expect([...registry.allPrepared()]).toEqual(['a', 'b']);
  expect(prepared).toEqual(['a', 'b']);
});

describe('listeners', () => {
  test('are notified of every change until they stop', () => {
    const registry = create('a');
    const heard: string[] = [];
    const stop = registry.onChange(() => heard.push('first'));
    registry.onChange(() => heard.push('second'));
    registry.add('b');
    expect(registry.delete('missing')).toBe(false);
    expect(registry.delete('a')).toBe(true);
    stop();
    registry.add('c');
    expect(heard).toEqual(['first', 'second', 'first', 'second', 'second']);
  });

  test('may stop during a notification', () => {
    const registry = create();
    const heard: string[] = [];
    const stop = registry.onChange(() => {
      heard.push('once');
      stop();
    });
    registry.onChange(() => heard.push('other'));
    registry.add('a');
    registry.add('b');
    expect(heard).toEqual(['once', 'other', 'other']);
  });
});

describe('pages', () => {
  test('have no next page when everything fits', () => {
    expect(create().page(0, 2)).toEqual({ items: [], last: undefined });
    expect(create('a', 'b').page(0, 2)).toEqual({ items: ['a', 'b'], last: undefined });
    expect(create('a', 'b', 'c').page(0, 2)).toEqual({ items: ['a', 'b'], last: 2 });
  });

  test('continue after a removed item', () => {
    const registry = create('a', 'b', 'c', 'd');
    const { last = 0 } = registry.page(0, 2);
    registry.delete('b');
    registry.delete('a');
    expect(registry.page(last, 2)).toEqual({ items: ['c', 'd'], last: undefined });
    registry.delete('c');
    registry.delete('d');
    expect(registry.page(last, 2)).toEqual({ items: [], last: undefined });
  });

  test('show an item that was removed and added again at its new position', () => {
    const registry = create('a', 'b', 'c');
    const read = readPages(registry, 1, (page) => {
      if (page !== 1) return;
      registry.delete('a');
      registry.add('a');
    });
    expect(read).toEqual(['a', 'b', 'c', 'a']);
  });

  test('neither repeat nor skip remaining items, whatever is added or removed', () => {
    const step = fc.record({ page: fc.integer({ min: 1, max: 8 }), key: fc.integer({ min: 0, max: 30 }) });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(step),
        (count, limit, steps) => {
          const initial = Array.from({ length: count }, (_, index) => `i${index}`);
          const registry = create(...initial);
          const touched = new Set<string>();
          const read = readPages(registry, limit, (page) => {
            for (const { key } of steps.filter((one) => one.page === page)) {
              touched.add(`i${key}`);
              if (!registry.delete(`i${key}`)) registry.add(`i${key}`);
            }
          });
          const stays = initial.filter((item) => !touched.has(item));
          expect(read.filter((item) => !touched.has(item))).toEqual(stays);
        },
      ),
      { seed: 20_261_121, numRuns: 1000 },
    );
  });
});

test('pages contain only visible items, and each is full', () => {
  const registry = create('a', 'bb', 'c', 'dd', 'e');
  const isShown = (item: string): boolean => item.length === 1;
  expect(registry.page(0, 2, isShown)).toEqual({ items: ['a', 'c'], last: 3 });
  expect(registry.page(3, 2, isShown)).toEqual({ items: ['e'], last: undefined });
});
