// What answers cost a model: four characters are a token, in each form that hosts pass on.
import { expect, test } from 'vitest';
import { costOf, costOfTools } from '../src/tokens/count.ts';

test('counts text, structured content and both', () => {
  const structuredContent = { ok: true };
  const content = [{ text: 'abcd' }, { text: 'efgh' }];
  expect(costOf({ content, structuredContent })).toEqual({ text: 2, structured: 3, both: 5 });
  expect(costOf({ content })).toEqual({ text: 2, structured: 2, both: 2 });
});

test('images count as they are sent, and an answer without anything costs nothing', () => {
  const content = [{ data: 'A'.repeat(400) }];
  expect(costOf({ content })).toEqual({ text: 100, structured: 100, both: 100 });
  expect(costOf({ content: [] })).toEqual({ text: 0, structured: 0, both: 0 });
});

test('of tools, only what models get is counted', () => {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
  const icons = [{ src: 'x'.repeat(1000) }];
  expect(costOfTools([tool])).toBe(Math.ceil(JSON.stringify([tool]).length / 4));
  expect(costOfTools([{ ...tool, icons } as typeof tool])).toBe(costOfTools([tool]));
});
