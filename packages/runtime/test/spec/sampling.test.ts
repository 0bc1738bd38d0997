// Sampling: asking the client's model, by a request or in the result (client/sampling).
import { expect } from 'vitest';
import { AskError, MissingCapabilityError, RpcError } from '../../src/index.ts';
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../../src/index.ts';
import { ask, expectMalformed, expectUnasked, questionIn } from './asking.ts';
import { verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';

const text = (value: string): SamplingContent => ({ type: 'text', text: value });
const hello = { role: 'user', content: text('Hello.') } as const;
const spoken = { role: 'assistant', content: text('Hi.'), model: 'm' } as const;

const sample = (
  bench: Bench,
  request: Partial<SamplingRequest> = {},
  sampling: object = {},
  reply: () => Message = () => spoken,
): ReturnType<typeof ask> => {
  const whole: SamplingRequest = { messages: [hello], maxTokens: 1, ...request };
  return ask(bench, (ctx) => ctx.ask.sample('key', whole), { capabilities: { sampling }, reply });
};
const question = ({ revision }: Bench, params: object): object =>
  questionIn(revision, 'sampling/createMessage', params);
const use = (id: string): SamplingContent => ({ type: 'tool_use', id, name: 'add', input: { a: 1 } });
const result = (toolUseId: string): SamplingContent => ({
  type: 'tool_result',
  toolUseId,
  content: [{ type: 'text', text: '2' }],
});
const user = (...content: SamplingContent[]): SamplingMessage => ({ role: 'user', content });
const assistant = (...content: SamplingContent[]): SamplingMessage => ({ role: 'assistant', content });
const tools = [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' } }];
const picture = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
const sound = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } as const;

const both = (id: string): { readonly stateful: string; readonly modern: string } => ({
  stateful: id,
  modern: 'I-15',
});
const requests: readonly (readonly [id: string, title: string, request: SamplingRequest])[] = [
  ['SAM-1', 'messages and a token limit, and no more than was asked', { messages: [hello], maxTokens: 10 }],
  [
    'SAM-1',
    'everything else that the author asked for',
    {
      messages: [hello, { role: 'assistant', content: text('Yes?') }],
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
        user(hello.content, picture),
        { ...assistant(use('1'), use('2')), _meta: { 'example.org/a': 1 } },
        user(result('2'), result('1')),
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
  verifies(both(id), `sends ${title}`, async (bench) => {
    const { asked, got } = await sample(bench, request, 'tools' in request ? { tools: {} } : {});
    expect(asked).toEqual([question(bench, request)]);
    expect(got).toEqual(spoken);
  });
}

verifies(both('SAM-5'), 'refuses the author a message that mixes tool results with others', async (bench) => {
  for (const messages of [
    [{ role: 'assistant', content: use('1') }, user(result('1'), text('There.'))],
    [assistant(use('1')), assistant(result('1'))],
  ] as const) {
    expectUnasked(bench, await sample(bench, { messages }, { tools: {} }), /tool results belong in a user/);
  }
});

verifies(both('SAM-6'), 'refuses the author tool uses without result in the next message', async (bench) => {
  const wrong: readonly (readonly [readonly SamplingMessage[], RegExp])[] = [
    [[assistant(use('1'))], /the last message has tool uses/],
    [[hello, assistant(use('1'))], /the last message has tool uses/],
    [[assistant(use('1')), hello], /each tool use must be answered/],
    [[assistant(use('1')), hello, user(result('1'))], /each tool use must be answered/],
    [[assistant(use('1'), use('2')), user(result('1'))], /each tool use must be answered/],
    [[assistant(use('1')), user(result('2'))], /each tool use must be answered/],
    [[user(use('1'))], /tool uses belong in assistant messages/],
  ];
  for (const [messages, reason] of wrong) {
    expectUnasked(bench, await sample(bench, { messages }, { tools: {} }), reason);
  }
});

verifies(both('SAM-8'), 'asks for context where that is allowed', async (bench) => {
  const sampling = bench.revision >= '2025-11-25' ? { context: {} } : {};
  for (const includeContext of ['none', 'thisServer', 'allServers'] as const) {
    const request = { messages: [hello], maxTokens: 10, includeContext };
    const { asked } = await sample(bench, request, sampling);
    expect(asked).toEqual([question(bench, request)]);
  }
});

verifies(
  { stateful: ['SAM-8', 'PROJ-25', 'CAP-12'], modern: 'I-15' },
  'leaves out the wish for context that is not allowed',
  async (bench) => {
    for (const sampling of [{}, { tools: {} }]) {
      for (const includeContext of ['thisServer', 'allServers'] as const) {
        const request = { messages: [hello], maxTokens: 10 };
        const { asked, got } = await sample(bench, { ...request, includeContext }, sampling);
        expect(asked).toEqual([question(bench, request)]);
        expect(got).toEqual(spoken);
      }
    }
  },
);

const answer = both('SAM-9');
verifies(answer, "hands the model's answer to the author, whatever its stop reason", async (bench) => {
  const reasons = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse', 'content_filter', ''];
  const replies: readonly Message[] = [
    spoken,
    ...reasons.map((stopReason) => ({ ...spoken, stopReason })),
    { ...spoken, role: 'user', content: picture },
  ];
  for (const reply of replies) {
    expect(await sample(bench, {}, {}, () => reply)).toMatchObject({ got: reply });
  }
  const { got } = await sample(bench, {}, {}, () => ({ ...spoken, stopReason: 5 }));
  expect(got).toEqual(spoken);
});

verifies(
  answer,
  'hands sound, several blocks and uses of tools to the author',
  async (bench) => {
    for (const content of [sound, [text('Let me see.'), use('1')]]) {
      const reply = { ...spoken, content, stopReason: 'toolUse' };
      const { got } = await sample(bench, { tools }, { tools: {} }, () => reply);
      expect(got).toEqual(reply);
    }
  },
  { revisions: ['2025-11-25', '2026-07-28'] },
);

const illegal: readonly unknown[] = [
  ...['Hi.', null, {}, ['Hi.'], { type: 'text' }, { type: 'audio', mimeType: 'audio/wav' }],
  [text('a'), { type: 'text' }],
  ...[
    { type: 'image', data: 'AA==' },
    { type: 'image', mimeType: 'image/png' },
  ],
  ...[{ id: undefined }, { name: 7 }, { input: 'x' }, { type: 'tool_call' }].map((bad) => [
    { ...use('1'), ...bad },
  ]),
];
verifies(answer, 'refuses a malformed answer', async (bench) => {
  const malformed: readonly (readonly [Message, RegExp])[] = [
    [{}, /"role" must be user or assistant/],
    [{ ...spoken, role: 'system' }, /"role" must be user or assistant/],
    [{ role: 'assistant', content: spoken.content }, /"model" must be a string/],
    [{ ...spoken, model: 7 }, /"model" must be a string/],
    ...illegal.map((content) => [{ ...spoken, content }, /"content" is not legal content/] as const),
  ];
  for (const [reply, reason] of malformed) {
    expectMalformed(bench, await sample(bench, {}, { tools: {} }, () => reply), reason);
  }
});

verifies('SAM-9', 'hands the refusal of the user to the author as an error', async (bench) => {
  const { got } = await sample(bench, {}, {}, () => {
    throw new RpcError(-1, 'User rejected sampling request');
  });
  expect(got).toBeInstanceOf(AskError);
  expect(got).toMatchObject({ message: expect.stringContaining('User rejected sampling request') });
});

verifies(both('SAM-11'), 'refuses the author preferences outside of 0 and 1', async (bench) => {
  for (const preference of ['costPriority', 'speedPriority', 'intelligencePriority'] as const) {
    for (const value of [-0.1, 1.1, Number.NaN]) {
      const outcome = await sample(bench, { modelPreferences: { [preference]: value } });
      expectUnasked(bench, outcome, new RegExp(`${preference} must be from 0 to 1`));
    }
  }
});

verifies('PROJ-22', 'refuses the author audio in sampling and sends nothing', async (bench) => {
  for (const content of [sound, [text('a'), sound]]) {
    const outcome = await sample(bench, { messages: [{ role: 'user', content }] });
    expectUnasked(bench, outcome);
    expect(outcome.got).toBeInstanceOf(MissingCapabilityError);
  }
});

verifies('PROJ-23', 'splits a message of several blocks into several messages', async (bench) => {
  const messages = [
    user(text('a'), picture),
    assistant(text('a')),
    { role: 'user', content: picture } as const,
  ];
  const { asked } = await sample(bench, { messages });
  const split = [
    { role: 'user', content: text('a') },
    { role: 'user', content: picture },
    { role: 'assistant', content: text('a') },
    { role: 'user', content: picture },
  ];
  expect(asked).toEqual([question(bench, { messages: split, maxTokens: 1 })]);
});

verifies('PROJ-24', 'refuses the author tools and their blocks, sending nothing', async (bench) => {
  const sampling = bench.revision < '2025-11-25' ? { tools: {} } : {};
  const needy: readonly Partial<SamplingRequest>[] = [
    { tools },
    { toolChoice: { mode: 'auto' } },
    { messages: [assistant(use('1')), user(result('1'))] },
    { messages: [user(result('1'))] },
    { messages: [assistant(text('a'), use('1'))] },
  ];
  for (const request of needy) {
    const outcome = await sample(bench, request, sampling);
    expectUnasked(bench, outcome, bench.transport === 'sessionless http' ? /sampling/ : /tools/);
    expect(outcome.got).toBeInstanceOf(MissingCapabilityError);
  }
});

verifies('PROJ-45', 'overlooks sampling capabilities that came later', async (bench) => {
  const request = { messages: [], maxTokens: 1, includeContext: 'thisServer' } as const;
  const capabilities = { sampling: { tools: {}, context: {} } };
  const { asked, got } = await ask(
    bench,
    async (ctx) => [ctx.client.supports('sampling.tools'), await ctx.ask.sample('key', request)],
    { capabilities, reply: () => spoken },
  );
  expect(got).toEqual([false, spoken]);
  expect(asked).toEqual([question(bench, request)]);
});

verifies('PROJ-47', "refuses a model's answer of several blocks", async (bench) => {
  for (const content of [[text('a')], [text('a'), text('a')], []]) {
    expectMalformed(bench, await sample(bench, {}, {}, () => ({ ...spoken, content })));
  }
});
