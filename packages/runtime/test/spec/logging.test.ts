// Logging: messages for the client's log, by level (server/utilities/logging).
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { Context, LogLevel } from '../../src/index.ts';
import { later } from '../clock.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, requestOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const levels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
];
const noisy = (run: (ctx: Context) => void): ReturnType<typeof defineServer> => {
  const tool = defineTool({ name: 'noisy', run: (_, ctx) => run(ctx) });
  return defineServer({ ...info, tools: [tool] });
};
const allLevels = (ctx: Context): void => {
  for (const level of levels) ctx.log(level, level);
};
const entry = (level: LogLevel, data: unknown, more: object = {}): Message =>
  notificationOf('notifications/message', { level, data, ...more });

verifies(
  'LOG-1',
  'declares logging, and never logs if it does not',
  async ({ connect }) => {
    const loud = await connect(noisy((ctx) => ctx.log('error', 'a')));
    expect(loud.server['capabilities']).toMatchObject({ logging: {} });
    await loud.request('tools/call', { name: 'noisy' });
    expect(loud.notifications()).toEqual([entry('error', 'a')]);

    const tool = defineTool({ name: 'noisy', run: (_, ctx) => ctx.log('error', 'a') });
    const quiet = await connect(defineServer({ ...info, tools: [tool], logging: false }));
    expect(quiet.server['capabilities']).not.toHaveProperty('logging');
    await quiet.request('tools/call', { name: 'noisy' });
    expect(quiet.notifications()).toEqual([]);
  },
  { transports: connected },
);

verifies('LOG-2', 'sends the level that was set and those above', async ({ connect }) => {
  const client = await connect(noisy(allLevels));
  for (const [rank, level] of levels.entries()) {
    const before = client.notifications().length;
    expect(await client.request('logging/setLevel', { level })).toEqual({});
    await client.request('tools/call', { name: 'noisy' });
    const sent = client.notifications().slice(before);
    expect(sent).toEqual(levels.slice(rank).map((name) => entry(name, name)));
  }
});

verifies(['LOG-2', 'LOG-8'], 'keeps a level for each client of its own', async ({ connect }) => {
  const server = noisy(allLevels);
  const [one, other] = [await connect(server), await connect(server)];
  await one.request('logging/setLevel', { level: 'debug' });
  await other.request('logging/setLevel', { level: 'emergency' });
  await one.request('tools/call', { name: 'noisy' });
  await other.request('tools/call', { name: 'noisy' });
  expect(one.notifications()).toHaveLength(8);
  expect(other.notifications()).toEqual([entry('emergency', 'emergency')]);
});

verifies('LOG-2', 'applies a new level to a request that runs', async ({ connect }) => {
  let context: Context | undefined;
  const wait = defineTool({
    name: 'wait',
    run: (_, ctx) => {
      context = ctx;
      return new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('')));
    },
  });
  const client = await connect(defineServer({ ...info, tools: [wait] }));
  client.send(requestOf('w', 'tools/call', { name: 'wait' }));
  await client.request('logging/setLevel', { level: 'error' });
  context?.log('warning', 'a');
  await client.request('logging/setLevel', { level: 'warning' });
  context?.log('warning', 'b');
  await client.request('ping');
  expect(client.notifications()).toEqual([entry('warning', 'b')]);
  client.notify('notifications/cancelled', { requestId: 'w' });
});

verifies('LOG-3', 'refuses levels that it does not know and keeps the one it has', async ({ connect }) => {
  const client = await connect(noisy(allLevels));
  await client.request('logging/setLevel', { level: 'alert' });
  for (const [index, level] of ['loud', 'INFO', '', 3, null, undefined, 'constructor'].entries()) {
    const params = level === undefined ? {} : { level };
    const request = requestOf(`l${index}`, 'logging/setLevel', params);
    expect(await exchange(client, request)).toEqual(
      errorTo(`l${index}`, { code: -32602, message: expect.any(String) }),
    );
  }
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()).toEqual([entry('alert', 'alert'), entry('emergency', 'emergency')]);
});

verifies('LOG-4', 'begins with info', async ({ connect }) => {
  const client = await connect(noisy(allLevels));
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()).toEqual(levels.slice(1).map((name) => entry(name, name)));
});

verifies(
  'LOG-5',
  'sends any JSON as data, and the name of the logger if there is one',
  async ({ connect }) => {
    const client = await connect(
      noisy((ctx) => {
        for (const data of ['text', 1.5, false, null, ['a', { b: 1 }], { deep: {} }]) ctx.log('error', data);
        ctx.log('warning', 'a', 'database');
      }),
    );
    await client.request('tools/call', { name: 'noisy' });
    expect(client.notifications()).toEqual([
      ...['text', 1.5, false, null, ['a', { b: 1 }], { deep: {} }].map((data) => entry('error', data)),
      entry('warning', 'a', { logger: 'database' }),
    ]);
  },
);

verifies('LOG-5', 'never fails on data that is no JSON', async ({ connect }) => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const client = await connect(
    noisy((ctx) => {
      for (const data of [undefined, 1n, circle, Symbol('a'), () => 'b']) ctx.log('error', data);
    }),
  );
  expect(await client.request('tools/call', { name: 'noisy' })).toEqual({ content: [] });
  expect(client.notifications()).toHaveLength(5);
  for (const { params } of client.notifications()) expect(params).toHaveProperty('data');
});

verifies(
  ['LOG-2', 'LOG-4'],
  'sends what a session logs outside of its requests, at its level',
  async ({ connect }) => {
    let session: Context['session'];
    const remember = defineTool({ name: 'remember', run: (_, ctx) => void (session = ctx.session) });
    const client = await connect(defineServer({ ...info, tools: [remember] }));
    await client.request('tools/call', { name: 'remember' });
    session?.log('debug', 'a');
    session?.log('info', { b: 1 }, 'database');
    await client.request('logging/setLevel', { level: 'error' });
    session?.log('warning', 'c');
    session?.log('error', 'd');
    await client.waitFor((message) => isDeepStrictEqual(message, entry('error', 'd')));
    expect(client.notifications()).toEqual([
      entry('info', { b: 1 }, { logger: 'database' }),
      entry('error', 'd'),
    ]);
    await client.close();
    session?.log('error', 'e');
    expect(client.notifications()).toHaveLength(2);
  },
  { transports: connected },
);

verifies('LOG-8', 'sends what a request logs before its answer, to its client', async ({ connect }) => {
  const server = noisy((ctx) => ctx.log('error', 'a'));
  const [client, other] = [await connect(server), await connect(server)];
  await client.request('tools/call', { name: 'noisy' }, { id: 'call' });
  await other.request('ping');
  expect(client.received.slice(1)).toEqual([entry('error', 'a'), answerTo('call', { content: [] })]);
  expect(other.notifications()).toEqual([]);
});

verifies(
  'LOG-9',
  'takes a level and logs before the client is initialized',
  async ({ connect, revision }) => {
    const client = await connect(
      noisy((ctx) => ctx.log('debug', 'early')),
      { initialize: false },
    );
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    await exchange(client, requestOf('i', 'initialize', params));
    await client.request('logging/setLevel', { level: 'debug' });
    await client.request('tools/call', { name: 'noisy' });
    expect(client.notifications()).toEqual([entry('debug', 'early')]);
  },
);

verifies('LOG-6', 'thins out a flood of messages and says how many it left out', async ({ connect }) => {
  const flood = noisy((ctx) => {
    for (let count = 0; count < 5000; count++) ctx.log('error', count);
  });
  const client = await connect(flood);
  await client.request('tools/call', { name: 'noisy' });
  const first = client.notifications().length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(1000);
  using _ = later(30);
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()[first]).toMatchObject({
    method: 'notifications/message',
    params: { level: 'warning', data: expect.stringMatching(/\d+/) },
  });
});
