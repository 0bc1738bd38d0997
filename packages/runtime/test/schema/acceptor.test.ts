// The acceptor and the full validator: what each takes, and what it says.
import { describe, expect, test } from 'vitest';
import { compileAcceptor } from '../../src/schema/acceptor.ts';
import { compileInterpreter } from '../../src/schema/validate.ts';

describe('the acceptor', () => {
  test('compiles common schemas of tools', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      title: 'A',
      description: 'B',
      properties: {
        path: { type: 'string', minLength: 1, maxLength: 9, pattern: '^/', examples: ['/a'] },
        depth: { type: 'integer', minimum: 0, exclusiveMaximum: 9, default: 1 },
        kinds: { type: 'array', items: { enum: ['a', 'b', null] }, minItems: 1, maxItems: 2 },
        either: { anyOf: [{ type: 'boolean' }, { const: 'auto' }] },
        nested: { type: 'object', properties: { a: true }, required: ['a'], additionalProperties: false },
        map: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['path'],
      additionalProperties: false,
    };
    const accepts = compileAcceptor(schema);
    const value = {
      path: '/a',
      depth: 8,
      kinds: [null, 'a'],
      either: 'auto',
      nested: { a: 1 },
      map: { x: 1 },
    };
    expect(accepts?.(value)).toBe(true);
    for (const wrong of [
      { path: '' },
      { depth: 9 },
      { kinds: [] },
      { either: 'x' },
      { nested: {} },
      { map: { x: '' } },
    ]) {
      expect(accepts?.({ ...value, ...wrong })).toBe(false);
    }
    expect(accepts?.({ ...value, other: 1 })).toBe(false);
  });

  test.for([
    ['a keyword it does not know', { type: 'object', oneOf: [{}] }],
    ['a keyword below', { type: 'object', properties: { a: { not: {} } } }],
    ['several types', { type: ['string', 'null'] }],
    ['objects to compare', { enum: [{ a: 1 }] }],
    ['a list to compare', { const: [] }],
    ['lists of items', { items: [{}] }],
    ['no schema', { items: false }],
    ['a reference', { $ref: '#' }],
    ['a keyword that objects inherit', { constructor: {} }],
    ['another one', { toString: 1 }],
    ['a third one', { properties: { a: { hasOwnProperty: true } } }],
  ] as const)('leaves to the full validator: %s', ([, schema]) => {
    expect(compileAcceptor(schema)).toBeUndefined();
  });

  test('inspects a long text no further than necessary', () => {
    const accepts = compileAcceptor({ type: 'string', maxLength: 2 });
    expect(accepts?.('😀😀')).toBe(true);
    expect(accepts?.('😀😀😀')).toBe(false);
    expect(accepts?.('a'.repeat(1_000_000))).toBe(false);
    expect(compileAcceptor({ minLength: 2 })?.('😀')).toBe(false);
    expect(compileAcceptor({ minLength: 2 })?.('😀a')).toBe(true);
  });
});

describe('the full validator', () => {
  test('reports the position of each fault once', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'integer' } },
        'a/b~c': { type: 'string' },
      },
      required: ['id'],
      additionalProperties: false,
    };
    const issues = compileInterpreter(schema, '2020-12')({ list: [1, 'x', 2.5], 'a/b~c': 1, lst: 1 });
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['', '', '/a~1b~0c', '/list/1', '/list/2']);
    expect(issues.filter(({ path }) => path === '').map(({ message }) => message)).toEqual([
      expect.stringContaining('"id"'),
      'unknown property "lst"; did you mean "list"?',
    ]);
  });
});
