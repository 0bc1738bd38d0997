// Questions to the client's model: what authors may ask, and what clients may answer.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool, type Context, type JsonObject } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const info = { name: 'server', version: '1.0.0' };
const text = (value: string) => ({ type: 'text', text: value }) as const;
const use = { type: 'tool_use', id: 'u1', name: 'add', input: {} } as const;
const result = { type: 'tool_result', toolUseId: 'u1', content: [text('3')] } as const;
const good = { role: 'assistant', model: 'm', content: text('hi') };

type Sample = Parameters<Context['ask']['sample']>[1];

/** What a handler gets that asks this, from a client that answers that. */
const sample = async (ask: Partial<Sample>, answer: object = good, tools?: JsonObject): Promise<unknown> => {
  let outcome: unknown;
  const run = async (_: unknown, ctx: Context): Promise<string> => {
    const messages = [{ role: 'user', content: text('Hello') }] as const;
    outcome = await ctx.ask
      .sample('s', { messages, maxTokens: 10, ...ask })
      .catch((error: unknown) => String(error));
    return 'done';
  };
  const server = defineServer({ ...info, tools: [defineTool({ name: 'ask', run })] });
  await using client = await connect(server, {
    revision: '2025-11-25',
    capabilities: { sampling: tools === undefined ? {} : { tools } },
    answers: { 'sampling/createMessage': () => ({ ...answer }) },
  });
  await client.request('tools/call', { name: 'ask' });
  return outcome;
};

describe('what is asked', () => {
  const user = (...content: Sample['messages'][number]['content'][]) =>
    content.map((blocks) => ({ role: 'user', content: blocks }) as const);
  const asked = { role: 'assistant', content: [use] } as const;
  test.each([
    ['tool uses of the user', [{ role: 'user', content: [use] }], /tool uses belong in assistant messages/],
    ['results beside text', [asked, ...user([result, text('a')])], /tool results belong in a user message/],
    ['results of the assistant', [asked, { role: 'assistant', content: [result] }], /tool results belong/],
    ['no result', [asked, ...user(text('a'))], /each tool use must be answered/],
    ['no message after a tool use', [...user(text('a')), asked], /the last message has tool uses/],
  ] as const)('%s: refused', async (_, messages, problem) => {
    expect(await sample({ messages }, good, {})).toMatch(problem);
  });

  test('tool uses and their results', async () => {
    expect(await sample({ messages: [asked, ...user([result])] }, good, {})).toEqual(good);
  });

  test.each([
    ['a tool use', [asked, ...user([result])]],
    ['a result alone', user([result])],
  ] as const)('%s needs a client that takes tools', async (_, messages) => {
    expect(await sample({ messages: messages as Sample['messages'] })).toMatch(
      /^MissingCapabilityError: .*tools/,
    );
  });

  test.each([-0.1, 1.1, Number.NaN])('a preference of %d is refused', async (costPriority) => {
    expect(await sample({ modelPreferences: { costPriority } })).toMatch(/from 0 to 1/);
  });

  test.each([0, 1])('a preference of %d', async (costPriority) => {
    expect(await sample({ modelPreferences: { costPriority } })).toEqual(good);
  });
});

describe('what is answered', () => {
  test.each([
    ['text', text('a')],
    ['an image', { type: 'image', data: 'aGk=', mimeType: 'image/png' }],
    ['sound', { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }],
    ['several blocks', [text('a'), use]],
  ])('%s', async (_, content) => {
    expect(await sample({}, { ...good, content }, {})).toEqual({ ...good, content });
  });

  test.each([
    ['text without text', { type: 'text' }],
    ['an image without data', { type: 'image', mimeType: 'image/png' }],
    ['an image without a type', { type: 'image', data: 'aGk=' }],
    ['sound without data', { type: 'audio', mimeType: 'audio/wav' }],
    ['a tool use without an id', [{ ...use, id: undefined }]],
    ['a tool use without a name', [{ ...use, name: 7 }]],
    ['a tool use without input', [{ ...use, input: 'x' }]],
    ['something else with all that a tool use has', [{ ...use, type: 'tool_call' }]],
    ['no block', ['text']],
  ])('%s: refused', async (_, content) => {
    expect(await sample({}, { ...good, content }, {})).toMatch(/"content" is not legal content/);
  });

  test.each([
    [{ ...good, role: 'system' }, /"role" must be user or assistant/],
    [{ ...good, model: undefined }, /"model" must be a string/],
  ])('%j: refused', async (answer, problem) => {
    expect(await sample({}, answer)).toMatch(problem);
  });

  test('a reason to stop that is no text is left out', async () => {
    expect(await sample({}, { ...good, stopReason: 5 })).toEqual(good);
    expect(await sample({}, { ...good, stopReason: 'endTurn' })).toEqual({ ...good, stopReason: 'endTurn' });
  });
});
