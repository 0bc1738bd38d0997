// Roots that a client never lists: the call that needs them fails after ten seconds, not after the time people get, and
// later calls fail at once.
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

test('after a roots/list without an answer later calls fail at once until the roots change', async () => {
  let asked = 0;
  let onAsked = (): void => {};
  const firstAsked = new Promise<void>((resolve) => (onAsked = resolve));
  await using client = await connect(defineServer({ name: 's', version: '1', tools: [show] }), {
    revision: '2025-11-25',
    capabilities: { roots: { listChanged: true } },
    answers: {
      'roots/list': () => {
        asked++;
        onAsked();
        return asked === 1 ? new Promise(() => {}) : { roots: [{ uri: 'file:///a' }] };
      },
    },
  });
  const first = client.request('tools/call', { name: 'show' });
  await firstAsked;
  await vi.advanceTimersByTimeAsync(10_000);
  const failed = await first;
  expect(failed).toMatchObject({ isError: true });
  expect(await client.request('tools/call', { name: 'show' })).toEqual(failed);
  expect(asked).toBe(1);
  client.notify('notifications/roots/list_changed');
  expect(await client.request('tools/call', { name: 'show' })).toEqual({
    content: [{ type: 'text', text: '1 roots' }],
  });
  expect(asked).toBe(2);
});
