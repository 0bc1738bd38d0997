// A property with a default is always there, also in nested objects and in lists of objects.
import { defineServer, defineTool } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';

const step = {
  type: 'object',
  properties: { name: { type: 'string' }, times: { type: 'integer', default: 1 } },
} as const;

const show = defineTool({
  name: 'show',
  inputSchema: {
    type: 'object',
    properties: {
      follow: {
        type: 'object',
        properties: { max: { type: 'integer', default: 10 }, tags: { type: 'array', default: ['a'] } },
      },
      steps: { type: 'array', items: step },
      plain: { type: ['string', 'null'], default: 'x' },
    },
  },
  run: (args) => JSON.stringify(args),
});

test.each([
  [{}, { plain: 'x' }],
  [{ plain: null }, { plain: null }],
  [{ follow: {} }, { follow: { max: 10, tags: ['a'] }, plain: 'x' }],
  [{ follow: { max: 2 } }, { follow: { max: 2, tags: ['a'] }, plain: 'x' }],
  [{ steps: [{ name: 'a' }, { times: 3 }] }, { steps: [{ name: 'a', times: 1 }, { times: 3 }], plain: 'x' }],
])('%j is read as %j', async (given, read) => {
  await using client = await connect(defineServer({ name: 'a', version: '1', tools: [show] }));
  const { content } = (await client.request('tools/call', { name: 'show', arguments: given })) as unknown as {
    readonly content: readonly { readonly text: string }[];
  };
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(read);
});
