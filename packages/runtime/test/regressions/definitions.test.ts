// Regressions: definitions once served differently from what their authors meant.
import { expect, test, vi } from 'vitest';
import { defineResource, defineServer, defineTool, type Report } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const info = { name: 'server', version: '1.0.0' };

test('keeps local references of an output schema that is wrapped for sessions', async () => {
  const list = defineTool({
    name: 'list',
    outputSchema: { type: 'array', items: { $ref: '#/$defs/item' }, $defs: { item: { type: 'string' } } },
    run: () => ['a'],
  });
  await using client = await connect(defineServer({ ...info, tools: [list] }), { revision: '2025-11-25' });
  const { tools } = await client.request('tools/list');
  const result = {
    type: 'array',
    items: { $ref: '#/properties/result/$defs/item' },
    $defs: { item: { type: 'string' } },
  };
  expect(tools).toMatchObject([
    { outputSchema: { type: 'object', properties: { result }, required: ['result'] } },
  ]);
  expect(await client.request('tools/call', { name: 'list' })).toEqual({
    content: [{ type: 'text', text: '["a"]' }],
    structuredContent: { result: ['a'] },
  });
});

test('reports a watch that fails to stop instead of ending the process', async () => {
  const reports: Report[] = [];
  const watch = () => () => {
    throw new Error('cannot stop');
  };
  const resource = defineResource({ uri: 'a:b', name: 'b', read: () => '', watch });
  const server = defineServer({
    ...info,
    resources: [resource],
    report: (entry) => void reports.push(entry),
  });
  await using client = await connect(server, { revision: '2025-11-25' });
  await client.request('resources/subscribe', { uri: 'a:b' });
  await client.request('resources/unsubscribe', { uri: 'a:b' });
  await vi.waitFor(
    () => expect(reports).toMatchObject([{ level: 'error', message: 'stopping the watch of a:b failed' }]),
    20_000,
  );
});

test.each([{ inFlight: 0 }, { queue: -1 }, { batch: 1.5 }, { stallMs: Number.NaN }])(
  'refuses the limits %j',
  (limits) => {
    expect(() => defineServer({ ...info, limits })).toThrow(/must be a positive integer/);
  },
);

test('accepts a watch that reports a change at once', async () => {
  const eager = defineResource({
    uri: 'test://eager',
    name: 'eager',
    read: () => '',
    watch: (updated) => {
      updated();
      return () => {};
    },
  });
  await using client = await connect(defineServer({ ...info, resources: [eager] }), {
    revision: '2025-11-25',
  });
  expect(await client.request('resources/subscribe', { uri: 'test://eager' })).toEqual({});
  expect(await client.waitFor(({ method }) => method === 'notifications/resources/updated')).toMatchObject({
    params: { uri: 'test://eager' },
  });
});
