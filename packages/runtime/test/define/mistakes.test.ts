// Mistakes in definitions that plain JavaScript allows: each is an error that suggests what was meant.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tasks } from '../../src/tasks.ts';
import {
  defineServer,
  defineTool,
  definePrompt,
  DefinitionError,
  toolRegistry,
  type JsonSchema,
} from '../../src/index.ts';

const serverProblem = (options: object): string => {
  try {
    defineServer({ name: 'server', version: '1.0.0', ...options });
  } catch (error) {
    if (error instanceof DefinitionError) return error.message;
  }
  return '';
};

const problem = (tool: object): string => serverProblem({ tools: [tool] });

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

  test.for([
    ['prompts', { name: 'a', handler: run }, 'prompt "a": a prompt has no "handler"; did you mean "get"?'],
    [
      'prompts',
      { name: 'a', argsSchema: {}, get: run },
      'prompt "a": a prompt has no "argsSchema"; did you mean "arguments"?',
    ],
    [
      'resources',
      { uri: 'a:b', name: 'a', handler: run },
      'resource "a:b": a resource has no "handler"; did you mean "read"?',
    ],
  ] as const)('in %s: %j', ([list, definition, expected]) => {
    expect(serverProblem({ [list]: [definition] })).toBe(expected);
  });

  test('is ignored beside the right one', () => {
    expect(problem({ name: 'a', input: 1, inputSchema: schema, run })).toBe('');
  });
});

test('refuses a tool without a function to run', () => {
  expect(problem({ name: 'a' })).toBe('tool "a": "run" must be a function');
  expect(problem(defineTool({ name: 'a', run: 'text' as never }))).toBe('tool "a": "run" must be a function');
});

test.for<[string, object, string]>([
  ['no name', { tools: [{ run }] }, 'a tool needs "name", a string'],
  ['a name that is no string', { prompts: [{ name: 7, get: run }] }, 'a prompt needs "name", a string'],
  ['no URI', { resources: [{ name: 'a', read: run }] }, 'a resource needs "uri", a string'],
  [
    'a URI in place of a template',
    { resourceTemplates: [{ name: 'a', uri: 'a:{b}', read: run }] },
    'a resource template needs "uriTemplate", a string',
  ],
  ['nothing in a list', { tools: [undefined] }, 'a tool must be an object, not undefined'],
  [
    'a tool in place of a list',
    { tools: { name: 'a', run } },
    'tools must be a list or a registry, not an object',
  ],
  [
    'a description of another type',
    { tools: [{ name: 'a', description: 7, run }] },
    'tool "a": description must be a string',
  ],
  [
    'nothing to get',
    { prompts: [definePrompt({ name: 'a' } as never)] },
    'prompt "a": "get" must be a function',
  ],
  [
    'nothing to read',
    { resources: [{ uri: 'a:b', name: 'a' }] },
    'resource "a:b": "read" must be a function',
  ],
  [
    'arguments in a list',
    { prompts: [{ name: 'a', arguments: [{ name: 'city' }], get: run }] },
    'prompt "a": arguments must be an object, by name, like { city: { required: true } }',
  ],
  [
    'arguments in a schema',
    { prompts: [{ name: 'a', arguments: z.object({ city: z.string() }), get: run }] },
    'prompt "a": arguments must be an object, by name, like { city: { required: true } }',
  ],
  [
    'an argument that is its description',
    { prompts: [{ name: 'a', arguments: { city: 'Where' }, get: run }] },
    'prompt "a": argument "city": arguments must be an object, by name, like { city: { required: true } }',
  ],
])('refuses a definition with %s', ([, options, expected]) => {
  expect(serverProblem(options)).toBe(expected);
});

test('refuses a hint with a misspelled name', () => {
  expect(problem({ name: 'a', annotations: { readonlyHint: true }, run })).toBe(
    'tool "a": annotations have no "readonlyHint"; did you mean "readOnlyHint"?',
  );
  const legal = { title: 'A', readOnlyHint: true, openWorldHint: undefined, audience: ['user'] };
  expect(problem({ name: 'a', annotations: legal, run })).toBe('');
});

test('refuses a server with a text that is not a string', () => {
  expect(serverProblem({ instructions: ['a', 'b'] })).toBe('server server: instructions must be a string');
});

test('refuses a guessable secret for sealed state', () => {
  const tooShort = 'a state secret has 0 characters; give one of 16 or more';
  expect(serverProblem({ stateSecrets: ['x'.repeat(16), ''] })).toContain(tooShort);
  expect(serverProblem({ stateSecrets: ['x'.repeat(16)] })).toBe('');
});

test('a plain object of schemas is not a schema', () => {
  const inputSchema = { city: z.string(), days: z.number() };
  expect(problem({ name: 'a', inputSchema, run })).toBe(
    'tool "a": inputSchema: this is a plain object of schemas; did you mean z.object({ city, … })?',
  );
  expect(problem({ name: 'a', outputSchema: inputSchema, run })).toMatch(
    /^tool "a": outputSchema: this is a plain/,
  );
  const own = { city: { '~standard': { vendor: 'own' } } };
  expect(problem({ name: 'a', inputSchema: own, run })).toContain('did you mean an object schema of own?');
});

test.for([
  ['zod', 'zod 4.2 and newer can'],
  ['valibot', 'give toStandardJsonSchema(schema) of @valibot/to-json-schema'],
  ['own', 'use a version of the library that implements Standard JSON Schema, or its converter'],
] as const)('refuses a schema of %s that cannot describe itself, with a remedy', ([vendor, advice]) => {
  const inputSchema = { '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) } };
  expect(problem({ name: 'a', inputSchema, run })).toBe(
    `tool "a": inputSchema: the ${vendor} schema cannot describe itself as JSON Schema ("~standard.jsonSchema" is missing); ${advice}`,
  );
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

describe.each(['optional', 'required'] as const)('a tool with task: %s', (task) => {
  const tool = defineTool({ name: 'a', task, run });
  const other = defineTool({ name: 'b', run });
  const missing = `tool "a": task: '${task}' has no effect without the extension tasks(); add it to "extensions"`;

  test.each([
    ['a list', [other, tool]],
    ['a registry', toolRegistry([other, tool])],
  ])('needs the extension tasks(): in %s', (_, tools) => {
    expect(serverProblem({ tools })).toBe(missing);
    expect(serverProblem({ tools, extensions: [{ id: 'com.example/tasks' }] })).toBe(missing);
    expect(serverProblem({ tools, extensions: [tasks()] })).toBe('');
    expect(serverProblem({ tools: [other] })).toBe('');
  });
});
