// ctx.ask.agree: what the user sees, and the result of each answer.
import { describe, expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const erase = defineTool({
  name: 'erase',
  run: async (_, ctx) => JSON.stringify(await ctx.ask.agree('confirm', 'Erase all?')),
});
const server = defineServer({ name: 'server', version: '1.0.0', tools: [erase] });

const DECLINED = {
  agreed: false,
  why: 'The user did not agree.',
  hint: 'Do not try it in another way; ask the user what to do.',
};

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test.each([
    [{ action: 'accept', content: { agree: true } }, { agreed: true }],
    [{ action: 'accept', content: {} }, { agreed: true }],
    [{ action: 'accept' }, { agreed: true }],
    [{ action: 'accept', content: { agree: false } }, DECLINED],
    [{ action: 'decline' }, DECLINED],
    [{ action: 'cancel' }, DECLINED],
  ])('%j gives %j', async (answer, agreement) => {
    const asked: unknown[] = [];
    await using client = await connect(server, {
      revision,
      capabilities: { elicitation: {} },
      answers: {
        'elicitation/create': (params: unknown) => {
          asked.push(params);
          return answer;
        },
      },
    });
    const { content } = await client.request('tools/call', { name: 'erase' });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(agreement) }]);
    expect(asked).toEqual([
      expect.objectContaining({
        message: 'Erase all?',
        // Codex with full access accepts a form without fields by itself.
        requestedSchema: {
          type: 'object',
          properties: {
            agree: { type: 'boolean', title: 'Agree', description: 'Optional: to accept is to agree.' },
          },
        },
      }),
    ]);
  });
});

test.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)(
  'in %s a client that cannot ask counts as not agreed',
  async (revision) => {
    await using client = await connect(server, { revision });
    const { content } = await client.request('tools/call', { name: 'erase' });
    const agreement = {
      agreed: false,
      why: 'The user has to agree, and this client cannot ask.',
      hint: 'Ask the user to use another client, or to start this server so that it does not ask.',
    };
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(agreement) }]);
  },
);
