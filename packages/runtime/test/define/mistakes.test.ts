// Mistakes in definitions that plain JavaScript lets pass: each is an error at definition that says what was meant.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineServer, defineTool, DefinitionError, type JsonSchema, type Tool } from '../../src/index.ts';

const define = (tool: object): unknown =>
  defineServer({ name: 'server', version: '1.0.0', tools: [tool as Tool] });

const problem = (tool: object): string => {
  try {
    define(tool);
  } catch (error) {
    if (error instanceof DefinitionError) return error.message;
  }
  return '';
};

const run = (): string => '';
const schema = { type: 'object', properties: {} };

describe('a member with a name of another library', () => {
  test.for([
    ['input', 'inputSchema', { input: schema, run }],
    ['parameters', 'inputSchema', { parameters: schema, run }],
    ['schema', 'inputSchema', { schema, run }],
    ['output', 'outputSchema', { output: schema, run }],
    ['handler', 'run', { handler: run }],
    ['execute', 'run', { execute: run }],
  ] as const)('%s means %s', ([given, meant, members]) => {
    expect(problem({ name: 'a', ...members })).toBe(
      `tool "a": a tool has no "${given}"; did you mean "${meant}"?`,
    );
  });

  test('is left alone beside the right one', () => {
    expect(problem({ name: 'a', input: 1, inputSchema: schema, run })).toBe('');
  });
});

test('a tool without a function to run is refused', () => {
  expect(problem({ name: 'a' })).toBe('tool "a": "run" must be a function');
  expect(problem(defineTool({ name: 'a', run: 'text' as never }))).toBe('tool "a": "run" must be a function');
});

test('a plain object of schemas is not a schema', () => {
  const inputSchema = { city: z.string(), days: z.number() };
  expect(problem({ name: 'a', inputSchema, run })).toBe(
    'tool "a": input: this is a plain object of schemas; did you mean z.object({ city, … })?',
  );
  expect(problem({ name: 'a', outputSchema: inputSchema, run })).toMatch(
    /^tool "a": output: this is a plain/,
  );
  const own = { city: { '~standard': { vendor: 'own' } } };
  expect(problem({ name: 'a', inputSchema: own, run })).toContain('did you mean an object schema of own?');
});

describe('a required name without a property', () => {
  const object = (keywords: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { a: {} },
    ...keywords,
  });

  test.for(['inputSchema', 'outputSchema'])('is refused in %s', (member) => {
    const refused = [
      object({ required: ['a', 'b'] }),
      object({ required: ['b'], additionalProperties: false }),
    ];
    for (const wrong of refused)
      expect(problem({ name: 'a', [member]: wrong, run })).toContain(
        '"required" names "b", which "properties" does not have',
      );
  });

  test.for<[JsonSchema]>([
    [{ type: 'object', required: ['b'] }],
    [object({ required: ['a'] })],
    [object({ required: ['b'], additionalProperties: { type: 'string' } })],
    [object({ required: ['b'], patternProperties: { '^b': {} } })],
    [object({ required: ['b'], allOf: [{ properties: { b: {} } }] })],
    [object({ required: ['b'], $ref: '#/$defs/x', $defs: { x: { properties: { b: {} } } } })],
  ])('may be declared elsewhere: %j', ([inputSchema]) => {
    expect(problem({ name: 'a', inputSchema, run })).toBe('');
  });
});
