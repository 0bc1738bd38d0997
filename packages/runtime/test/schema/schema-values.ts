// Arbitrary JSON Schemas and JSON values that are likely to have to do with each other, for property tests.
import * as fc from 'fast-check';
import type { JsonSchema } from '../../src/index.ts';

// Names that every object inherits are names like any other.
const name = fc.constantFrom('a', 'b', 'ab', '', 'constructor', 'toString', '__proto__');
const text = fc.oneof(name, fc.constantFrom('😀', '\u0000', 'aaaa'), fc.string({ maxLength: 3 }));
const number = fc.constantFrom(-1, -0, 0, 0.5, 1, 2, 1e21, 2 ** 53);
const primitive = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const count = fc.integer({ min: 0, max: 3 });

/** An object of these members, where `__proto__` is a name like any other. */
const object = <T>(member: fc.Arbitrary<T>): fc.Arbitrary<{ [name: string]: T }> =>
  fc
    .uniqueArray(fc.tuple(name, member), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));

/** Any small JSON value. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    primitive,
    fc.array(tie('value'), { maxLength: 3 }),
    object(tie('value')),
  ),
})).value;

const keywords = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<JsonSchema> =>
  fc.record(
    {
      type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object'),
      enum: fc.array(primitive, { minLength: 1, maxLength: 3 }),
      const: primitive,
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      pattern: fc.constantFrom('^a', 'b$', '^.$', '\\p{Emoji_Presentation}', '^$'),
      items: schema,
      anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      properties: object(schema),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: schema,
      title: text,
      default: primitive,
    },
    { requiredKeys: [] },
  );

// Few keywords at once, or hardly any value would be valid.
const some = (schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(schema, fc.array(fc.nat(), { minLength: 1, maxLength: 3 })).map(([all, picks]) => {
    const entries = Object.entries(all);
    return Object.fromEntries(picks.flatMap((pick) => entries.slice(pick % 20, (pick % 20) + 1)));
  });

/** Any schema of the keywords that the acceptor knows. */
export const plainSchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: unknown; object: JsonSchema }>(
  (tie) => ({
    schema: fc.oneof({ depthSize: 'small', maxDepth: 3 }, fc.boolean(), some(keywords(tie('schema')))),
    object: some(keywords(tie('schema'))),
  }),
).object;
