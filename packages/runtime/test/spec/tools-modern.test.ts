// Tools in 2026-07-28: errors, schemas, structured content of any type (server/tools).
import { expect } from 'vitest';
import {
  audio,
  defineResource,
  defineServer,
  defineTool,
  image,
  resourceLink,
  ToolError,
  ToolResult,
  toolRegistry,
} from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const stamp = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': info } };
const bare = { type: 'object', properties: {}, additionalProperties: false };
const echo = defineTool({
  name: 'echo',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  run: ({ text }) => text,
});

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

verifies('L-02', 'refuses an unknown tool and malformed params as bad params', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }));
  const malformed = [
    ...[{}, { name: 7 }, { name: 'unknown' }, { name: 'toString' }],
    ...[[], null, 'text'].map((args) => ({ name: 'echo', arguments: args })),
  ];
  for (const params of malformed) {
    await expect(client.request('tools/call', params)).rejects.toMatchObject({ code: -32602 });
  }
});

verifies('L-02', 'answers bad input and failures by an error result', async ({ connect }) => {
  const fail = (name: string, error: Error): ReturnType<typeof defineTool> =>
    defineTool({
      name,
      run: () => {
        throw error;
      },
    });
  const tools = [echo, fail('own', new ToolError('Too late.')), fail('bug', new Error('secret'))];
  const client = await connect(defineServer({ ...info, tools, report: () => {} }));
  const failure = (text: unknown): object => ({ ...stamp, content: [{ type: 'text', text }], isError: true });
  expect(await client.request('tools/call', { name: 'echo', arguments: { txt: 'a' } })).toEqual(
    failure(expect.stringMatching(/"text"[^]*unknown property "txt"[^]*did you mean "text"\?/)),
  );
  expect(await client.request('tools/call', { name: 'own' })).toEqual(failure('Too late.'));
  expect(await client.request('tools/call', { name: 'bug' })).toEqual(
    failure(expect.stringMatching(/^Internal error \([0-9a-f]{8}\); the server's log has the details$/)),
  );
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

verifies('L-05', 'refuses malformed and doubled tool names when it is built', async ({ connect }) => {
  const named = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
  for (const name of ['', 'a b', 'ä', 'a/b', 'x'.repeat(129)]) {
    expect(() => defineServer({ ...info, tools: [named(name)] })).toThrow(/name/);
  }
  expect(() => defineServer({ ...info, tools: [named('a'), named('a')] })).toThrow(/"a"/);
  const client = await connect(defineServer({ ...info, tools: [named('a'), named('A')] }));
  expect(await client.request('tools/call', { name: 'A' })).toEqual({
    ...stamp,
    content: [{ type: 'text', text: 'A' }],
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
