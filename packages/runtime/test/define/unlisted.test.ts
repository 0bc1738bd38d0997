// unlisted: arguments that calls accept but lists omit (server/tools).
import { defineServer, defineTool } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';

const inputSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, place: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
} as const;

const echo = (unlisted: readonly string[]) =>
  defineTool({
    name: 'echo',
    description: 'Returns the text.',
    inputSchema,
    unlisted,
    run: ({ text, place = 'here' }) => `${text} ${place}`,
  });

test.each(['2025-11-25', '2026-07-28'] as const)(
  'is validated and passed on but not listed in %s',
  async (revision) => {
    await using client = await connect(defineServer({ name: 'a', version: '1', tools: [echo(['place'])] }), {
      revision,
    });
    const { tools } = (await client.request('tools/list')) as unknown as { tools: { inputSchema: object }[] };
    expect(tools[0]?.inputSchema).toEqual({ ...inputSchema, properties: { text: { type: 'string' } } });
    const call = (args: object) => client.request('tools/call', { name: 'echo', arguments: args });
    expect(await call({ text: 'a', place: 'there' })).toMatchObject({ content: [{ text: 'a there' }] });
    expect(await call({ text: 'a', place: 1 })).toMatchObject({ isError: true });
  },
);

test.each(['text', 'other'])('%s cannot be omitted from a list', (name) => {
  expect(() => defineServer({ name: 'a', version: '1', tools: [echo([name])] })).toThrow(
    `tool "echo": "unlisted" names "${name}", which is not an optional argument`,
  );
});

test('accepts a deprecated choice without listing it, and lists a single remaining choice directly', async () => {
  const choices = [{ type: 'string' }, { type: 'object', deprecated: true }] as const;
  const many = { type: 'array', items: { anyOf: choices } } as const;
  const count = defineTool({
    name: 'count',
    inputSchema: { type: 'object', properties: { many } },
    run: ({ many: given = [] }) => String(given.length),
  });
  await using client = await connect(defineServer({ name: 'a', version: '1', tools: [count] }));
  const { tools } = await client.request('tools/list');
  expect(tools).toEqual([
    {
      name: 'count',
      inputSchema: {
        type: 'object',
        properties: { many: { type: 'array', items: { type: 'string' } } },
      },
    },
  ]);
  const call = (args: object) => client.request('tools/call', { name: 'count', arguments: args });
  expect(await call({ many: ['a', { b: 1 }] })).toMatchObject({ content: [{ text: '2' }] });
  expect(await call({ many: [1] })).toMatchObject({ isError: true });
});

test('lists a choice of a string or a list of strings, and accepts both', async () => {
  const glob = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } as const;
  const search = defineTool({
    name: 'search',
    inputSchema: { type: 'object', properties: { glob } },
    run: ({ glob: given = [] }) => [given].flat().join(),
  });
  await using client = await connect(defineServer({ name: 'a', version: '1', tools: [search] }));
  expect(await client.request('tools/list')).toMatchObject({
    tools: [{ inputSchema: { type: 'object', properties: { glob } } }],
  });
  const call = (args: object) => client.request('tools/call', { name: 'search', arguments: args });
  expect(await call({ glob: 'a' })).toMatchObject({ content: [{ text: 'a' }] });
  expect(await call({ glob: ['a', 'b'] })).toMatchObject({ content: [{ text: 'a,b' }] });
  expect(await call({ glob: [1] })).toMatchObject({ isError: true });
});
