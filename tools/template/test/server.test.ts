import { checkSchemas, connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { toServer } from '../src/server.ts';

const server = toServer({ greeting: 'Hello' });

test('greets by name', async () => {
  await using client = await connect(server, { revision: '2025-11-25' });
  expect(await client.request('tools/call', { name: 'greet', arguments: { name: 'Ada' } })).toEqual({
    content: [{ type: 'text', text: 'Hello, Ada!' }],
  });
});

test('tells the model what is wrong with its arguments', async () => {
  await using client = await connect(server);
  const result = await client.request('tools/call', { name: 'greet', arguments: { name: '' } });
  expect(result).toMatchObject({ resultType: 'complete', isError: true });
});

test('the schemas of its tools are legal', async () => {
  await expect(checkSchemas(server)).resolves.toBeUndefined();
});
