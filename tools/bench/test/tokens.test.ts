// The cost of answers in tokens of o200k, in each form that hosts pass to a model.
import { expect, test } from 'vitest';
import { costOf, costOfTool } from '../src/tokens/count.ts';

test('counts text, structured content and both', () => {
  const structuredContent = { ok: true };
  const content = [{ text: 'Hello' }, { text: 'world' }];
  // Hello, a line break, world; {", ok, ":, true, }.
  expect(costOf({ content, structuredContent })).toEqual({ text: 3, structured: 5, both: 8 });
  expect(costOf({ content })).toEqual({ text: 3, structured: 3, both: 3 });
});

test('images count as they are sent, and an answer without anything costs nothing', () => {
  const content = [{ data: 'A'.repeat(400) }];
  const { text, structured, both } = costOf({ content });
  expect(text).toBeGreaterThan(20);
  expect([structured, both]).toEqual([text, text]);
  expect(costOf({ content: [] })).toEqual({ text: 0, structured: 0, both: 0 });
});

test('of a tool, only what models get is counted', () => {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
  const icons = [{ src: 'x'.repeat(1000) }];
  expect(costOfTool(tool)).toBe(costOf({ content: [{ text: JSON.stringify(tool) }] }).text);
  expect(costOfTool({ ...tool, icons } as typeof tool)).toBe(costOfTool(tool));
});
