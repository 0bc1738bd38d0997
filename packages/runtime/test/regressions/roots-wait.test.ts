// Roots that a client never lists: the call that needs them fails after ten seconds, not after the time people get.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const show = defineTool({ name: 'show', run: async (_, ctx) => `${(await ctx.ask.roots()).length} roots` });

test('a roots/list without an answer ends the call after ten seconds, and the error names it', async () => {
  let onAsked = (): void => {};
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  await using client = await connect(defineServer({ name: 's', version: '1', tools: [show] }), {
    revision: '2025-11-25',
    capabilities: { roots: {} },
    answers: {
      'roots/list': () => {
        onAsked();
        return new Promise(() => {});
      },
    },
  });
  const answer = client.request('tools/call', { name: 'show' });
  await asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^The client did not answer roots\/list: .*10/) }],
  });
});
