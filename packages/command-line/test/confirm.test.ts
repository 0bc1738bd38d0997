// Confirm: which tools ask, what the user sees, and what a refusal says.
import { describe, expect, test } from 'vitest';
import { Confirm, type StakeOf } from '../src/index.ts';
import { defineServer, defineTool, type Tool } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';

const tool = (destructiveHint: boolean): Tool =>
  defineTool({ name: 'erase', title: 'Erase', annotations: { destructiveHint }, run: () => 'Erased.' });

async function call(erase: Tool, answer: { action: string } | undefined = { action: 'accept' }) {
  const asked: unknown[] = [];
  await using client = await connect(defineServer({ name: 's', version: '1', tools: [erase] }), {
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': ({ message }) => {
        asked.push(message);
        return answer;
      },
    },
  });
  const { content, isError, _meta } = await client.request('tools/call', { name: 'erase' });
  return { asked, content, isError, _meta };
}

describe('with --confirm destructive', () => {
  const confirm = new Confirm('destructive');

  test('a destructive tool asks before it runs', async () => {
    const stakeOf: StakeOf = () => ({ question: 'Erase the disk?', act: 'Erase the disk' });
    const agreed = await call(confirm.around(tool(true), stakeOf));
    expect(agreed).toMatchObject({ asked: ['Erase the disk?'], content: [{ text: 'Erased.' }] });
    const refused = await call(confirm.around(tool(true), stakeOf), { action: 'decline' });
    expect(refused).toMatchObject({
      isError: true,
      content: [
        {
          text: 'Not done: Erase the disk. The user did not agree. Do not try it in another way; ask the user what to do.',
        },
      ],
      _meta: { error: { code: 'declined', retryable: false } },
    });
  });

  test('the default question is the title of the tool', async () => {
    expect((await call(confirm.around(tool(true)))).asked).toEqual(['Erase?']);
  });

  test('harmless calls and tools that are not destructive do not ask', async () => {
    expect((await call(confirm.around(tool(true), () => undefined))).asked).toEqual([]);
    expect((await call(confirm.around(tool(false)))).asked).toEqual([]);
  });

  test('the question shows invisible characters and has a limited length', async () => {
    const question = `Erase a\u202Eb\u0007c\nd?${'x'.repeat(10_000)}`;
    const [asked] = (await call(confirm.around(tool(true), () => ({ question })))).asked as [string];
    expect(asked).toMatch(/^Erase a\\u\{202e\}b\\u\{7\}c\nd\?x+ …$/);
    expect(asked.length).toBeLessThan(2100);
  });
});

test('with --confirm never, no tool asks', async () => {
  expect((await call(new Confirm('never').around(tool(true)))).asked).toEqual([]);
});
