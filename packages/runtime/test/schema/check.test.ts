// What is wrong with a schema: the place and the reason.
import { describe, expect, test } from 'vitest';
import { schemaProblem } from '../../src/schema/check.ts';
import type { JsonSchema } from '../../src/index.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const nested = (levels: number): JsonSchema => {
  let schema: JsonSchema = {};
  for (let level = 0; level < levels; level++) schema = { items: schema };
  return schema;
};

describe('a fine schema', () => {
  test.for<[string, JsonSchema]>([
    ['is empty', {}],
    ['has unknown keywords of any form', { 'x-own': null, format: 'own', units: [{}], constructor: 7 }],
    ['has keywords of older drafts', { definitions: { a: {} }, dependencies: { a: ['b'], c: {} } }],
    ['refers to itself below an instance', { properties: { child: { $ref: '#' } } }],
    ['refers by pointer', { $ref: '#/$defs/a~1b', $defs: { 'a/b': true } }],
    ['refers by encoded pointer', { $ref: '#/$defs/a%20b', $defs: { 'a b': {} } }],
    ['refers by name', { $ref: '#here', $defs: { a: { $anchor: 'here' } } }],
    ['names 2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['names draft-07', { $schema: draft7, items: [{}], additionalItems: false }],
    ['is fairly deep', nested(30)],
  ])('%s', ([, schema]) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  test('may have values that look like schemas', () => {
    const value = { type: 'nonsense', $ref: 'https://example.com/' };
    expect(schemaProblem({ const: value, enum: [value], default: value, examples: [value] })).toBeUndefined();
  });

  test('may have properties named like keywords', () => {
    const properties = { $ref: { type: 'string' }, type: { type: 'string' }, required: {}, properties: {} };
    expect(schemaProblem({ properties })).toBeUndefined();
  });
});

describe('a wrong schema is reported with its place', () => {
  test.for<[string, JsonSchema]>([
    ['#/type', { type: 'text' }],
    ['#/type', { type: ['string', 'text'] }],
    ['#/properties/a/type', { properties: { a: { type: 7 } } }],
    ['#/properties/a', { properties: { a: 'text' } }],
    ['#/properties', { properties: [] }],
    ['#/anyOf', { anyOf: [] }],
    ['#/allOf', { allOf: {} }],
    ['#/items/items/pattern', { items: { items: { pattern: '[' } } }],
    ['#/patternProperties/(', { patternProperties: { '(': {} } }],
    ['#/if', { if: 1 }],
    ['#/not/$ref', { not: { $ref: 'https://example.com/schema' } }],
    ['#/$ref', { $ref: '#/$defs/a' }],
    ['#/$ref', { $ref: '#nowhere' }],
    ['#/$ref', { $ref: 7 }],
    ['#/$ref', { $ref: '#/%zz' }],
    ['#/$dynamicRef', { $dynamicRef: '#a' }],
  ])('%s in %o', ([place, schema]) => {
    expect(schemaProblem(schema)?.slice(0, place.length + 2)).toBe(`${place}: `);
  });

  test.for([null, true, false, 'text', 7, [], undefined])('%o is not a schema', (schema) => {
    expect(schemaProblem(schema)).toContain('object');
  });

  test('names an unknown dialect and the known ones', () => {
    const problem = schemaProblem({ $schema: 'https://example.com/own' });
    expect(problem).toContain('"https://example.com/own"');
    expect(problem).toContain('2020-12');
    expect(problem).toContain('draft-07');
    expect(schemaProblem({ $schema: 7 })).toContain('7');
  });
});

describe('cost is bounded', () => {
  test('in depth and size', () => {
    expect(schemaProblem(nested(100_000))).toContain('levels');
    const properties = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`p${index}`, {}]));
    expect(schemaProblem({ properties })).toContain('subschemas');
  });

  test.for<[JsonSchema]>([
    [{ $ref: '#' }],
    [{ allOf: [{ $ref: '#' }] }],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } } }],
    [{ not: { if: { $ref: '#/not' } } }],
    [{ $defs: { a: { $anchor: 'a', oneOf: [{ $ref: '#a' }] } }, properties: { b: { $ref: '#a' } } }],
  ])('in references that never end: %o', ([schema]) => {
    expect(schemaProblem(schema)).toContain('without end');
  });

  test('in branching references', () => {
    const levels = Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/$defs/l${index + 1}` };
      return [`l${index}`, { allOf: [next, next] }] as const;
    });
    const $defs = Object.fromEntries([...levels, ['l40', {}]]);
    expect(schemaProblem({ properties: { a: { $ref: '#/$defs/l0' } }, $defs })).toBeUndefined();
  });
});
