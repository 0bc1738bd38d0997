// What answers cost a model: four characters are a token, in each form that hosts pass on.
import { expect, test } from 'vitest';
import { costOf, costOfTools } from '../src/tokens/count.ts';

test('counts text, structured content and both over all answers', () => {
  const data = { ok: true };
  const first = { content: [{ text: 'abcd' }, { text: 'efgh' }], structuredContent: data };
  expect(costOf([first, { content: [{ text: 'x'.repeat(40) }] }])).toEqual({
    text: 12,
    structured: 13,
    both: 15,
  });
});

test('images count as they are sent, and an answer without anything costs nothing', () => {
  expect(costOf([{ content: [{ data: 'A'.repeat(400) }] }])).toEqual({
    text: 100,
    structured: 100,
    both: 100,
  });
  expect(costOf([])).toEqual({ text: 0, structured: 0, both: 0 });
});

test('of tools, only what models get is counted', () => {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
  const icons = [{ src: 'x'.repeat(1000) }];
  expect(costOfTools([tool])).toBe(Math.ceil(JSON.stringify([tool]).length / 4));
  expect(costOfTools([{ ...tool, icons } as typeof tool])).toBe(costOfTools([tool]));
});
