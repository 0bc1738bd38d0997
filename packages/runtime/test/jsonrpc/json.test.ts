// JsonText: values that are JSON already are sent as they are, and mean the same to everybody who reads them.
import { describe, expect, test } from 'vitest';
import {
  defineServer,
  defineTool,
  JsonText,
  REVISIONS,
  text,
  ToolResult,
  type McpServer,
} from '../../src/index.ts';
import { responseLimit } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';

const output = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'array' } }, count: { type: 'integer' } },
  required: ['rows', 'count'],
} as const;

// The spaces show that nobody has parsed and written it again.
const ROWS = '[ [1, "a"], [2, "b"] ]';
const VALUE = {
  rows: [
    [1, 'a'],
    [2, 'b'],
  ],
  count: 2,
} as const;

const serve = (result: () => ToolResult, maxChars = 10_000): McpServer =>
  defineServer({
    name: 'test',
    version: '1',
    report: () => {},
    middleware: [responseLimit({ maxChars })],
    resources: [],
    tools: [
      defineTool({ name: 'later', outputSchema: output, run: async () => result() }),
      defineTool({ name: 'plain', run: () => result() }),
    ],
  });

const encoded = (): ToolResult =>
  new ToolResult({
    content: new JsonText('[{"type":"text",', '"text":"two\\nrows"}]'),
    structuredContent: { rows: new JsonText(ROWS), count: 2 },
  });

const call = { name: 'later', arguments: {} };

describe.each(REVISIONS)('in %s', (revision) => {
  test.each(['later', 'plain'])('a result of %s is what it would be without', async (name) => {
    await using client = await connect(serve(encoded), { revision });
    await using other = await connect(
      serve(() => new ToolResult({ content: [text('two\nrows')], structuredContent: VALUE })),
      { revision },
    );
    const answer = await client.request('tools/call', { ...call, name });
    expect(answer).toEqual(await other.request('tools/call', { ...call, name }));
  });

  test('without content of its own its JSON is the text', async () => {
    const structured = { rows: new JsonText(ROWS), count: 2 };
    await using client = await connect(
      serve(() => new ToolResult({ structuredContent: structured })),
      { revision },
    );
    const { content } = await client.request('tools/call', call);
    const [block] = content as readonly { readonly text: string }[];
    expect(JSON.parse(block?.text ?? '')).toEqual(VALUE);
  });
});

test('the text goes out as it is', async () => {
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const sent: string[] = [];
    const channel = { send: (line: string) => void sent.push(line) };
    const { peer } = serve(encoded).open(channel);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const initialize = {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    if (revision === '2025-11-25')
      peer.receive(
        JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize }),
        channel,
      );
    const params = { ...call, ...(revision === '2025-11-25' ? {} : { _meta: meta }) };
    peer.receive(JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params }), channel);
    await expect.poll(() => sent.at(-1)).toContain(`"rows":${ROWS}`);
    expect(JSON.parse(sent.at(-1) ?? '')).toMatchObject({ id: 'x', result: { structuredContent: VALUE } });
  }
});

test('what is beside it is checked against the output schema, and of itself the kind', async () => {
  for (const structured of [{ rows: new JsonText(ROWS) }, { rows: new JsonText('{}'), count: 1 }]) {
    await using client = await connect(
      serve(() => new ToolResult({ structuredContent: structured })),
      {
        revision: '2025-11-25',
      },
    );
    expect(await client.request('tools/call', call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Internal error') }],
    });
  }
});

test.each(['{\n}', '[1,\r2]'])('%j is refused: a line break would end the message', (json) => {
  expect(() => new JsonText('[', json)).toThrow(/no line breaks/);
});

test('what is too long is kept for resources/read like any other result', async () => {
  await using client = await connect(serve(encoded, 8), { revision: '2025-11-25' });
  const { content } = await client.request('tools/call', { ...call, name: 'plain' });
  const blocks = content as readonly { readonly text?: string; readonly uri?: string }[];
  expect(blocks[0]).toEqual({ type: 'text', text: 'two\nrows' });
  await using tight = await connect(serve(encoded, 4), { revision: '2025-11-25' });
  const cut = await tight.request('tools/call', { ...call, name: 'plain' });
  const [first, , link] = cut['content'] as typeof blocks;
  expect(first).toEqual({ type: 'text', text: 'two\n' });
  const { contents } = await tight.request('resources/read', { uri: link?.uri ?? '' });
  expect(contents).toMatchObject([{ text: 'two\nrows' }, { mimeType: 'application/json' }]);
});
