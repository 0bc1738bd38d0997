// Tools: declaring and listing them (server/tools).
import { expect } from 'vitest';
import { defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, notificationOf, request, resultIn } from './messages.ts';
import { connected } from './requirements/types.ts';
import type { Revision } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const text = {
  type: 'object',
  properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1, default: 1 } },
  required: ['text'],
  additionalProperties: false,
} as const;
const echo = defineTool({ name: 'echo', inputSchema: text, run: () => {} });
const named = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });

/** A whole list of tools. */
const listIn = (revision: Revision, tools: readonly object[]): Message => {
  const caching = revision === '2026-07-28' ? { ttlMs: expect.any(Number), cacheScope: 'public' } : {};
  return resultIn(revision, { tools, ...caching });
};

verifies(
  'TOOL-1',
  'declares a live list and says once when it changed',
  async ({ connect }) => {
    const tools = toolRegistry([echo]);
    const client = await connect(defineServer({ ...info, tools, logging: false }));
    expect(client.server['capabilities']).toEqual({ tools: { listChanged: true } });
    await client.request('ping');
    tools.add(named('a'));
    tools.add(named('b'));
    tools.delete('echo');
    await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
    const { tools: listed } = await client.request('tools/list');
    expect(listed).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(client.notifications()).toEqual([notificationOf('notifications/tools/list_changed')]);
  },
  { transports: connected },
);

const schemas = { stateful: 'TOOL-3', modern: 'L-03' };
verifies(schemas, 'lists an object schema for each tool, also one without parameters', async (bench) => {
  const deep = {
    type: 'object',
    properties: { at: { $ref: '#/$defs/point' } },
    $defs: { point: { type: 'object', properties: { x: { type: 'number' } } } },
    if: { required: ['at'] },
    then: { minProperties: 1 },
  } as const;
  const tools = [named('bare'), echo, defineTool({ name: 'deep', inputSchema: deep, run: () => {} })];
  const { revision, connect } = bench;
  const client = await connect(defineServer({ ...info, tools }));
  expect(await exchange(client, request(revision, 'l', 'tools/list'))).toEqual(
    answerTo(
      'l',
      listIn(revision, [
        { name: 'bare', inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
        { name: 'echo', inputSchema: text },
        { name: 'deep', inputSchema: deep },
      ]),
    ),
  );
});

const objects = { stateful: 'PROJ-38', modern: 'L-03' };
verifies(objects, 'refuses, when it is built, input that is no object', async ({ connect, revision }) => {
  const bad: readonly { readonly [key: string]: unknown }[] = [
    ...[{ type: 'array' }, { type: 'string' }, { type: ['object'] }, {}],
    { anyOf: [{ type: 'object' }] },
  ];
  for (const input of bad) {
    const tool = defineTool({ name: 'bad', inputSchema: input, run: () => 'a' });
    expect(() => defineServer({ ...info, tools: [tool] })).toThrow(/bad[^]*"type": "object"/);
  }
  const illegal = defineTool({ name: 'bad', inputSchema: { anyOf: [] }, run: () => 'a' });
  expect(() => defineServer({ ...info, tools: [illegal] })).toThrow(/bad/);
  const client = await connect(defineServer({ ...info, tools: [] }));
  expect(await client.request('tools/list')).toEqual(listIn(revision, []));
});

verifies(
  { stateful: 'TOOL-22', modern: 'P-03' },
  'lists tools in the same order each time',
  async ({ connect }) => {
    const tools = toolRegistry(['z', '10', 'a', '2', 'B', '_', 'b-1', '.'].map((name) => named(name)));
    const server = defineServer({ ...info, tools });
    const list = async (): Promise<unknown[]> => {
      const { tools: listed } = await (await connect(server)).request('tools/list');
      return Array.isArray(listed) ? listed.map((tool) => Reflect.get(Object(tool), 'name')) : [];
    };
    expect(await list()).toEqual(['z', '10', 'a', '2', 'B', '_', 'b-1', '.']);
    expect(await list()).toEqual(['z', '10', 'a', '2', 'B', '_', 'b-1', '.']);
    tools.delete('a');
    tools.add(named('1'));
    expect(await list()).toEqual(['z', '10', '2', 'B', '_', 'b-1', '.', '1']);
  },
);
