// Results that JSON cannot express: are reported with the name of their source, and never sent.
import { describe, expect, test } from 'vitest';
import { definePrompt, defineServer, defineTool, type Report } from '../../src/index.ts';
import { REVISIONS } from '../../src/protocol/revisions.ts';
import { connect } from '../../src/testing.ts';

const content = [{ type: 'text' as const, text: 'a' }];
const circle: { [name: string]: unknown } = {};
circle['again'] = circle;

// Earlier revisions lack structured content and `_meta` in blocks, so they never receive such values.
const CURRENT = REVISIONS.filter((revision) => revision >= '2025-06-18');

describe.each(CURRENT)('%s', (revision) => {
  test.each([
    ['a bigint in structuredContent', { content, structuredContent: { n: 10n } }],
    ['a bigint in _meta', { content, _meta: { 'com.example/n': 10n } }],
    ['a circle in _meta', { content, _meta: { 'com.example/c': circle } }],
  ])('a tool that returns %s', async (_, result) => {
    const reports: Report[] = [];
    const tool = defineTool({ name: 'count', run: () => result });
    const server = defineServer({
      name: 'test',
      version: '1.0.0',
      tools: [tool],
      report: (report) => void reports.push(report),
    });
    await using client = await connect(server, { revision });
    const call = client.request('tools/call', { name: 'count' });
    await expect(call).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(/),
    });
    expect(reports).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'tools/call of "count" failed',
        id: expect.any(String),
      }),
    ]);
  });

  test('a prompt that returns one', async () => {
    const reports: Report[] = [];
    const messages = [
      { role: 'user' as const, content: { type: 'text' as const, text: 'a', _meta: { n: 1n } } },
    ];
    const prompt = definePrompt({ name: 'ask', get: () => messages });
    const server = defineServer({
      name: 'test',
      version: '1.0.0',
      prompts: [prompt],
      report: (report) => void reports.push(report),
    });
    await using client = await connect(server, { revision });
    const get = client.request('prompts/get', { name: 'ask' });
    await expect(get).rejects.toMatchObject({ code: -32603 });
    expect(reports.map(({ message }) => message)).toEqual(['prompts/get of "ask" failed']);
  });
});
