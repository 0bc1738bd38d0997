// Suite of what happens over time: progress, cancellation, logging, changes. Runs under every official client.
import { expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { everyPage, notificationsOf, notified, said, tells, UPDATED } from './suites.ts';

const MESSAGE = 'notifications/message';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Tests what happens during a connection. */
export const live = (driver: Driver, client: () => Driven): void => {
  test('answers many calls at once, each with its own answer', async () => {
    const lane = async (name: number): Promise<void> => {
      for (let i = 0; i < 50; i++) {
        const text = `${name}.${i}`;
        expect(await client().call('echo', { text })).toMatchObject(said(text));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, name) => lane(name)));
  });

  test('reports progress to the callback of the call', async () => {
    // The clients drop progress that they read together with the result, as happens on a busy machine.
    await vi.waitFor(async () => {
      const steps: unknown[] = [];
      const result = await client().call(
        'test_tool_with_progress',
        {},
        { onprogress: (step) => steps.push(step) },
      );
      expect(result).toMatchObject(said('Reported progress three times.'));
      expect(steps).toMatchObject([
        { progress: 0, total: 100, message: 'Begun' },
        { progress: 50, total: 100, message: 'Half done' },
        { progress: 100, total: 100, message: 'Done' },
      ]);
    }, 20_000);
  });

  test('stops the work when the client aborts', async () => {
    const before = await client().call('cancellations');
    const controller = new AbortController();
    const waiting = client().call(
      'wait',
      {},
      { signal: controller.signal, onprogress: () => controller.abort('enough') },
    );
    await expect(waiting).rejects.toThrow('enough');
    await vi.waitFor(async () => expect(await client().call('cancellations')).not.toEqual(before), 20_000);
  });

  test('knows the client, its metadata and its trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const result = await client().call('whoami', {}, { meta: { 'com.example/note': 'hi', traceparent } });
    expect(result).toMatchObject({
      structuredContent: {
        name: expect.stringContaining('interop-'),
        revision: driver.revision,
        canBeAsked: true,
        note: 'hi',
        traceparent,
      },
    });
  });

  (driver.isModern ? statelessOnly : sessionsOnly)(client);

  test('tells of a changed resource until the client has heard enough', async () => {
    const uri = 'test://watched-resource';
    const before = await client().read(uri);
    const tick = (): Promise<object> => client().call('tick');
    expect(await tells(client(), { uris: [uri] }, UPDATED, tick)).toMatchObject({ params: { uri } });
    expect(await client().read(uri)).not.toEqual(before);
    const told = notificationsOf(client(), UPDATED).length;
    await tick();
    // A notification of the second change would arrive before those of later changes.
    const toggle = (): Promise<object> => client().call('test_trigger_tool_change');
    for (const _ of ['there', 'gone again'])
      await tells(client(), { lists: ['tools'] }, 'notifications/tools/list_changed', toggle);
    expect(notificationsOf(client(), UPDATED).length).toBe(told);
  });

  test('tells of changed lists, and the lists have changed', async () => {
    const lists = ['tools', 'resources', 'prompts'] as const;
    const stop = await client().follow({ uris: [], lists });
    const methods = lists.map((list) => `notifications/${list}/list_changed`);
    const before = methods.map((method) => notificationsOf(client(), method).length);
    const sizes = async (): Promise<number[]> => {
      const counts: number[] = [];
      for (const list of lists) counts.push((await everyPage(client(), list)).length);
      return counts;
    };
    const changeAll = async (count: number): Promise<void> => {
      for (const list of ['tool', 'resource', 'prompt']) await client().call(`test_trigger_${list}_change`);
      for (const [i, method] of methods.entries()) await notified(client(), method, (before[i] ?? 0) + count);
    };
    const sizesBefore = await sizes();

    await changeAll(1);
    expect(await sizes()).toEqual(sizesBefore.map((size) => size + 1));
    expect(await client().call('test_extra_tool')).toMatchObject(said('here'));
    expect(await client().read('test://extra')).toMatchObject({ contents: [{ text: 'here' }] });
    expect(await client().prompt('test_extra_prompt', {})).toMatchObject({
      messages: [{ content: { text: 'here' } }],
    });

    await changeAll(2);
    expect(await sizes()).toEqual(sizesBefore);
    await stop();
  });
};

const sessionsOnly = (client: () => Driven): void => {
  test('answers a ping', async () => {
    expect(await client().ping()).toEqual({});
  });

  test('logs from the level on that the client set', async () => {
    const levels = async (): Promise<unknown[]> => {
      const before = notificationsOf(client(), MESSAGE).length;
      await client().call('test_logging_tool');
      return notificationsOf(client(), MESSAGE).slice(before);
    };
    await client().setLevel('error');
    expect(await levels()).toEqual(
      ['error', 'critical', 'alert', 'emergency'].map((level) => ({
        method: MESSAGE,
        params: { level, logger: 'shouter', data: { said: level } },
      })),
    );
    await client().setLevel('debug');
    expect((await levels()).length).toBe(8);
  });
};

const statelessOnly = (client: () => Driven): void => {
  test('describes itself again when it is asked', async () => {
    expect(await client().discover()).toMatchObject({
      supportedVersions: ['2026-07-28'],
      instructions: 'Call whatever you like.',
      capabilities: { tools: { listChanged: true } },
    });
  });

  test('has no ping and no log level of a connection', async () => {
    await expect(client().ping()).rejects.toThrow('ping');
    await expect(client().setLevel('info')).rejects.toThrow('logging/setLevel');
  });

  test('logs from the level on that the request names, and not at all without one', async () => {
    const before = notificationsOf(client(), MESSAGE).length;
    await client().call('test_logging_tool');
    expect(notificationsOf(client(), MESSAGE).length).toBe(before);
    await client().call('test_logging_tool', {}, { meta: { [LOG_LEVEL]: 'alert' } });
    expect(notificationsOf(client(), MESSAGE).slice(before)).toMatchObject([
      { params: { level: 'alert', logger: 'shouter', data: { said: 'alert' } } },
      { params: { level: 'emergency' } },
    ]);
  });
};
