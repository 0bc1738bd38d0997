// Tools: what they list beyond name and input, and what they return (server/tools).
import { expect } from 'vitest';
import {
  audio,
  defineServer,
  defineTool,
  image,
  resourceLink,
  ToolResult,
  RpcError,
} from '../../src/index.ts';
import type { JsonSchema, Report } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { answerTo, errorTo, request, requestOf, resultIn } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
const output = {
  type: 'object',
  properties: { sum: { type: 'number' } },
  required: ['sum'],
  additionalProperties: false,
} as const;
const call = (name: string): { [member: string]: unknown } => requestOf(name, 'tools/call', { name });

verifies('TOOL-10', 'lists the hints that the author gave and adds none', async ({ connect }) => {
  const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const tools = [
    defineTool({ name: 'all', annotations: { title: 'All', ...hints }, run: () => {} }),
    defineTool({ name: 'one', annotations: { readOnlyHint: true }, run: () => {} }),
    defineTool({ name: 'none', run: () => {} }),
  ];
  const client = await connect(defineServer({ ...info, tools }));
  expect(await client.request('tools/list')).toEqual({
    tools: [
      { name: 'all', inputSchema, annotations: { title: 'All', ...hints } },
      { name: 'one', inputSchema, annotations: { readOnlyHint: true } },
      { name: 'none', inputSchema },
    ],
  });
});

verifies('TOOL-11', 'lists the title of a tool beside that of its annotations', async ({ connect }) => {
  const tools = [
    defineTool({ name: 'a', title: 'First', description: 'Does it.', run: () => {} }),
    defineTool({ name: 'b', title: 'Second', annotations: { title: 'Other' }, run: () => {} }),
  ];
  const client = await connect(defineServer({ ...info, tools }));
  expect(await client.request('tools/list')).toEqual({
    tools: [
      { name: 'a', title: 'First', description: 'Does it.', inputSchema },
      { name: 'b', title: 'Second', annotations: { title: 'Other' }, inputSchema },
    ],
  });
});

verifies(
  ['TOOL-12', 'TOOL-13', 'TOOL-14'],
  'lists an output schema and sends what fits it',
  async (bench) => {
    const add = defineTool({ name: 'add', outputSchema: output, run: () => ({ sum: 3 }) });
    const client = await bench.connect(defineServer({ ...info, tools: [add] }));
    expect(await client.request('tools/list')).toEqual({
      tools: [{ name: 'add', inputSchema, outputSchema: output }],
    });
    expect(await exchange(client, call('add'))).toEqual(
      answerTo('add', { content: [{ type: 'text', text: '{"sum":3}' }], structuredContent: { sum: 3 } }),
    );
  },
);

const fitting = { stateful: 'TOOL-13', modern: 'L-04' };
verifies(fitting, 'never ships structured content that does not fit', async ({ connect, revision }) => {
  const reports: Report[] = [];
  const list = { type: 'array', items: { type: 'integer' } } as const;
  const returns: readonly (readonly [JsonSchema, readonly unknown[]])[] = [
    [output, [{}, { sum: '3' }, { sum: 3, secret: 'hidden' }, [], null, 'hidden']],
    [
      output,
      [undefined, { sum: 'hidden' }].map(
        (value) => new ToolResult({ content: 'hidden', structuredContent: value }),
      ),
    ],
    [list, [['a'], {}, undefined, new ToolResult({ content: 'x', structuredContent: 'y' })]],
  ];
  const tools = returns.flatMap(([outputSchema, values], row) =>
    values.flatMap((value, index) => [
      { name: `now${row}.${index}`, outputSchema, run: () => value },
      { name: `late${row}.${index}`, outputSchema, run: () => Promise.resolve(value) },
    ]),
  );
  const report = (entry: Report): void => void reports.push(entry);
  const client = await connect(defineServer({ ...info, tools, report }));
  const text = expect.stringMatching(/^Internal error \([0-9a-f]{8}\)/);
  for (const { name } of tools) {
    expect(await exchange(client, request(revision, name, 'tools/call', { name }))).toEqual(
      answerTo(name, resultIn(revision, { content: [{ type: 'text', text }], isError: true })),
    );
  }
  expect(reports).toHaveLength(tools.length);
  expect(reports[0]).toMatchObject({ error: { message: expect.stringContaining('output schema') } });
});

verifies('TOOL-13', "sends the tool's own blocks beside structured content", async ({ connect }) => {
  const own = defineTool({
    name: 'own',
    outputSchema: output,
    run: () => new ToolResult({ content: 'It is three.', structuredContent: { sum: 3 } }),
  });
  const client = await connect(defineServer({ ...info, tools: [own] }));
  expect(await client.request('tools/call', { name: 'own' })).toEqual({
    content: [{ type: 'text', text: 'It is three.' }],
    structuredContent: { sum: 3 },
  });
});

verifies('TOOL-14', 'repeats structured content as the same JSON in a text block', async ({ connect }) => {
  const value = { text: 'ü "quoted" \u2028', list: [1, null, { deep: true }] };
  const tool = defineTool({ name: 'a', outputSchema: { type: 'object' }, run: () => value });
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  const result = await client.request('tools/call', { name: 'a' });
  expect(result).toEqual({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
  });
});

verifies(
  { stateful: 'PROJ-35', modern: 'L-04' },
  'sends structured content of any type, and wraps it where only objects are known',
  async ({ connect, revision }) => {
    const values: readonly (readonly [string, JsonSchema, unknown])[] = [
      ['list', { type: 'array', items: { type: 'integer' } }, [1, 2]],
      ['zero', { type: 'number' }, 0],
      ['number', { type: 'number' }, 1.5],
      ['empty', { type: 'string' }, ''],
      ['text', { type: 'string' }, 'a'],
      ['no', { type: 'boolean' }, false],
      ['null', { type: 'null' }, null],
      ['any', {}, { a: 1 }],
      ['any-list', {}, [{ a: null }]],
      ['either', { anyOf: [{ type: 'object' }, { type: 'string' }] }, { a: 1 }],
    ];
    const tools = values.map(([name, outputSchema, value]) => ({ name, outputSchema, run: () => value }));
    const client = await connect(defineServer({ ...info, tools }));
    const isModern = revision === '2026-07-28';
    const wrap = (member: string, wrapped: object, bare: unknown): object =>
      revision < '2025-06-18' ? {} : { [member]: isModern ? bare : wrapped };
    const listed = await client.request('tools/list');
    expect(listed['tools']).toEqual(
      values.map(([name, schema]) => {
        const wrapped = { type: 'object', properties: { result: schema }, required: ['result'] };
        return { name, inputSchema, ...wrap('outputSchema', wrapped, schema) };
      }),
    );
    for (const [name, , value] of values) {
      const content = [{ type: 'text', text: JSON.stringify(value) }];
      expect(await client.request('tools/call', { name })).toEqual(
        resultIn(revision, { content, ...wrap('structuredContent', { result: value }, value) }),
      );
    }
  },
);

verifies('TOOL-15', 'sends no structured content with an error result', async ({ connect }) => {
  const tools = [
    defineTool({
      name: 'a',
      outputSchema: output,
      run: () => new ToolResult({ content: 'It failed.', isError: true, structuredContent: { sum: 3 } }),
    }),
    defineTool({
      name: 'b',
      run: () => new ToolResult({ content: 'It failed.', isError: true, structuredContent: { sum: 3 } }),
    }),
  ];
  const client = await connect(defineServer({ ...info, tools }));
  for (const { name } of tools) {
    expect(await exchange(client, call(name))).toEqual(
      answerTo(name, { content: [{ type: 'text', text: 'It failed.' }], isError: true }),
    );
  }
});

verifies('TOOL-16', 'sends links to resources with URI and name', async ({ connect }) => {
  const links = [
    resourceLink({ uri: 'test://a', name: 'a' }),
    resourceLink({
      uri: 'file:///b.txt',
      name: 'b.txt',
      title: 'B',
      description: 'The letter.',
      mimeType: 'text/plain',
      size: 5,
      annotations: { audience: ['user'], priority: 1 },
    }),
  ];
  const tool = defineTool({ name: 'links', run: () => links });
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  expect(await exchange(client, call('links'))).toEqual(
    answerTo('links', {
      content: [
        { type: 'resource_link', uri: 'test://a', name: 'a' },
        {
          type: 'resource_link',
          uri: 'file:///b.txt',
          name: 'b.txt',
          title: 'B',
          description: 'The letter.',
          mimeType: 'text/plain',
          size: 5,
          annotations: { audience: ['user'], priority: 1 },
        },
      ],
    }),
  );
});

verifies(
  'TOOL-18',
  'sends images and audio as base64 with their MIME type',
  async ({ connect, revision }) => {
    const media = defineTool({
      name: 'media',
      run: () => [image('iVBORw==', 'image/png'), audio('UklGRg==', 'audio/wav')],
    });
    const client = await connect(defineServer({ ...info, tools: [media] }));
    const sound =
      revision === '2024-11-05'
        ? {
            type: 'resource',
            resource: { uri: expect.any(String), mimeType: 'audio/wav', blob: 'UklGRg==' },
          }
        : { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
    expect(await exchange(client, call('media'))).toEqual(
      answerTo('media', { content: [{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }, sound] }),
    );
  },
);

verifies('TOOL-20', 'lists the icons of a tool', async ({ connect }) => {
  const icons = [
    { src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48', '96x96'] },
    { src: 'data:image/svg+xml;base64,PHN2Zy8+', sizes: ['any'], theme: 'dark' },
  ] as const;
  const tool = defineTool({ name: 'a', icons, run: () => {} });
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  expect(await client.request('tools/list')).toEqual({ tools: [{ name: 'a', inputSchema, icons }] });
});

verifies('TOOL-24', 'sends the demand for a URL visit as protocol error', async ({ connect }) => {
  const visit = { message: 'Please sign in.', url: 'https://example.com/in' };
  const demand = (): never => {
    throw new RpcError(-32042, 'Sign in first.', {
      elicitations: [{ mode: 'url', elicitationId: '1', ...visit }],
    });
  };
  const tools = [
    defineTool({ name: 'now', run: demand }),
    defineTool({ name: 'late', run: async () => demand() }),
    defineTool({ name: 'structured', outputSchema: output, run: demand }),
  ];
  const client = await connect(defineServer({ ...info, tools }), {
    capabilities: { elicitation: { url: {} } },
  });
  const elicitations = [{ mode: 'url', elicitationId: expect.any(String), ...visit }];
  for (const { name } of tools) {
    expect(await exchange(client, call(name))).toEqual(
      errorTo(name, { code: -32042, message: 'Sign in first.', data: { elicitations } }),
    );
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
