// JSON Schema: references, bounds, and the same rules in 2026-07-28 (basic/index, "JSON Schema Usage").
import { expect, vi } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const draft7 = 'http://json-schema.org/draft-07/schema#';
const tool = (input: JsonSchema): ReturnType<typeof defineTool> =>
  defineTool({ name: 'a', inputSchema: input, run: () => 'taken' });
const refused = (input: JsonSchema): boolean => {
  try {
    defineServer({ ...info, tools: [tool({ type: 'object', ...input })] });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ name: 'DefinitionError' });
    return true;
  }
};
const property = (schema: unknown): JsonSchema => ({ properties: { a: schema } });
const dangling: readonly JsonSchema[] = [
  property({ $ref: 'https://example.com/schema.json' }),
  property({ $ref: 'http://127.0.0.1/schema.json#/a' }),
  property({ $ref: 'file:///etc/passwd' }),
  property({ $ref: 'other.json' }),
  property({ $ref: '#/$defs/missing' }),
  property({ $ref: '#missing' }),
  property({ $ref: 7 }),
  property({ $dynamicRef: 'https://example.com/schema.json#a' }),
  { ...property({ $ref: '#/$defs/a/b' }), $defs: { a: {} } },
  { allOf: [{ not: { items: { $ref: 'https://example.com/' } } }] },
];
const deep = (levels: number): JsonSchema => {
  let schema: JsonSchema = {};
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
};

const references = { stateful: 'JS-10', modern: 'J-02' };
verifies(references, 'fetches no schema and refuses references it cannot resolve', async (bench) => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
  expect(dangling.filter((schema) => !refused(schema))).toEqual([]);
  const known: JsonSchema = {
    type: 'object',
    $id: 'https://example.com/known.json',
    properties: {
      a: { $ref: '#/$defs/text' },
      'b/c~d%': { $ref: '#/properties/a' },
      e: { $ref: '#/properties/b~1c~0d%25' },
      list: { type: 'array', items: { $ref: '#' } },
    },
    $defs: { text: { type: 'string' } },
  };
  const client = await bench.connect(defineServer({ ...info, tools: [tool(known)] }));
  const { tools } = await client.request('tools/list');
  expect(tools).toEqual([{ name: 'a', inputSchema: known }]);
  const outcomes = [
    { a: '', 'b/c~d%': '', e: '', list: [{ a: '' }] },
    { a: 1 },
    { 'b/c~d%': 1 },
    { e: 1 },
    { list: [{ a: 1 }] },
  ].map(async (args) => (await client.request('tools/call', { name: 'a', arguments: args }))['isError']);
  expect(await Promise.all(outcomes)).toEqual([undefined, true, true, true, true]);
  expect(fetching).not.toHaveBeenCalled();
  fetching.mockRestore();
});

verifies(references, 'bounds the depth, size and references of a schema', async ({ connect }) => {
  expect(refused(deep(20))).toBe(false);
  expect(refused(deep(10_000))).toBe(true);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, {}]));
  expect(refused({ properties: wide })).toBe(true);
  expect(
    refused({
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      ...property({ $ref: '#/$defs/a' }),
    }),
  ).toBe(true);
  const client = await connect(defineServer({ ...info, tools: [tool({ type: 'object' })] }));
  expect(await client.request('tools/call', { name: 'a' })).toMatchObject({
    content: [{ type: 'text', text: 'taken' }],
  });
});

verifies('J-01', 'validates by 2020-12 unless draft-07 is named', async ({ connect }) => {
  const tuple = { items: [{ type: 'string' }] };
  const prefix = { prefixItems: [{ type: 'string' }] };
  const cases: readonly (readonly [JsonSchema, unknown, boolean])[] = [
    [property(prefix), [1], false],
    [{ ...property(prefix), $schema: 'https://json-schema.org/draft/2020-12/schema' }, [1], false],
    [{ ...property(tuple), $schema: draft7 }, [1], false],
    [{ ...property(tuple), $schema: draft7 }, [''], true],
  ];
  for (const [schema, a, good] of cases) {
    const client = await connect(defineServer({ ...info, tools: [tool({ type: 'object', ...schema })] }));
    const { isError } = await client.request('tools/call', { name: 'a', arguments: { a } });
    expect({ schema, a, good: isError !== true }).toEqual({ schema, a, good });
  }
});

verifies('J-01', 'refuses other dialects when it is built, naming them', async ({ connect }) => {
  for (const $schema of ['http://json-schema.org/draft-04/schema#', 'https://example.com/own', '']) {
    const schema = { $schema, type: 'object' } as const;
    expect(() => defineServer({ ...info, tools: [tool(schema)] })).toThrow(`"${$schema}"`);
    const output = defineTool({ name: 'a', outputSchema: schema, run: () => ({}) });
    expect(() => defineServer({ ...info, tools: [output] })).toThrow(`"${$schema}"`);
  }
  const client = await connect(defineServer({ ...info, tools: [tool({ $schema: draft7, type: 'object' })] }));
  const { tools } = await client.request('tools/list');
  expect(tools).toEqual([{ name: 'a', inputSchema: { $schema: draft7, type: 'object' } }]);
});
