// checkSchemas: finds keywords with invalid values in the tools of a server.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, type JsonSchema, type ServerOptions } from '../../src/index.ts';
import { checkSchemas, connect } from '../../src/testing.ts';

const description = 'Do it.';

const options = (properties: JsonSchema, rest: JsonSchema = {}): ServerOptions => ({
  name: 'server',
  version: '1.0.0',
  tools: [
    defineTool({
      name: 'a',
      description,
      inputSchema: { type: 'object', properties, ...rest },
      run: () => '',
    }),
  ],
});

const problem = (given: ServerOptions): Promise<unknown> =>
  checkSchemas(given).catch((error: unknown) => (error instanceof Error ? error.message : error));

describe('names a wrong keyword with its tool and position', () => {
  test.for<[string, JsonSchema]>([
    ['#/anyOf/1/minLength', { anyOf: [{}, { minLength: -1 }] }],
    ['#/required', { required: ['a', 'a'] }],
    ['#/multipleOf', { multipleOf: -1 }],
    ['#/$defs/a/enum', { $defs: { a: { enum: 'a' } } }],
    ['#/dependencies', { dependencies: { a: ['b', 'b'] } }],
    ['#/dependentRequired', { dependentRequired: { a: 'b' } }],
    ['#/description', { description: 7 }],
    ['#/items/0/uniqueItems', { items: [{ uniqueItems: 1 }] }],
    ['#/patternProperties/^a/maximum', { patternProperties: { '^a': { maximum: '1' } } }],
  ])('%s in %o', async ([place, schema]) => {
    const inside = place.replace('#', '#/properties/x');
    expect(await problem(options({ x: schema }))).toMatch(
      new RegExp(`^tool "a": inputSchema: ${inside.replaceAll(/[$^]/g, '\\$&')}: .* is not `),
    );
  });

  test('names all of them at once, including output schemas and later pages', async () => {
    const outputSchema: JsonSchema = { type: 'object', properties: { n: { type: 'number', minimum: 'no' } } };
    const tools = [
      defineTool({
        name: 'a',
        description,
        inputSchema: { type: 'object', minProperties: -1 },
        run: () => '',
      }),
      defineTool({ name: 'b', description, outputSchema, run: () => ({}) }),
    ];
    expect(await problem({ name: 'server', version: '1.0.0', pageSize: 1, tools })).toBe(
      'tool "a": inputSchema: #/minProperties: -1 is not an integer of 0 or more\n' +
        'tool "b": outputSchema: #/properties/n/minimum: "no" is not a number',
    );
  });
});

test('names a tool without a description', async () => {
  const tools = [defineTool({ name: 'a', run: () => '' })];
  expect(await problem({ name: 'server', version: '1.0.0', tools })).toBe(
    'tool "a": no description tells a model when to call it',
  );
});

test('accepts valid schemas with values and names that look like keywords', async () => {
  const server = defineServer(
    options({ required: { type: 'string', default: { minLength: -1 } }, x: { enum: [{ minimum: 'a' }] } }),
  );
  await expect(checkSchemas(server)).resolves.toBeUndefined();
});

test.for<[JsonSchema]>([
  [{ enum: 'ab' }],
  [{ required: 'a' }],
  [{ minLength: 'a' }],
  [{ dependentRequired: { a: 1 } }],
])('a call whose schema has %j still gets an answer', async ([wrong]) => {
  const server = defineServer({ ...options({ x: wrong }), report: () => {} });
  await using client = await connect(server, { revision: '2026-07-28' });
  expect(await client.request('tools/call', { name: 'a', arguments: { x: { a: 1 } } })).toMatchObject({
    content: expect.any(Array) as unknown,
  });
});
