// Arguments as hosts send them: strings instead of numbers, booleans, lists and objects.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, ToolError } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const echo = defineTool({
  name: 'echo',
  inputSchema: {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      ratio: { type: 'number' },
      loud: { type: 'boolean' },
      name: { type: 'string' },
      paths: { type: 'array', items: { type: 'string' } },
      edits: {
        type: 'array',
        items: { type: 'object', properties: { all: { type: 'boolean' }, text: { type: 'string' } } },
      },
      params: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'object' }] },
      },
      glob: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      cell: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      any: {},
    },
    additionalProperties: false,
  },
  run: (args) => JSON.stringify(args),
});

const call = async (args: object, coerceArguments = true) => {
  const server = defineServer({ name: 'echo', version: '1', tools: [echo], coerceArguments });
  await using client = await connect(server);
  return await client.request('tools/call', { name: 'echo', arguments: args });
};

describe('a server that coerces arguments', () => {
  test.each([
    [{ count: '5' }, { count: 5 }],
    [{ ratio: '-0.5e1' }, { ratio: -5 }],
    [{ loud: 'true' }, { loud: true }],
    [{ paths: '["a","b"]' }, { paths: ['a', 'b'] }],
    [{ paths: 'a' }, { paths: ['a'] }],
    [{ params: { a: 1 } }, { params: [{ a: 1 }] }],
    [{ params: '{"a":1}' }, { params: [{ a: 1 }] }],
    [{ params: 'a' }, { params: ['a'] }],
    [{ params: '["a",1]' }, { params: ['a', 1] }],
    [{ paths: '[id].tsx' }, { paths: ['[id].tsx'] }],
    [{ glob: 'a' }, { glob: 'a' }],
    [{ glob: ['a'] }, { glob: ['a'] }],
    [{ glob: '["a","b"]' }, { glob: ['a', 'b'] }],
    [{ glob: '[1]' }, { glob: '[1]' }],
    [{ glob: '[ab].txt' }, { glob: '[ab].txt' }],
    [{ glob: null, cell: null }, { cell: null }],
    [{ edits: { text: 'a' } }, { edits: [{ text: 'a' }] }],
    [{ edits: '[{"all":"true","text":"5"}]' }, { edits: [{ all: true, text: '5' }] }],
    [{ edits: ['{"all":false}'] }, { edits: [{ all: false }] }],
    [
      { name: '5', any: '["a"]' },
      { name: '5', any: '["a"]' },
    ],
    [
      { name: null, count: null, paths: null, any: null, edits: [{ all: null, text: 'a' }] },
      { any: null, edits: [{ text: 'a' }] },
    ],
  ])('reads %j as %j', async (given, read) => {
    expect(await call(given)).toMatchObject({ content: [{ text: JSON.stringify(read) }] });
  });

  test.each([
    [{ count: '5.5' }, '/count'],
    [{ count: '0x5' }, '/count'],
    [{ ratio: '1e999' }, '/ratio'],
    [{ loud: 'yes' }, '/loud'],
    [{ paths: '["a"' }, '/paths'],
    [{ paths: '[1]' }, '/paths/0'],
    [{ edits: '{"all":true}' }, '/edits'],
  ])('refuses %j', async (given, path) => {
    const { isError, content } = await call(given);
    expect(isError).toBe(true);
    expect(content).toMatchObject([{ text: expect.stringContaining(`${path}:`) }]);
  });
});

test('a server does not coerce unless it says so', async () => {
  expect(await call({ count: '5' }, false)).toMatchObject({ isError: true });
});

test('a ToolError has metadata for programs', async () => {
  const fail = defineTool({
    name: 'fail',
    run: () => {
      throw new ToolError('The disk is full.', { _meta: { 'com.example/error': { code: 'no_space' } } });
    },
  });
  await using client = await connect(defineServer({ name: 'fail', version: '1', tools: [fail] }));
  expect(await client.request('tools/call', { name: 'fail' })).toMatchObject({
    content: [{ type: 'text', text: 'The disk is full.' }],
    isError: true,
    _meta: { 'com.example/error': { code: 'no_space' } },
  });
});
