// The suite of what happens over time: progress, cancellation, logging, changes. Runs under every official client.
import { expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { everyPage, notificationsOf, notified, quiet, said } from './suites.ts';

const MESSAGE = 'notifications/message';
const UPDATED = 'notifications/resources/updated';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Tests what happens while a connection lasts. */
export const live = (driver: Driver, client: () => Driven): void => {
  test('reports progress to the callback of the call', async () => {
    // The clients forget steps that they read together with the result, as they do when they were too busy to read before.
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

  if (driver.isModern) modernLogging(client);
  else sessionLogging(client);

  test('tells of a changed resource until the client has heard enough', async () => {
    const stop = await client().follow({ uris: ['test://watched-resource'], lists: [] });
    const before = notificationsOf(client(), UPDATED).length;
    const { contents } = { contents: undefined, ...(await client().read('test://watched-resource')) };
    await client().call('tick');
    await notified(client(), UPDATED, before + 1);
    expect(notificationsOf(client(), UPDATED).at(-1)).toMatchObject({
      params: { uri: 'test://watched-resource' },
    });
    expect(await client().read('test://watched-resource')).not.toMatchObject({ contents });
    await stop();
    await client().call('tick');
    await quiet();
    expect(notificationsOf(client(), UPDATED).length).toBe(before + 1);
  });

  test('tells of changed lists, and the lists have changed', async () => {
    const stop = await client().follow({ uris: [], lists: ['tools', 'resources', 'prompts'] });
    const methods = ['tools', 'resources', 'prompts'].map((list) => `notifications/${list}/list_changed`);
    const before = methods.map((method) => notificationsOf(client(), method).length);
    const sizes = async (): Promise<number[]> => [
      (await everyPage(client(), 'tools')).items.length,
      (await everyPage(client(), 'resources')).items.length,
      (await everyPage(client(), 'prompts')).items.length,
    ];
    const changeAll = async (): Promise<void> => {
      for (const list of ['tool', 'resource', 'prompt']) await client().call(`test_trigger_${list}_change`);
    };
    const sizesBefore = await sizes();

    await changeAll();
    for (const [i, method] of methods.entries()) await notified(client(), method, (before[i] ?? 0) + 1);
    expect(await sizes()).toEqual(sizesBefore.map((size) => size + 1));
    expect(await client().call('test_extra_tool')).toMatchObject(said('here'));
    expect(await client().read('test://extra')).toMatchObject({ contents: [{ text: 'here' }] });
    expect(await client().prompt('test_extra_prompt', {})).toMatchObject({
      messages: [{ content: { text: 'here' } }],
    });

    await changeAll();
    for (const [i, method] of methods.entries()) await notified(client(), method, (before[i] ?? 0) + 2);
    expect(await sizes()).toEqual(sizesBefore);
    await stop();
  });
};

const sessionLogging = (client: () => Driven): void => {
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

const modernLogging = (client: () => Driven): void => {
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
