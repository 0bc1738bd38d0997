// Pressure: more calls than a server may run at once, clients that do not read, questions of who is served next.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits/admission.ts';
import { callOf, Child, isMessage, textOf, type Message } from './ends.ts';

const MEBIBYTE = 1024 * 1024;

interface State {
  readonly most: number;
  readonly running: number;
  readonly cancelled: number;
  readonly rss: number;
}

const stateOf = async (child: Child, id: string): Promise<State> =>
  JSON.parse(await child.call(id, 'state')) as State;

const answersOf = (child: Child): Map<unknown, Message[]> => {
  const answers = new Map<unknown, Message[]>();
  for (const message of child.inbox.messages()) {
    const same = answers.get(message['id']);
    if (same === undefined) answers.set(message['id'], [message]);
    else same.push(message);
  }
  return answers;
};

test.for([
  { count: 5000, ms: 10 },
  // One chunk of input holds more of these than the queue, and it takes seconds until there is room again.
  { count: 900, ms: 250 },
])(
  '$count piped calls of a tool of $ms ms: never more than the cap at once, each answered with its own result',
  { timeout: 60_000 },
  async ({ count, ms }) => {
    await using child = new Child();
    await child.initialize();
    const before = await stateOf(child, 'before');
    const ids = Array.from({ length: count }, (_, i) => i);
    await child.send(...ids.map((id) => callOf(id, 'slow', { ms, value: `v${id}` })));
    await vi.waitFor(() => expect(child.inbox.parsed.length).toBeGreaterThanOrEqual(count + 2), 40_000);
    const after = await stateOf(child, 'after');
    await child.end();

    const answers = answersOf(child);
    const wrong = ids.filter((id) => {
      const [first, ...more] = answers.get(id) ?? [];
      return first === undefined || more.length > 0 || textOf(first) !== JSON.stringify(`v${id}`);
    });
    expect(wrong.map((id) => answers.get(id)).slice(0, 3)).toEqual([]);
    expect(after.most).toBe(DEFAULT_LIMITS.inFlight);
    expect(after.rss).toBeLessThan(before.rss + 64 * MEBIBYTE);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.stderr).toBe('');
  },
);

test(
  'a client that does not read stops being read: memory stays bounded, and nothing is lost',
  { timeout: 60_000 },
  async () => {
    await using child = new Child();
    await child.initialize();
    const before = await stateOf(child, 'before');
    child.process.stdout.pause();
    // 200 MB of answers are asked for.
    const ids = Array.from({ length: 2000 }, (_, i) => i);
    let written = 0;
    const writing = (async () => {
      for (const id of ids) {
        await child.send(callOf(id, 'large', { length: 100_000, filler: 'x'.repeat(200) }));
        written++;
      }
    })();
    await settled(() => written);
    const grown = (await rssOf(child)) - before.rss;
    const writtenWhenStuck = written;

    child.process.stdout.resume();
    await writing;
    await child.end();
    expect(writtenWhenStuck).toBeLessThan(2000);
    expect(grown).toBeLessThan(120 * MEBIBYTE);
    const answers = answersOf(child);
    expect(ids.filter((id) => answers.get(id)?.length !== 1)).toEqual([]);
    expect(await child.exited).toEqual({ code: 0, signal: null });
  },
);

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
    const state = await stateOf(child, `after ${asked.count++}`);
    expect(state.running).toBe(0);
    return state;
  }, 20_000);
  await child.end();
  expect(cancelled).toBeGreaterThanOrEqual(inFlight);
  // Whoever was accepted was cancelled and hears nothing; whoever was not was told so, once.
  const answers = answersOf(child);
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
  const answers = answersOf(child);
  expect(busy.filter((id) => answers.get(id)?.length !== 1)).toEqual([]);
  expect(queued.filter((id) => answers.has(id))).toEqual([]);
});

test('an id that is in use is refused, and the first request still gets its answer', async () => {
  await using child = new Child();
  await child.initialize();
  await child.send(callOf(1, 'slow', { ms: 100, value: 'first' }), callOf(1, 'echo', { value: 'second' }));
  await child.send(callOf('1', 'echo', { value: 'text' }));
  await child.end();
  const answers = answersOf(child);
  expect(answers.get('1')?.map(textOf)).toEqual(['"text"']);
  const [refusal, result, ...more] = answers.get(1) ?? [];
  expect(isMessage(refusal?.['error']) && refusal['error']['code']).toBe(-32600);
  expect(result !== undefined && textOf(result)).toBe('"first"');
  expect(more).toEqual([]);
});

/** Waits until a number no longer changes. */
const settled = async (read: () => number): Promise<void> => {
  let last = -1;
  while (last !== read()) {
    last = read();
    await setTimeout(700);
  }
};

// The process cannot answer here, so the system is asked.
const rssOf = async (child: Child): Promise<number> => {
  const text = await readFile(`/proc/${child.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) * 1024;
};
