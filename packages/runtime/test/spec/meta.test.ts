// Metadata: what is accepted, handed on, listed and refused (basic/index, "_meta").
import { expect } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  embeddedResource,
  resourceLink,
  text,
  ToolResult,
} from '../../src/index.ts';
import type { Meta, Prompt, Resource, ResourceTemplate, Tool } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench } from './harness.ts';
import { answerTo, notificationOf, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const own = { 'example.org/a': { deep: [1, null] }, plain: true };
const malformed = [
  ...['-a', 'a-', '.a', 'a b', 'a/b/c', '/a', 'ä', 'a/-b', 'a/b.', 'a:b', '1a/b', 'a-/b', '-a/b', 'a..b/c'],
  ...['.a/b', 'a./b', 'a_b/c', 'a b/c'],
];
const reserved = [
  ...['mcp.dev/a', 'modelcontextprotocol.io/a', 'tools.mcp.com/a', 'api.modelcontextprotocol.org/a'],
  ...['io.modelcontextprotocol/a', 'com.mcp.tools/a', 'dev.mcp/a', 'a.b.mcp.c/d'],
];
const good = [
  'a',
  'A1',
  'a.b-c_d',
  'example.org/',
  'com.example.mcp/a',
  'a/b',
  'a-b.c1/d_e',
  'mcp/a',
  'mcps.dev/a',
];

/** Which of the keys a server may be built with, wherever it has metadata. */
const accepted = (keys: readonly string[]): string[] =>
  keys.filter((key) => {
    const meta: Meta = { [key]: 1 };
    const parts: {
      tools?: Tool[];
      resources?: Resource[];
      resourceTemplates?: ResourceTemplate[];
      prompts?: Prompt[];
    }[] = [
      { tools: [defineTool({ name: 'a', _meta: meta, run: () => {} })] },
      { resources: [{ uri: 'test://a', name: 'a', _meta: meta, read: () => '' }] },
      { resourceTemplates: [{ uriTemplate: 'test://{a}', name: 'a', _meta: meta, read: () => '' }] },
      { prompts: [{ name: 'a', _meta: meta, get: () => '' }] },
    ];
    const outcomes = parts.map((options) => {
      try {
        defineServer({ ...info, ...options });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ name: 'DefinitionError', message: expect.stringContaining(key) });
        return false;
      }
    });
    expect(new Set(outcomes).size).toBe(1);
    return outcomes[0];
  });
const listing = async ({ connect }: Bench): Promise<unknown> => {
  const meta = Object.fromEntries(good.map((key, index) => [key, index]));
  const tools = [defineTool({ name: 'a', _meta: meta, run: () => {} })];
  const result = await (await connect(defineServer({ ...info, tools }))).request('tools/list');
  expect(result['tools']).toMatchObject([{ name: 'a', _meta: meta }]);
  return result;
};

verifies(
  'META-1',
  'accepts metadata on requests and notifications and sends it on results',
  async (bench) => {
    const tool = defineTool({
      name: 'a',
      run: (_, ctx) => new ToolResult({ content: JSON.stringify(ctx._meta), _meta: own }),
    });
    const client = await bench.connect(defineServer({ ...info, tools: [tool] }));
    client.send(notificationOf('notifications/progress', { _meta: own }));
    for (const method of ['ping', 'tools/list']) {
      const answer = await exchange(client, requestOf(method, method, { _meta: own }));
      expect(answer).toMatchObject({ id: method, result: {} });
      expect(answer['result']).not.toHaveProperty('_meta');
    }
    const params = { name: 'a', _meta: own };
    expect(await exchange(client, requestOf('c', 'tools/call', params))).toEqual(
      answerTo('c', { content: [{ type: 'text', text: JSON.stringify(own) }], _meta: own }),
    );
  },
);

verifies('META-2', 'sends metadata on listed objects, contents and blocks', async ({ connect }) => {
  const contents = { uri: 'test://a', text: '', _meta: own };
  const tool = defineTool({
    name: 'a',
    _meta: own,
    run: () => [
      text('a', { _meta: own }),
      resourceLink({ uri: 'test://a', name: 'a', _meta: own }),
      embeddedResource(contents, { _meta: { other: 1 } }),
    ],
  });
  const server = defineServer({
    ...info,
    tools: [tool],
    resources: [defineResource({ uri: 'test://a', name: 'a', _meta: own, read: () => contents })],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', _meta: own, read: () => '' }],
    prompts: [{ name: 'a', _meta: own, get: () => [{ role: 'user', content: text('a', { _meta: own }) }] }],
  });
  const client = await connect(server);
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const expected: readonly (readonly [string, { [member: string]: unknown }, object])[] = [
    ['tools/list', {}, { tools: [{ name: 'a', inputSchema, _meta: own }] }],
    ['resources/list', {}, { resources: [{ uri: 'test://a', name: 'a', _meta: own }] }],
    [
      'resources/templates/list',
      {},
      { resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', _meta: own }] },
    ],
    ['resources/read', { uri: 'test://a' }, { contents: [contents] }],
    ['prompts/list', {}, { prompts: [{ name: 'a', _meta: own }] }],
    [
      'prompts/get',
      { name: 'a' },
      { messages: [{ role: 'user', content: { type: 'text', text: 'a', _meta: own } }] },
    ],
    [
      'tools/call',
      { name: 'a' },
      {
        content: [
          { type: 'text', text: 'a', _meta: own },
          { type: 'resource_link', uri: 'test://a', name: 'a', _meta: own },
          { type: 'resource', resource: contents, _meta: { other: 1 } },
        ],
      },
    ],
  ];
  for (const [method, params, result] of expected) {
    expect(await client.request(method, params)).toEqual(result);
  }
});

verifies(['META-3', 'META-5'], 'refuses malformed and reserved metadata keys of authors', async (bench) => {
  expect(accepted(malformed)).toEqual([]);
  expect(accepted(reserved)).toEqual([]);
  expect(accepted(good)).toEqual(good);
  await listing(bench);
});

verifies('B-11', 'refuses malformed and reserved metadata keys of authors', async (bench) => {
  expect(accepted(malformed)).toEqual([]);
  expect(accepted(reserved)).toEqual([]);
  expect(accepted(good)).toEqual(good);
  await listing(bench);
});

verifies('META-6', 'hands metadata on to the author as it came and does not send it back', async (bench) => {
  const seen: unknown[] = [];
  const spy = defineTool({ name: 'spy', run: (_, ctx) => void seen.push(ctx._meta) });
  const client = await bench.connect(defineServer({ ...info, tools: [spy] }));
  const metas: unknown[] = [
    { 'io.modelcontextprotocol/related-task': 7, 'io.modelcontextprotocol/unheard': { a: [] }, x: null },
    {},
    undefined,
    null,
    'text',
    [1],
  ];
  for (const [id, _meta] of metas.entries()) {
    const params = { name: 'spy', _meta };
    expect(await exchange(client, requestOf(`m${id}`, 'tools/call', params))).toEqual(
      answerTo(`m${id}`, { content: [] }),
    );
  }
  expect(seen).toEqual([metas[0], {}, {}, {}, {}, {}]);
});

verifies('META-7', 'knows the progress token among the metadata', async ({ connect }) => {
  const step = defineTool({ name: 'step', run: (_, ctx) => ctx.progress(1, 2) });
  const client = await connect(defineServer({ ...info, tools: [step] }));
  for (const progressToken of ['t', 0, '']) {
    const meta = { progressToken, 'example.org/progressToken': 'other' };
    await client.request('tools/call', { name: 'step' }, { _meta: meta });
  }
  for (const progressToken of [null, {}, 1.5, true]) {
    await client.request('tools/call', { name: 'step' }, { _meta: { progressToken } });
  }
  await client.request('tools/call', { name: 'step', progressToken: 'elsewhere' });
  expect(client.notifications()).toEqual(
    ['t', 0, ''].map((progressToken) =>
      notificationOf('notifications/progress', { progressToken, progress: 1, total: 2 }),
    ),
  );
});
