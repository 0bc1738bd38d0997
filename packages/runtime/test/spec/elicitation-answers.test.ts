// Elicitation: what the author gets of the user's answers (client/elicitation of the stateful revisions).
import { expect } from 'vitest';
import { AskError, defineServer, defineTool, RpcError } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
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
type Reply = { [member: string]: unknown };

/** What the author gets when the client answers so. */
const answered = async (
  { connect }: Bench,
  reply: () => Reply | Promise<Reply>,
  asked: JsonSchema = schema,
): Promise<unknown> => {
  let got: unknown;
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      const question = { message: 'Who are you?', schema: asked };
      got = await ctx.ask.elicit('key', question).catch((error: unknown) => error);
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': reply },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({ content: [] });
  return got;
};

verifies('ELI-11', 'tells acceptance, refusal and dismissal apart', async (bench) => {
  const content = { name: 'ada', age: 36, sure: true, mail: 'a@example.com', color: 'red' };
  expect(await answered(bench, () => ({ action: 'accept', content }))).toEqual({ action: 'accept', content });
  expect(await answered(bench, () => ({ action: 'decline' }))).toEqual({ action: 'decline' });
  expect(await answered(bench, () => ({ action: 'cancel' }))).toEqual({ action: 'cancel' });
});

verifies('ELI-11', 'gives answers only with acceptance', async (bench) => {
  for (const action of ['decline', 'cancel']) {
    expect(await answered(bench, () => ({ action, content: { name: 'ada' } }))).toEqual({ action });
  }
});

verifies('ELI-11', 'refuses an answer that is none of the three', async (bench) => {
  const content = { name: 'ada' };
  for (const reply of [{}, { content }, { action: 'accepted', content }, { action: true, content }]) {
    expect(await answered(bench, () => reply)).toBeInstanceOf(AskError);
  }
});

verifies('ELI-12', "checks the user's answers against the form", async (bench) => {
  const wrong: readonly unknown[] = [
    ...[undefined, null, 'ada', [], {}, { name: 7 }, { name: null }, { name: 'a' }, { name: 'Ada' }],
    ...[{ age: -1 }, { age: 1.5 }, { age: '36' }, { sure: 'yes' }, { color: 'green' }].map((more) => ({
      name: 'ada',
      ...more,
    })),
  ];
  for (const content of wrong) {
    const got = await answered(bench, () => ({ action: 'accept', content }));
    expect(got).toBeInstanceOf(AskError);
  }
});

verifies('ELI-12', 'fills in the defaults of the form', async (bench) => {
  const form = {
    type: 'object',
    properties: { name: { type: 'string', default: 'nobody' }, sure: { type: 'boolean', default: false } },
  } as const;
  expect(await answered(bench, () => ({ action: 'accept', content: { name: 'ada' } }), form)).toEqual({
    action: 'accept',
    content: { name: 'ada', sure: false },
  });
});

verifies(
  'ELI-12',
  'takes lists of strings as answers to multiple choices',
  async (bench) => {
    const items = { type: 'string', enum: ['a', 'b'] };
    const form = { type: 'object', properties: { several: { type: 'array', items, maxItems: 1 } } };
    for (const several of [[], ['a']]) {
      const reply = { action: 'accept', content: { several } };
      expect(await answered(bench, () => reply, form)).toEqual(reply);
    }
    for (const several of ['a', ['c'], ['a', 'b'], [7]]) {
      const reply = { action: 'accept', content: { several } };
      expect(await answered(bench, () => reply, form)).toBeInstanceOf(AskError);
    }
  },
  { revisions: ['2025-11-25'] },
);

verifies('PROJ-46', 'refuses lists of strings as answers', async (bench) => {
  const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
  for (const content of [{ name: ['a'] }, { name: 'a', other: ['b'] }]) {
    expect(await answered(bench, () => ({ action: 'accept', content }), form)).toBeInstanceOf(AskError);
  }
});

verifies('ELI-23', "hands the client's refusal of a question to the author as an error", async (bench) => {
  const got = await answered(bench, () => {
    throw new RpcError(-32602, 'This mode was not declared');
  });
  expect(got).toBeInstanceOf(AskError);
  expect(got).toMatchObject({ message: expect.stringContaining('This mode was not declared') });
});

verifies('ELI-23', "never answers a request by the client's own error", async ({ connect }) => {
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => (await ctx.ask.elicit('key', { message: 'Who?', schema })).action,
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': () => {
        throw new RpcError(-32602, 'This mode was not declared');
      },
    },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('This mode was not declared') }],
    isError: true,
  });
});
