// Shared work: one request for all simultaneous callers.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { SharedWork } from '../src/shared-work.ts';
import { serve } from './setup.ts';
import { site } from './site.ts';

test('a hundred callers of one URL cause one request to it, and one to robots.txt', async () => {
  await using page = await site({
    '/robots.txt': { type: 'text/plain', body: '' },
    '/': (_request, response) => void delay(100).then(() => response.end('<p>one')),
  });
  await using client = await connect(serve(), { revision: '2026-07-28' });
  const args = { url: `${page.origin}/` };
  const calls = Array.from({ length: 100 }, () =>
    client.request('tools/call', { name: 'fetch', arguments: args }),
  );
  const results = await Promise.all(calls);
  expect(new Set(results.map((result) => JSON.stringify(result['content']))).size).toBe(1);
  expect(page.paths).toEqual(['/robots.txt', '/']);
});

test('a caller that gives up does not affect the others, and the last one ends the work', async () => {
  const shared = new SharedWork<string>();
  const signals: AbortSignal[] = [];
  const begin = async (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    await delay(10_000, undefined, { signal });
    return 'done';
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const one = shared.of('a', first.signal, begin);
  const two = shared.of('a', second.signal, begin);
  first.abort(new Error('first'));
  await expect(one).rejects.toThrow('first');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  second.abort(new Error('second'));
  await expect(two).rejects.toThrow('second');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('all callers get a failure, and the next call starts again', async () => {
  const shared = new SharedWork<number>();
  const { signal } = new AbortController();
  const begin = vi.fn<() => Promise<number>>(async () => Promise.reject(new Error('no')));
  const calls = [shared.of('a', signal, begin), shared.of('a', signal, begin)];
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begin).toHaveBeenCalledTimes(1);
  expect(await shared.of('a', signal, async () => Promise.resolve(2))).toBe(2);
});
