// Sampling: asking the client's model (client/sampling of the stateful revisions).
import { expect } from 'vitest';
import { AskError, defineServer, defineTool, RpcError } from '../../src/index.ts';
import type {
  ClientCapabilities,
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
} from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';
import { requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const hello = { role: 'user', content: { type: 'text', text: 'Hello.' } } as const;
const spoken = { role: 'assistant', content: { type: 'text', text: 'Hi.' }, model: 'm' };
type Reply = { [member: string]: unknown };

/** Has a tool ask the model, and says what was asked on the wire and what the author got. */
const sample = async (
  { connect }: Bench,
  request: SamplingRequest,
  { sampling = {}, reply = () => spoken }: { sampling?: object; reply?: () => Reply } = {},
): Promise<{ asked: unknown[]; got: unknown }> => {
  let got: unknown;
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      got = await ctx.ask.sample('key', request).catch((error: unknown) => error);
    },
  });
  const capabilities: ClientCapabilities = { sampling };
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities,
    answers: { 'sampling/createMessage': reply },
  });
  await client.request('tools/call', { name: 'ask' });
  const asked = client.received.filter((message) => 'method' in Object(message));
  return { asked, got };
};
const question = (params: object): object => requestOf(expect.anything(), 'sampling/createMessage', params);
const use = (id: string): SamplingContent => ({ type: 'tool_use', id, name: 'add', input: { a: 1 } });
const result = (toolUseId: string): SamplingContent => ({
  type: 'tool_result',
  toolUseId,
  content: [{ type: 'text', text: '2' }],
});
const tools = [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' } }];

verifies('SAM-1', 'hands the answer to the author', async (bench) => {
  const { got } = await sample(bench, { messages: [hello], maxTokens: 10 });
  expect(got).toEqual(spoken);
});

const picture = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
const sound = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } as const;
const requests: readonly (readonly [id: string, title: string, request: SamplingRequest])[] = [
  ['SAM-1', 'messages and a token limit, and no more than was asked', { messages: [hello], maxTokens: 10 }],
  [
    'SAM-1',
    'everything else that the author asked for',
    {
      messages: [hello, { role: 'assistant', content: { type: 'text', text: 'Yes?' } }],
      maxTokens: 1,
      systemPrompt: 'Be brief.',
      temperature: 0,
      stopSequences: ['\n', 'end'],
      metadata: { provider: { deep: [1] } },
    },
  ],
  [
    'SAM-2',
    'one text or image per message',
    { messages: [hello, { role: 'user', content: picture }], maxTokens: 10 },
  ],
  ['SAM-3', 'audio too', { messages: [{ role: 'user', content: sound }], maxTokens: 10 }],
  [
    'SAM-4',
    'tools, tool blocks and several blocks to a client with tools',
    {
      messages: [
        { role: 'user', content: [hello.content, picture] },
        { role: 'assistant', content: [use('1'), use('2')], _meta: { 'example.org/a': 1 } },
        { role: 'user', content: [result('2'), result('1')] },
      ],
      maxTokens: 10,
      tools,
      toolChoice: { mode: 'required' },
    },
  ],
  [
    'SAM-11',
    'preferences between 0 and 1 and hints in order',
    {
      messages: [hello],
      maxTokens: 1,
      modelPreferences: {
        hints: [{ name: 'small' }, { name: 'a' }, {}],
        costPriority: 0,
        speedPriority: 1,
        intelligencePriority: 0.5,
      },
    },
  ],
];

for (const [id, title, request] of requests) {
  verifies(id, `sends ${title}`, async (bench) => {
    const { asked } = await sample(bench, request, { sampling: 'tools' in request ? { tools: {} } : {} });
    expect(asked).toEqual([question(request)]);
  });
}

verifies('SAM-5', 'refuses the author a message that mixes tool results with others', async (bench) => {
  const messages: readonly SamplingMessage[] = [
    { role: 'assistant', content: use('1') },
    { role: 'user', content: [result('1'), { type: 'text', text: 'There.' }] },
  ];
  const { asked, got } = await sample(bench, { messages, maxTokens: 1 }, { sampling: { tools: {} } });
  expect(got).toMatchObject({ message: expect.stringContaining('tool results') });
  expect(asked).toEqual([]);
});

verifies('SAM-6', 'refuses the author tool uses without result in the next message', async (bench) => {
  const assistant = (...content: SamplingContent[]): SamplingMessage => ({ role: 'assistant', content });
  const user = (...content: SamplingContent[]): SamplingMessage => ({ role: 'user', content });
  const wrong: readonly (readonly SamplingMessage[])[] = [
    [assistant(use('1'))],
    [assistant(use('1')), hello],
    [assistant(use('1')), hello, user(result('1'))],
    [assistant(use('1'), use('2')), user(result('1'))],
    [assistant(use('1')), user(result('2'))],
    [assistant(use('1')), assistant(result('1'))],
  ];
  for (const messages of wrong) {
    const { asked, got } = await sample(bench, { messages, maxTokens: 1 }, { sampling: { tools: {} } });
    expect(got).toMatchObject({ message: expect.stringContaining('tool') });
    expect(asked).toEqual([]);
  }
});

verifies('SAM-8', 'asks for context where that is allowed', async (bench) => {
  const sampling = bench.revision === '2025-11-25' ? { context: {} } : {};
  for (const includeContext of ['none', 'thisServer', 'allServers'] as const) {
    const request: SamplingRequest = { messages: [hello], maxTokens: 10, includeContext };
    const { asked } = await sample(bench, request, { sampling });
    expect(asked).toEqual([question({ messages: [hello], maxTokens: 10, includeContext })]);
  }
});

verifies(['SAM-8', 'PROJ-25'], 'leaves out the wish for context that is not allowed', async (bench) => {
  for (const includeContext of ['thisServer', 'allServers'] as const) {
    const request: SamplingRequest = { messages: [hello], maxTokens: 10, includeContext };
    const { asked, got } = await sample(bench, request, { sampling: { tools: {} } });
    expect(asked).toEqual([question({ messages: [hello], maxTokens: 10 })]);
    expect(got).toEqual(spoken);
  }
});

verifies('SAM-9', "hands the model's answer to the author, whatever its stop reason", async (bench) => {
  const pictured = { ...spoken, content: { type: 'image', data: 'AA==', mimeType: 'image/png' } };
  const replies: readonly Reply[] = [
    spoken,
    ...['endTurn', 'stopSequence', 'maxTokens', 'toolUse', 'content_filter', ''].map((stopReason) => ({
      ...spoken,
      stopReason,
    })),
    pictured,
  ];
  for (const reply of replies) {
    const { got } = await sample(bench, { messages: [hello], maxTokens: 1 }, { reply: () => reply });
    expect(got).toEqual(reply);
  }
});

verifies(
  'SAM-9',
  'hands several blocks and uses of tools to the author',
  async (bench) => {
    const reply = {
      ...spoken,
      content: [{ type: 'text', text: 'Let me see.' }, use('1')],
      stopReason: 'toolUse',
    };
    const request: SamplingRequest = { messages: [hello], maxTokens: 1, tools };
    const { got } = await sample(bench, request, { sampling: { tools: {} }, reply: () => reply });
    expect(got).toEqual(reply);
  },
  { revisions: ['2025-11-25'] },
);

verifies('SAM-9', 'hands a malformed answer to the author as an error', async (bench) => {
  const malformed: readonly Reply[] = [
    {},
    { ...spoken, role: 'system' },
    { ...spoken, content: 'Hi.' },
    { ...spoken, content: null },
    { ...spoken, content: {} },
    { ...spoken, content: { type: 'text' } },
    { ...spoken, content: { type: 'image', data: 'AA==' } },
    { role: 'assistant', content: spoken.content },
    { ...spoken, model: 7 },
  ];
  for (const reply of malformed) {
    const { got } = await sample(bench, { messages: [hello], maxTokens: 1 }, { reply: () => reply });
    expect(got).toBeInstanceOf(AskError);
  }
});

verifies('SAM-9', 'hands the refusal of the user to the author as an error', async (bench) => {
  const refuse = (): never => {
    throw new RpcError(-1, 'User rejected sampling request');
  };
  const { got } = await sample(bench, { messages: [hello], maxTokens: 1 }, { reply: refuse });
  expect(got).toBeInstanceOf(AskError);
  expect(got).toMatchObject({ message: expect.stringContaining('User rejected sampling request') });
});

verifies('SAM-11', 'refuses the author preferences outside of 0 and 1', async (bench) => {
  for (const preference of ['costPriority', 'speedPriority', 'intelligencePriority'] as const) {
    for (const value of [-0.1, 1.1]) {
      const modelPreferences = { [preference]: value };
      const request: SamplingRequest = { messages: [hello], maxTokens: 1, modelPreferences };
      const { asked, got } = await sample(bench, request);
      expect(asked).toEqual([]);
      expect(got).toMatchObject({ message: expect.stringContaining(preference) });
    }
  }
});
