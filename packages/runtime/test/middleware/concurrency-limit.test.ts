// concurrencyLimit: what runs at once, what waits, whose turn it is, and what is refused.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defineServer, type McpServer } from '../../src/index.ts';
import { concurrencyLimit, type ConcurrencyLimitOptions } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, extra, failure, Gate, PLACES, success } from './fixture.ts';

const serve = (gate: Gate, options: ConcurrencyLimitOptions): McpServer =>
  defineServer({ name: 'test', version: '1', tools: [gate.tool], middleware: [concurrencyLimit(options)] });

describe.each(PLACES)('$revision over $transport', (place) => {
  test('runs so many calls at once, lets the next wait, and refuses what does not fit', async () => {
    const gate = new Gate();
    await using client = await connect(serve(gate, { calls: 1, queue: 1 }), place);
    const first = call(client, 'wait', { name: 'first' });
    const second = call(client, 'wait', { name: 'second' });
    const third = await call(client, 'wait', { name: 'third' });
    expect(third).toEqual({
      ...failure(
        'Too many calls: 1 calls at once and 1 that wait are the limit for one caller. Try again when earlier calls are answered.',
      ),
      ...extra(place),
    });
    expect(gate.events).toEqual(['first began']);
    gate.release('first');
    expect(await first).toEqual({ ...success('first'), ...extra(place) });
    await gate.happened('second began');
    gate.release('second');
    expect(await second).toEqual({ ...success('second'), ...extra(place) });
  });

  test('a call that is cancelled while it waits never runs, and its place in the queue is free', async () => {
    const gate = new Gate();
    await using client = await connect(serve(gate, { calls: 1, queue: 1 }), place);
    void call(client, 'wait', { name: 'first' });
    const { length } = client.sent;
    void call(client, 'wait', { name: 'cancelled' });
    const waiting = client.sent[length] as { readonly id: number };
    await gate.happened('first began');
    client.notify('notifications/cancelled', { requestId: waiting.id });
    const third = call(client, 'wait', { name: 'third' });
    gate.release('first');
    await gate.happened('third began');
    gate.release('third');
    expect(await third).toMatchObject(success('third'));
    expect(gate.events).toEqual(['first began', 'third began']);
  });

  test('a running call that is cancelled gives its place to the next', async () => {
    const gate = new Gate();
    await using client = await connect(serve(gate, { calls: 1 }), place);
    const { length } = client.sent;
    void call(client, 'wait', { name: 'cancelled' });
    const running = client.sent[length] as { readonly id: number };
    const next = call(client, 'wait', { name: 'next' });
    await gate.happened('cancelled began');
    client.notify('notifications/cancelled', { requestId: running.id });
    await gate.happened('next began');
    gate.release('next');
    expect(await next).toMatchObject(success('next'));
  });
});

test('callers do not take places from each other', async () => {
  const gate = new Gate();
  const server = serve(gate, { calls: 1, queue: 0 });
  await using one = await connect(server);
  await using other = await connect(server);
  const answers = [call(one, 'wait', { name: 'one' }), call(other, 'wait', { name: 'other' })];
  await Promise.all([gate.happened('one began'), gate.happened('other began')]);
  gate.release('one');
  gate.release('other');
  expect(await Promise.all(answers)).toMatchObject([success('one'), success('other')]);
});

test('callers take turns when all places are taken', async () => {
  const gate = new Gate();
  const server = serve(gate, { calls: 2, total: 1, queue: 9 });
  await using greedy = await connect(server);
  await using modest = await connect(server);
  const names = ['g1', 'g2', 'g3'];
  const answers = names.map((name) => call(greedy, 'wait', { name }));
  await gate.happened('g1 began');
  answers.push(call(modest, 'wait', { name: 'm1' }));
  // One turn of the event loop delivers what was sent.
  await setImmediate();
  const order = ['g1', 'g2', 'm1', 'g3'];
  for (const name of order) {
    await gate.happened(`${name} began`);
    gate.release(name);
  }
  await Promise.all(answers);
  expect(gate.events).toEqual(order.map((name) => `${name} began`));
});
