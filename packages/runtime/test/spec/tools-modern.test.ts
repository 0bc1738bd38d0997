// Tools in 2026-07-28: errors, schemas, structured content of any type (server/tools).
import { expect } from 'vitest';
import {
  audio,
  defineResource,
  defineServer,
  defineTool,
  image,
  resourceLink,
  ToolResult,
  toolRegistry,
} from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const stamp = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': info } };
const bare = { type: 'object', properties: {}, additionalProperties: false };

verifies('L-01', 'declares each feature it serves and no other', async ({ connect }) => {
  const prompt = { name: 'p', arguments: { a: { complete: () => ['x'] } }, get: () => 'Hi.' };
  const resource = defineResource({ uri: 'test://a', name: 'a', read: () => '' });
  const capabilities = async (options: object): Promise<unknown> => {
    const client = await connect(defineServer({ ...info, ...options }));
    return client.server['capabilities'];
  };
  expect(await capabilities({ logging: false })).toEqual({});
  expect(await capabilities({})).toEqual({ logging: {} });
  expect(await capabilities({ tools: [], logging: false })).toEqual({ tools: {} });
  expect(await capabilities({ tools: toolRegistry(), logging: false })).toEqual({
    tools: { listChanged: true },
  });
  expect(await capabilities({ resources: [resource], prompts: [prompt], logging: false })).toEqual({
    resources: {},
    prompts: {},
    completions: {},
  });
  const watched = { ...resource, watch: () => () => {} };
  expect(await capabilities({ resources: [watched], logging: false })).toEqual({
    resources: { subscribe: true },
  });
});

verifies('L-03', 'lists an object schema for the input of each tool', async ({ connect }) => {
  const deep = defineTool({
    name: 'deep',
    inputSchema: {
      type: 'object',
      properties: { at: { $ref: '#/$defs/point' } },
      $defs: { point: { type: 'object', properties: { x: { type: 'number' } } } },
      if: { required: ['at'] },
      then: { minProperties: 1 },
    },
    run: () => {},
  });
  const client = await connect(
    defineServer({ ...info, tools: [deep, defineTool({ name: 'bare', run: () => {} })] }),
  );
  expect(await client.request('tools/list')).toEqual({
    ...stamp,
    tools: [
      {
        name: 'deep',
        inputSchema: {
          type: 'object',
          properties: { at: { $ref: '#/$defs/point' } },
          $defs: { point: { type: 'object', properties: { x: { type: 'number' } } } },
          if: { required: ['at'] },
          then: { minProperties: 1 },
        },
      },
      { name: 'bare', inputSchema: bare },
    ],
    ttlMs: expect.any(Number),
    cacheScope: 'public',
  });
  for (const input of [{}, { type: 'string' }, { type: ['object'] }, { anyOf: [{ type: 'object' }] }]) {
    const tool = defineTool({ name: 'a', inputSchema: input, run: () => {} });
    expect(() => defineServer({ ...info, tools: [tool] })).toThrow(/"type": "object"/);
  }
});

verifies('L-04', 'sends structured content of any type and repeats it as text', async ({ connect }) => {
  const values: readonly [string, object, unknown][] = [
    ['object', { type: 'object' }, { a: 1 }],
    ['array', { type: 'array', items: { type: 'integer' } }, [1, 2]],
    ['number', { type: 'number' }, 1.5],
    ['zero', { type: 'number' }, 0],
    ['text', { type: 'string' }, 'a'],
    ['no', { type: 'boolean' }, false],
    ['null', { type: 'null' }, null],
    ['any', {}, [{ a: null }]],
  ];
  const tools = values.map(([name, output, value]) => ({
    name,
    outputSchema: { ...output },
    run: () => value,
  }));
  const client = await connect(defineServer({ ...info, tools }));
  const { tools: listed } = await client.request('tools/list');
  expect(listed).toEqual(values.map(([name, outputSchema]) => ({ name, inputSchema: bare, outputSchema })));
  for (const [name, , value] of values) {
    expect(await client.request('tools/call', { name })).toEqual({
      ...stamp,
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    });
  }
});

verifies('L-04', 'ships nothing that does not fit the output schema', async ({ connect }) => {
  const output = { type: 'array', items: { type: 'integer' } } as const;
  const tools = [['a'], {}, undefined, new ToolResult({ content: 'x', structuredContent: 'y' })].map(
    (value, index) => ({ name: `t${index}`, outputSchema: output, run: () => value }),
  );
  const client = await connect(defineServer({ ...info, tools, report: () => {} }));
  for (const { name } of tools) {
    expect(await client.request('tools/call', { name })).toEqual({
      ...stamp,
      content: [{ type: 'text', text: expect.stringMatching(/^Internal error/) }],
      isError: true,
    });
  }
});

verifies('L-04', 'sends all five kinds of blocks and the metadata of a result', async ({ connect }) => {
  const all = defineTool({
    name: 'all',
    run: () =>
      new ToolResult({
        content: [
          { type: 'text', text: 'a', annotations: { priority: 0.5, lastModified: '2026-01-01T00:00:00Z' } },
          image('AA==', 'image/png'),
          audio('AQ==', 'audio/wav'),
          resourceLink({ uri: 'test://a', name: 'a', icons: [{ src: 'https://example.com/a.png' }] }),
          { type: 'resource', resource: { uri: 'test://b', text: 'b', _meta: { 'example.org/c': 1 } } },
        ],
        _meta: { 'example.org/a': { b: [1] } },
      }),
  });
  const client = await connect(defineServer({ ...info, tools: [all] }));
  expect(await client.request('tools/call', { name: 'all' })).toEqual({
    resultType: 'complete',
    _meta: { 'example.org/a': { b: [1] }, 'io.modelcontextprotocol/serverInfo': info },
    content: [
      { type: 'text', text: 'a', annotations: { priority: 0.5, lastModified: '2026-01-01T00:00:00Z' } },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'AQ==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'test://a', name: 'a', icons: [{ src: 'https://example.com/a.png' }] },
      { type: 'resource', resource: { uri: 'test://b', text: 'b', _meta: { 'example.org/c': 1 } } },
    ],
  });
});

verifies('L-06', 'never runs a tool on arguments its schema refuses', async ({ connect }) => {
  const seen: unknown[] = [];
  const even = defineTool({
    name: 'even',
    inputSchema: {
      type: 'object',
      properties: { n: { type: 'integer', multipleOf: 2 }, kind: { enum: ['a', 'b'] } },
      required: ['n'],
      dependentRequired: { kind: ['n'] },
      unevaluatedProperties: false,
    },
    run: (args) => void seen.push(args),
  });
  const client = await connect(defineServer({ ...info, tools: [even] }));
  for (const args of [{}, { n: 1 }, { n: '2' }, { n: 2, kind: 'c' }, { kind: 'a' }, { n: 2, x: 1 }]) {
    expect(await client.request('tools/call', { name: 'even', arguments: args })).toEqual({
      ...stamp,
      content: [{ type: 'text', text: expect.stringMatching(/^Invalid arguments for tool even:\n./) }],
      isError: true,
    });
  }
  expect(seen).toEqual([]);
  await client.request('tools/call', { name: 'even', arguments: { n: 2, kind: 'a' } });
  expect(seen).toEqual([{ n: 2, kind: 'a' }]);
});
