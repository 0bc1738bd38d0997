// JSON Schema: dialects, references and what is listed and validated (basic/index, "JSON Schema Usage").
import { expect } from 'vitest';
import { defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import { checkSchemas } from '../../src/testing.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const tool = (input: JsonSchema): ReturnType<typeof defineTool> =>
  defineTool({ name: 'a', inputSchema: input, run: () => 'taken' });

/** Says for each of the values whether a tool with this input takes it. */
const taken = async (
  { connect }: Bench,
  input: JsonSchema,
  values: readonly object[],
): Promise<unknown[]> => {
  const client = await connect(defineServer({ ...info, tools: [tool(input)] }));
  const results = await Promise.all(
    values.map((args) => client.request('tools/call', { name: 'a', arguments: args })),
  );
  return results.map(({ isError }) => isError !== true);
};

/** Each keyword with a value it takes and one it does not, in a dialect. */
type Cases = readonly (readonly [keywords: JsonSchema, good: object, bad: object])[];
const keepsKeywords = async (bench: Bench, dialect: object, cases: Cases): Promise<void> => {
  for (const [keywords, good, bad] of cases) {
    const outcome = await taken(bench, { type: 'object', ...dialect, ...keywords }, [good, bad]);
    expect({ keywords, outcome }).toEqual({ keywords, outcome: [true, false] });
  }
};
const property = (schema: unknown): JsonSchema => ({ properties: { a: schema } });
const common: Cases = [
  [{ required: ['a'] }, { a: 1 }, {}],
  [{ minProperties: 1 }, { a: 1 }, {}],
  [{ maxProperties: 0 }, {}, { a: 1 }],
  [{ additionalProperties: { type: 'string' } }, { a: '' }, { a: 1 }],
  [{ patternProperties: { '^a': { type: 'string' } } }, { ab: '' }, { ab: 1 }],
  [{ propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  [{ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
  [{ if: { required: ['a'] }, else: { required: ['b'] } }, { b: 1 }, {}],
  [{ not: { required: ['a'] } }, {}, { a: 1 }],
  [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, { a: 1, b: 1 }],
  [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 }, {}],
  [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 }, { a: 1 }],
  [property({ type: ['string', 'null'] }), { a: null }, { a: 1 }],
  [property({ enum: [{ b: [1] }, 'c'] }), { a: { b: [1] } }, { a: { b: [2] } }],
  [property({ const: { b: 1 } }), { a: { b: 1 } }, { a: { b: 1, c: 1 } }],
  [property({ multipleOf: 0.01 }), { a: 19.99 }, { a: 0.005 }],
  [property({ exclusiveMinimum: 1, exclusiveMaximum: 3 }), { a: 2 }, { a: 3 }],
  [property({ maxLength: 1 }), { a: '😀' }, { a: 'ab' }],
  [property({ pattern: '^\\p{Lu}$' }), { a: 'Ä' }, { a: 'ä' }],
  [
    property({ uniqueItems: true }),
    { a: [1, '1', { b: 1 }] },
    {
      a: [
        { b: 1, c: 2 },
        { c: 2, b: 1 },
      ],
    },
  ],
  [property({ contains: { type: 'string' } }), { a: [1, ''] }, { a: [1] }],
  [property({ items: { type: 'string' } }), { a: ['b'] }, { a: ['b', 1] }],
  [property(false), {}, { a: 1 }],
  [{ additionalProperties: { $ref: '#' } }, { a: {} }, { a: 1 }],
];

verifies(['JS-1', 'JS-2'], 'validates by JSON Schema 2020-12, named or not', async (bench) => {
  const cases: Cases = [
    ...common,
    [property({ prefixItems: [{ type: 'string' }], items: false }), { a: [''] }, { a: ['', 1] }],
    [property({ contains: { const: 1 }, minContains: 2 }), { a: [1, 1] }, { a: [1] }],
    [property({ contains: { const: 1 }, maxContains: 1 }), { a: [1, 2] }, { a: [1, 1] }],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1, b: 1 }, { a: 1 }],
    [{ allOf: [property(true)], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
    [{ ...property({ $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } }, { a: '' }, { a: 1 }],
    [
      { ...property({ $ref: '#/$defs/b', maxLength: 1 }), $defs: { b: { type: 'string' } } },
      { a: 'b' },
      { a: 'bc' },
    ],
    [
      { ...property({ $ref: '#text' }), $defs: { b: { $anchor: 'text', type: 'string' } } },
      { a: '' },
      { a: 1 },
    ],
  ];
  await keepsKeywords(bench, {}, cases);
  await keepsKeywords(bench, { $schema: draft2020 }, cases);
});

verifies('JS-3', 'validates by draft-07 when the schema asks for it', async (bench) => {
  const cases: Cases = [
    ...common,
    [property({ items: [{ type: 'string' }], additionalItems: false }), { a: [''] }, { a: ['', 1] }],
    [{ dependencies: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    [{ dependencies: { a: { required: ['b'] } } }, { a: 1, b: 1 }, { a: 1 }],
    [
      { ...property({ $ref: '#/definitions/b' }), definitions: { b: { type: 'string' } } },
      { a: '' },
      { a: 1 },
    ],
  ];
  await keepsKeywords(bench, { $schema: draft7 }, cases);
  await keepsKeywords(bench, { $schema: draft7.slice(0, -1) }, common.slice(0, 3));
});

verifies('JS-4', 'refuses a dialect it does not know when it is built, naming it', async ({ connect }) => {
  const unknown = [
    'http://json-schema.org/draft-04/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://example.com/own',
    'http://json-schema.org/schema#',
    '',
  ];
  for (const $schema of unknown) {
    const schema = { $schema, type: 'object' } as const;
    const output = defineTool({ name: 'a', outputSchema: schema, run: () => ({}) });
    expect(() => defineServer({ ...info, tools: [tool(schema)] })).toThrow(`"${$schema}"`);
    expect(() => defineServer({ ...info, tools: [output] })).toThrow(`"${$schema}"`);
    expect(() => toolRegistry().add(tool(schema))).toThrow(`"${$schema}"`);
  }
  const known = tool({ $schema: draft2020, type: 'object' });
  const client = await connect(defineServer({ ...info, tools: [known] }));
  expect(await client.request('tools/list')).toEqual({
    tools: [{ name: 'a', inputSchema: { $schema: draft2020, type: 'object' } }],
  });
});

verifies('JS-6', 'refuses, when it is built, a schema that is not valid itself', async ({ connect }) => {
  const wrong: readonly JsonSchema[] = [
    property({ type: 'text' }),
    property({ type: [] }),
    property({ type: null }),
    property({ pattern: '(' }),
    property({ pattern: 7 }),
    property({ items: 'text' }),
    property({ prefixItems: [] }),
    property({ anyOf: {} }),
    property({ anyOf: [] }),
    property('text'),
    property(null),
    { properties: [] },
    { patternProperties: { '(': {} } },
    { $defs: { a: 1 } },
  ];
  const accepted = wrong.filter((keywords) => {
    try {
      defineServer({ ...info, tools: [tool({ type: 'object', ...keywords })] });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'DefinitionError', message: expect.stringContaining('"a"') });
      return false;
    }
  });
  expect(accepted).toEqual([]);
  // No validator stumbles over these, so a test of the server finds them, not every start.
  const misspelt: readonly JsonSchema[] = [
    property({ minimum: '1' }),
    property({ minLength: -1 }),
    property({ minLength: 1.5 }),
    property({ multipleOf: 0 }),
    property({ enum: 'a' }),
    property({ uniqueItems: 1 }),
    { required: 'a' },
    { required: [1] },
    { required: ['a', 'a'] },
    { dependentRequired: { a: 'b' } },
    { title: 7 },
  ];
  for (const keywords of misspelt) {
    const server = defineServer({ ...info, tools: [tool({ type: 'object', ...keywords })] });
    await expect(checkSchemas(server)).rejects.toThrow(/^tool "a": inputSchema: #\/.* is not /);
  }
  const client = await connect(defineServer({ ...info, tools: [tool({ type: 'object', ...property({}) })] }));
  expect(await client.request('tools/list')).toEqual({
    tools: [{ name: 'a', inputSchema: { type: 'object', properties: { a: {} } } }],
  });
});

verifies(['JS-7', 'JS-8'], "lists an author's schema with all its keywords and no other", async (bench) => {
  const rich = {
    $id: 'https://example.com/rich',
    $comment: 'All of it.',
    type: 'object',
    title: 'Rich',
    properties: {
      at: { $ref: '#/$defs/point' },
      list: { type: 'array', prefixItems: [{ const: 1 }], items: false, default: [1], examples: [[1]] },
      constructor: { type: 'string', format: 'x-own', 'x-own': { deep: [null] } },
    },
    patternProperties: { '^x-': true },
    $defs: { point: { $anchor: 'point', type: 'object', additionalProperties: false } },
    anyOf: [{ required: ['at'] }, {}],
    if: { required: ['at'] },
    then: { minProperties: 1 },
    else: {},
    dependentRequired: { at: ['list'] },
    unevaluatedProperties: false,
    additionalProperties: true,
    required: [],
  };
  const schemas = [rich, { type: 'object' }, { $schema: draft7, type: 'object', definitions: { a: {} } }];
  const tools = schemas.map((input, index) => ({ ...tool(input), name: `t${index}` }));
  const client = await bench.connect(defineServer({ ...info, tools }));
  const result = await client.request('tools/list');
  expect(result).toEqual({
    tools: schemas.map((inputSchema, index) => ({ name: `t${index}`, inputSchema })),
  });
  expect(JSON.stringify(result)).toContain(JSON.stringify(rich));
});

verifies(['JS-9', 'PROJ-38'], 'refuses, when it is built, input that is no object', async ({ connect }) => {
  const wrong: readonly JsonSchema[] = [
    ...[{}, { type: 'string' }, { type: 'array' }, { type: ['object'] }, { type: ['object', 'null'] }],
    ...[
      { properties: {} },
      { anyOf: [{ type: 'object' }] },
      { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
    ],
  ];
  for (const input of wrong) {
    expect(() => defineServer({ ...info, tools: [tool(input)] })).toThrow(/"type": "object"/);
  }
  const unschematic: unknown = { ...tool({ type: 'object' }), inputSchema: true };
  expect(() => toolRegistry([unschematic as ReturnType<typeof tool>])).toThrow(/schema/);
  const client = await connect(defineServer({ ...info, tools: toolRegistry() }));
  expect(await client.request('tools/list')).toEqual({ tools: [] });
});
