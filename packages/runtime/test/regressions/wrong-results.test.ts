// Regressions: handler results that MCP forbids once reached clients, or failed without a name and advice.
import { describe, expect, test } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineServer,
  defineTool,
  ToolError,
  ToolResult,
  type Report,
  type ServerOptions,
} from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const circle: { self?: unknown } = {};
circle.self = circle;

const wrong = (value: unknown): never => value as never;

async function ask(
  options: Partial<ServerOptions>,
  method: string,
  params: { [name: string]: unknown },
): Promise<{ answer: unknown; reports: Report[] }> {
  const reports: Report[] = [];
  const report = (entry: Report): void => void reports.push(entry);
  await using client = await connect(defineServer({ name: 'server', version: '1.0.0', ...options, report }));
  const answer = await client.request(method, params).catch((error: unknown) => error);
  return { answer, reports };
}

const masked = expect.stringMatching(/^Internal error \([0-9a-f]{8}\); the server's log has the details$/);

describe('for a tool with an invalid result, the client gets an internal error and the operator the reason', () => {
  test.for<[string, unknown, string]>([
    ['a number', 42, 'a number'],
    ['null', null, 'null'],
    ['a boolean', true, 'a boolean'],
    ['a bigint', 10n, 'a bigint'],
    ['a list of numbers', [42], 'a list in which item 0 is a number'],
    ['a list of strings', ['a', 'b'], 'a list in which item 0 is a string'],
    ['a list of null', [null], 'a list in which item 0 is null'],
    ['data', { a: 1 }, 'an object with a'],
    ['nothing in an object', {}, 'an empty object'],
    ['an unknown block', { type: 'txt' }, 'a block of type "txt"'],
    ['a block with an inherited name', { type: 'constructor' }, 'a block of type "constructor"'],
    ['a block without text', { type: 'text' }, 'a block of type "text"'],
    ['a text that is none', { type: 'text', text: 7 }, 'a block of type "text" whose "text" is no string'],
    [
      'an image without a type',
      [{ type: 'image', data: '' }],
      'a list in which item 0 is a block of type "image" whose "mimeType" is no string',
    ],
    [
      'a resource without a body',
      { type: 'resource', resource: { uri: 'a:b' } },
      'a block of type "resource" whose "resource" is an object with uri that needs one string, "text" or "blob"',
    ],
    ['a circle', circle, 'an object with self'],
    ['a number as content', { content: wrong(42) }, 'a result whose "content" is a number'],
    [
      'numbers as content',
      new ToolResult({ content: wrong([42]) }),
      'whose "content" is a list in which item 0',
    ],
    ['a text for isError', { content: [], isError: 'no' }, 'a result whose "isError" is no boolean'],
    ['a text for _meta', { content: [], _meta: 'no' }, 'a result whose "_meta" is no object'],
    [
      'a result with a member of its own',
      { content: [], metadata: {} },
      'a result with "metadata", which is not one of content, structuredContent, isError, _meta',
    ],
    ['code as data', { structuredContent: () => {} }, 'structured content that is a function'],
  ])('%s', async ([, value, what]) => {
    const tool = defineTool({ name: 'look_up', run: () => wrong(value) });
    const { answer, reports } = await ask({ tools: [tool] }, 'tools/call', { name: 'look_up' });
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text: masked }] });
    expect(reports).toMatchObject([
      { level: 'error', message: 'tool look_up failed', id: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
    const [{ error } = {}] = reports;
    expect(String(error)).toContain('tool "look_up" returned ');
    expect(String(error)).toContain(what);
    expect(String(error)).toContain(
      'return a string, a content block, a list of content blocks or a CallToolResult',
    );
  });

  test.for<[string, unknown]>([
    ['bigints', { content: undefined, structuredContent: { a: 10n } }],
    ['circles', { structuredContent: circle }],
  ])('data with %s', async ([, value]) => {
    const tool = defineTool({ name: 'look_up', run: () => wrong(value) });
    const { answer, reports } = await ask({ tools: [tool] }, 'tools/call', { name: 'look_up' });
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text: masked }] });
    expect(reports).toMatchObject([{ message: 'tool look_up failed' }]);
    const [{ error } = {}] = reports;
    expect(String(error)).toMatch(
      /tool "look_up" returned structured content that is not JSON \(.*\); return /s,
    );
  });

  test('a bigint in data with an output schema', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'integer' } } } as const;
    const tool = defineTool({ name: 'look_up', outputSchema, run: () => wrong({ a: 10n }) });
    const { answer, reports } = await ask({ tools: [tool] }, 'tools/call', { name: 'look_up' });
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text: masked }] });
    const [{ error } = {}] = reports;
    expect(String(error)).toMatch(/does not match the output schema:\nis not JSON \(.*bigint/);
  });
});

test('a tool may return a promise of another library', async () => {
  const query = { then: (resolve: (value: unknown) => void) => void setTimeout(resolve, 1, 'three rows') };
  const tool = defineTool({ name: 'look_up', run: () => wrong(query) });
  const { answer, reports } = await ask({ tools: [tool] }, 'tools/call', { name: 'look_up' });
  expect(answer).toMatchObject({ content: [{ type: 'text', text: 'three rows' }] });
  expect(reports).toEqual([]);

  const failing = {
    then: (_: unknown, reject: (error: unknown) => void) => reject(new ToolError('no rows')),
  };
  const other = defineTool({ name: 'look_up', run: () => wrong(failing) });
  expect((await ask({ tools: [other] }, 'tools/call', { name: 'look_up' })).answer).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'no rows' }],
  });
});

test.for<[unknown, string]>([
  [42, 'a number'],
  [undefined, 'undefined'],
  [{ text: 'hello' }, 'an object with text'],
  [[{ role: 'system', content: { type: 'text', text: '' } }], 'whose "role" is not "user" or "assistant"'],
  [['hello'], 'a list in which item 0 is a string'],
  [{ messages: [{ role: 'user', content: 'hello' }] }, 'whose "content" is a string'],
  [{ messages: 'hello' }, 'a string'],
])('reports a prompt that returns %j with its name and advice', async ([value, what]) => {
  const prompt = definePrompt({ name: 'greet', get: () => wrong(value) });
  const { answer, reports } = await ask({ prompts: [prompt] }, 'prompts/get', { name: 'greet' });
  expect(answer).toMatchObject({ code: -32_603, message: masked });
  const [{ error } = {}] = reports;
  expect(String(error)).toContain('prompt "greet" returned ');
  expect(String(error)).toContain(what);
  expect(String(error)).toContain('return a string, a list of messages');
});

test.for<[unknown, string]>([
  [42, 'a number'],
  [null, 'null'],
  [{ text: 'hello' }, 'an object with text whose "uri" is no string'],
  [[{ uri: 'a:b', text: 'a', blob: 'YQ==' }], 'that needs one string, "text" or "blob"'],
  [['hello'], 'a string'],
])('reports a resource that returns %j with its URI and advice', async ([value, what]) => {
  const resource = defineResource({ uri: 'notes:today', name: 'today', read: () => wrong(value) });
  const { answer, reports } = await ask({ resources: [resource] }, 'resources/read', { uri: 'notes:today' });
  expect(answer).toMatchObject({ code: -32_603, message: masked });
  const [{ error } = {}] = reports;
  expect(String(error)).toContain('resource "notes:today" returned ');
  expect(String(error)).toContain(what);
  expect(String(error)).toContain('return a string, a Uint8Array');
});
