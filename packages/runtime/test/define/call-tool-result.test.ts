// Plain results: distinguishes a whole CallToolResult from data.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, ToolResult, type Tool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const block = { type: 'text', text: 'a' } as const;

const call = async (tool: Tool, revision: '2025-11-25' | '2026-07-28' = '2026-07-28'): Promise<unknown> => {
  await using client = await connect(defineServer({ name: 'server', version: '1.0.0', tools: [tool] }), {
    revision,
  });
  return await client.request('tools/call', { name: tool.name });
};

describe('without an output schema a tool may return', () => {
  test('content', async () => {
    const tool = defineTool({ name: 'a', run: () => ({ content: [{ type: 'text', text: 'a' }] }) });
    expect(await call(tool, '2025-11-25')).toEqual({ content: [block] });
  });

  test('content, data, a mark of failure and metadata, as the class does', async () => {
    const result = { content: [block], isError: true, _meta: { 'example.org/a': 1 } };
    const plain = await call(defineTool({ name: 'a', run: async () => result }), '2025-11-25');
    expect(plain).toEqual(result);
    expect(plain).toEqual(
      await call(defineTool({ name: 'a', run: () => new ToolResult(result) }), '2025-11-25'),
    );
  });

  test('data alone, which is then also sent as text', async () => {
    const tool = defineTool({ name: 'a', run: () => ({ structuredContent: { b: 1 } }) });
    expect(await call(tool, '2025-11-25')).toEqual({
      content: [{ type: 'text', text: '{"b":1}' }],
      structuredContent: { b: 1 },
    });
  });
});

describe('with an output schema', () => {
  const count = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } as const;

  test('an object with the members of a result is a result', async () => {
    const tool = defineTool({
      name: 'a',
      outputSchema: count,
      run: () => ({ content: [{ type: 'text', text: 'a' }], structuredContent: { count: 1 } }),
    });
    expect(await call(tool, '2025-11-25')).toEqual({ content: [block], structuredContent: { count: 1 } });
  });

  test('any other object is structured content', async () => {
    const tool = defineTool({ name: 'a', outputSchema: count, run: () => ({ count: 1 }) });
    expect(await call(tool, '2025-11-25')).toEqual({
      content: [{ type: 'text', text: '{"count":1}' }],
      structuredContent: { count: 1 },
    });
  });

  test('a failure needs no structured content', async () => {
    const tool = defineTool({
      name: 'a',
      outputSchema: count,
      run: () => ({ content: [block], isError: true }),
    });
    expect(await call(tool, '2025-11-25')).toEqual({ content: [block], isError: true });
  });

  test('a result may contain data that is not an object', async () => {
    const tool = defineTool({
      name: 'a',
      outputSchema: { type: 'array', items: { type: 'integer' } },
      run: () => ({ content: [block], structuredContent: [1] }),
    });
    expect(await call(tool, '2025-11-25')).toEqual({ content: [block], structuredContent: { result: [1] } });
  });

  test.for(['content', 'structuredContent', 'isError', '_meta'])(
    'that declares %s, an object is always structured content',
    async (name) => {
      const values = { content: [block], [name]: [block] };
      const properties = Object.fromEntries(Object.keys(values).map((key) => [key, { type: 'array' }]));
      const tool = defineTool({ name: 'a', outputSchema: { type: 'object', properties }, run: () => values });
      expect(await call(tool, '2025-11-25')).toEqual({
        content: [{ type: 'text', text: JSON.stringify(values) }],
        structuredContent: values,
      });
    },
  );

  test('that declares a member of results, a result needs the class', async () => {
    const outputSchema = { type: 'object', properties: { content: { type: 'string' } } } as const;
    const result = { content: [block], structuredContent: { content: 'b' } };
    const tool = defineTool({ name: 'a', outputSchema, run: () => new ToolResult(result) });
    expect(await call(tool, '2025-11-25')).toEqual(result);
  });
});
