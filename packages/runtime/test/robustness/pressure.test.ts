// Pressure: more calls than a server may run at once, and their order.
import { expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits/admission.ts';
import { callOf, Child, isMessage, textOf } from './ends.ts';

test('cancellations and pings get through while the queue is full', async () => {
  await using child = new Child();
  await child.initialize();
  const { inFlight, queue } = DEFAULT_LIMITS;
  const ids = Array.from({ length: inFlight + 4 * queue }, (_, i) => i);
  for (const id of ids) await child.send(callOf(id, 'slow', { ms: 60_000 }));
  await child.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
  expect(await child.inbox.answer('ping')).toMatchObject({ result: {} });
  for (const id of ids)
    await child.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  // A handler hears of its cancellation at once and ends a little later; the question may overtake it.
  const asked = { count: 0 };
  const { cancelled } = await vi.waitFor(async () => {
    const state = await child.state(`after ${asked.count++}`);
    expect(state.running).toBe(0);
    return state;
  }, 20_000);
  await child.end();
  expect(cancelled).toBeGreaterThanOrEqual(inFlight);
  // Whoever was accepted was cancelled and hears nothing; whoever was not was told so, once.
  const answers = child.inbox.answers();
  const refusals = ids.flatMap((id) => answers.get(id) ?? []);
  expect(refusals.filter((answer) => !('error' in answer))).toEqual([]);
  expect(new Set(refusals.map(({ id }) => id)).size).toBe(refusals.length);
  expect(ids.length - refusals.length).toBeGreaterThanOrEqual(inFlight + queue);
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

test('queued calls that are cancelled never run and are never answered', async () => {
  await using child = new Child();
  await child.initialize();
  const { inFlight } = DEFAULT_LIMITS;
  const busy = Array.from({ length: inFlight }, (_, i) => `busy ${i}`);
  const queued = Array.from({ length: 100 }, (_, i) => `queued ${i}`);
  await child.send(...busy.map((id) => callOf(id, 'slow', { ms: 300 })));
  await child.send(...queued.map((id) => callOf(id, 'slow', { ms: 0 })));
  await child.send(
    ...queued.map((requestId) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    })),
  );
  await child.end();
  const answers = child.inbox.answers();
  expect(busy.filter((id) => answers.get(id)?.length !== 1)).toEqual([]);
  expect(queued.filter((id) => answers.has(id))).toEqual([]);
});

test('refuses an id in use, and still answers the first request', async () => {
  await using child = new Child();
  await child.initialize();
  await child.send(callOf(1, 'slow', { ms: 100, value: 'first' }), callOf(1, 'echo', { value: 'second' }));
  await child.send(callOf('1', 'echo', { value: 'text' }));
  await child.end();
  const answers = child.inbox.answers();
  expect(answers.get('1')?.map(textOf)).toEqual(['"text"']);
  const [refusal, result, ...more] = answers.get(1) ?? [];
  expect(isMessage(refusal?.['error']) && refusal['error']['code']).toBe(-32600);
  expect(result !== undefined && textOf(result)).toBe('"first"');
  expect(more).toEqual([]);
});
