// Sampling in 2026-07-28: what is asked of a model travels in the result (client/sampling).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { SamplingContent, SamplingRequest } from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const hello = { role: 'user', content: { type: 'text', text: 'Hello.' } } as const;
const use: SamplingContent = { type: 'tool_use', id: '1', name: 'add', input: {} };
const result: SamplingContent = { type: 'tool_result', toolUseId: '1', content: [] };

const asked = async (
  { connect }: Bench,
  request: SamplingRequest,
  sampling: { tools?: object; context?: object },
): Promise<unknown> => {
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => (await ctx.ask.sample('key', request)).model,
  });
  const client = await connect(defineServer({ ...info, tools: [ask], report: () => {} }), {
    capabilities: JSON.parse(JSON.stringify({ sampling })),
  });
  return client.request('tools/call', { name: 'ask' }, { answer: false });
};
const question = (params: object): object => ({
  resultType: 'input_required',
  _meta: { 'io.modelcontextprotocol/serverInfo': info },
  inputRequests: { key: { method: 'sampling/createMessage', params } },
  requestState: expect.any(String),
});

verifies('I-15', 'asks with token limit, and for context only where that is allowed', async (bench) => {
  const request: SamplingRequest = { messages: [hello], maxTokens: 10, includeContext: 'thisServer' };
  expect(await asked(bench, request, { context: {} })).toEqual(question(request));
  expect(await asked(bench, request, {})).toEqual(question({ messages: [hello], maxTokens: 10 }));
});

verifies('I-15', 'asks with tools and balanced tool results', async (bench) => {
  const request: SamplingRequest = {
    messages: [hello, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }],
    maxTokens: 10,
    tools: [{ name: 'add', inputSchema: { type: 'object' } }],
    toolChoice: { mode: 'auto' },
  };
  expect(await asked(bench, request, { tools: {} })).toEqual(question(request));
});

verifies('I-15', 'asks nothing when tool results are mixed or missing', async (bench) => {
  const wrong: readonly SamplingRequest['messages'][] = [
    [{ role: 'assistant', content: [use] }],
    [{ role: 'assistant', content: [use] }, hello],
    [
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result, hello.content] },
    ],
  ];
  for (const messages of wrong) {
    expect(await asked(bench, { messages, maxTokens: 1 }, { tools: {} })).toEqual({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': info },
      content: [{ type: 'text', text: expect.stringMatching(/^Internal error/) }],
      isError: true,
    });
  }
});

verifies('I-15', "hands the model's answer to the author and refuses a malformed one", async (bench) => {
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => JSON.stringify(await ctx.ask.sample('key', { messages: [hello], maxTokens: 1 })),
  });
  const spoken = { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }], model: 'm', stopReason: 'x' };
  const replies: { [member: string]: unknown }[] = [
    spoken,
    { ...spoken, model: 7 },
    { ...spoken, content: 'Hi.' },
  ];
  const client = await bench.connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': () => replies.shift() ?? {} },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': info },
    content: [{ type: 'text', text: JSON.stringify(spoken) }],
  });
  for (let round = 0; round < 2; round++) {
    await expect(client.request('tools/call', { name: 'ask' })).rejects.toMatchObject({ code: -32602 });
  }
});
