// Elicitation: what the author gets of the user's answers (client/elicitation).
import { expect } from 'vitest';
import { AskError, defineServer, defineTool, RpcError } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import { ask, expectMalformed } from './asking.ts';
import { verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { resultIn } from './messages.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
    age: { type: 'integer', minimum: 0 },
    sure: { type: 'boolean' },
    mail: { type: 'string', format: 'email' },
    color: { type: 'string', enum: ['red', 'blue'] },
  },
  required: ['name'],
} as const satisfies JsonSchema;
const ada = { name: 'ada' };

const answered = (
  bench: Bench,
  reply: () => Message | Promise<Message>,
  asked: JsonSchema = schema,
): ReturnType<typeof ask> =>
  ask(bench, (ctx) => ctx.ask.elicit('key', { message: 'Who are you?', schema: asked }), {
    capabilities: { elicitation: {} },
    reply,
  });
const expectAnswer = async (
  bench: Bench,
  reply: Message,
  answer: Message,
  form?: JsonSchema,
): Promise<void> => {
  const { got, result } = await answered(bench, () => reply, form);
  expect(got).toEqual(answer);
  expect(result).toEqual(resultIn(bench.revision, { content: [] }));
};

const actions = { stateful: 'ELI-11', modern: 'I-13' };
verifies(actions, 'tells acceptance, refusal and dismissal apart', async (bench) => {
  const content = { name: 'ada', age: 36, sure: true, mail: 'a@example.com', color: 'red' };
  for (const answer of [{ action: 'accept', content }, { action: 'decline' }, { action: 'cancel' }]) {
    await expectAnswer(bench, answer, answer);
  }
});

verifies(actions, 'gives answers only with acceptance', async (bench) => {
  for (const action of ['decline', 'cancel']) {
    await expectAnswer(bench, { action, content: ada }, { action });
  }
});

verifies(actions, 'refuses an answer that is none of the three', async (bench) => {
  for (const action of [undefined, 'accepted', true]) {
    for (const more of [{}, { content: ada }]) {
      expectMalformed(bench, await answered(bench, () => ({ ...more, action })), /"action"/);
    }
  }
});

const contents = { stateful: 'ELI-12', modern: 'I-13' };
verifies(contents, "checks the user's answers against the form", async (bench) => {
  const wrong: readonly unknown[] = [
    ...[undefined, null, 'ada', [], {}, { name: 7 }, { name: null }, { name: 'a' }, { name: 'Ada' }],
    ...[{ name: ['ada'] }, { age: -1 }, { age: 1.5 }, { age: '36' }, { sure: 'yes' }, { color: 'green' }].map(
      (more) => ({ ...ada, ...more }),
    ),
  ];
  for (const content of wrong) {
    expectMalformed(bench, await answered(bench, () => ({ action: 'accept', content })));
  }
});

verifies(contents, 'fills in the defaults of the form', async (bench) => {
  const form = {
    type: 'object',
    properties: { name: { type: 'string', default: 'nobody' }, sure: { type: 'boolean', default: false } },
  } as const;
  const filled = { action: 'accept', content: { name: 'ada', sure: false } };
  await expectAnswer(bench, { action: 'accept', content: ada }, filled, form);
});

verifies(
  contents,
  'takes lists of strings as answers to multiple choices',
  async (bench) => {
    const items = { type: 'string', enum: ['a', 'b'] };
    const form = { type: 'object', properties: { several: { type: 'array', items, maxItems: 1 } } };
    for (const several of [[], ['a']]) {
      const reply = { action: 'accept', content: { several } };
      await expectAnswer(bench, reply, reply, form);
    }
    for (const several of ['a', ['c'], ['a', 'b'], [7]]) {
      expectMalformed(bench, await answered(bench, () => ({ action: 'accept', content: { several } }), form));
    }
  },
  { revisions: ['2025-11-25', '2026-07-28'] },
);

verifies('PROJ-46', 'refuses lists of strings as answers', async (bench) => {
  const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
  for (const content of [{ name: ['a'] }, { name: 'a', other: ['b'] }]) {
    expectMalformed(bench, await answered(bench, () => ({ action: 'accept', content }), form));
  }
});

const refuse = (): never => {
  throw new RpcError(-32602, 'This mode was not declared');
};

verifies('ELI-23', "hands the client's refusal of a question to the author as an error", async (bench) => {
  const { got } = await answered(bench, refuse);
  expect(got).toBeInstanceOf(AskError);
  expect(got).toMatchObject({ message: expect.stringContaining('This mode was not declared') });
});

verifies('ELI-23', "never answers a request by the client's own error", async ({ connect }) => {
  const tool = defineTool({
    name: 'ask',
    run: async (_, ctx) => (await ctx.ask.elicit('key', { message: 'Who?', schema })).action,
  });
  const client = await connect(defineServer({ name: 'test', version: '1.0.0', tools: [tool] }), {
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': refuse },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('This mode was not declared') }],
    isError: true,
  });
});
