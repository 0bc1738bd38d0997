import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

const ENOUGH_MS = 5000;

/** Waits for as many updates of a URI. */
const updates = async (client: TestClient, uri: string, count: number): Promise<void> => {
  const told = (): number =>
    client.notifications('notifications/resources/updated').filter(({ params }) => isAbout(params, uri))
      .length;
  await expect.poll(told, { timeout: ENOUGH_MS, interval: 20 }).toBeGreaterThanOrEqual(count);
};

const isAbout = (params: unknown, uri: string): boolean =>
  typeof params === 'object' && params !== null && 'uri' in params && params.uri === uri;

/** Does something, and returns the URIs of the updates that it caused. */
const changedBy = async (client: TestClient, action: () => void, quietMs = 500): Promise<unknown[]> => {
  const before = client.notifications('notifications/resources/updated').length;
  action();
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  const told = client.notifications('notifications/resources/updated').slice(before);
  return [...new Set(told.map(({ params }) => (params as { uri: string }).uri))].toSorted();
};

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)('in %s', (revision) => {
  test('a subscriber is told of a change, until it unsubscribes', async () => {
    using dir = temporary({ 'a.txt': 'old', 'b.txt': 'old' });
    await using client = await connect(serve([dir.path]), { revision, transport: 'stdio' });
    const uri = `file://${dir.at('a.txt')}`;
    expect(await client.request('resources/subscribe', { uri })).toEqual({});
    writeFileSync(dir.at('b.txt'), 'not subscribed');
    writeFileSync(dir.at('a.txt'), 'new');
    await updates(client, uri, 1);
    expect(client.notifications()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } },
    ]);
    expect(await client.request('resources/unsubscribe', { uri })).toEqual({});
    expect(await changedBy(client, () => writeFileSync(dir.at('a.txt'), 'newer'))).toEqual([]);
  });
});

test('in 2026-07-28 a listen stream is told, with its id', async () => {
  using dir = temporary({ 'a.txt': 'old' });
  await using client = await connect(serve([dir.path]), { revision: '2026-07-28' });
  const uri = `file://${dir.at('a.txt')}`;
  const gone = `file://${dir.at('gone.txt')}`;
  const { _meta } = (client.sent[0] as { params: { _meta: object } }).params;
  const notifications = { resourceSubscriptions: [uri, gone] };
  client.send({ jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params: { notifications, _meta } });
  await client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged');
  writeFileSync(dir.at('a.txt'), 'new');
  await updates(client, uri, 1);
  const tag = { 'io.modelcontextprotocol/subscriptionId': 'l' };
  expect(client.notifications()).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: [uri] }, _meta: tag },
    },
    { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri, _meta: tag } },
  ]);
});

describe('a watched file', () => {
  test('survives editors that write a new file and rename it', async () => {
    using dir = temporary({ 'a.txt': 'old' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `file://${dir.at('a.txt')}`;
    await client.request('resources/subscribe', { uri });
    for (const content of ['one', 'two', 'three']) {
      const told = await changedBy(client, () => {
        writeFileSync(dir.at('.a.txt.swp'), content);
        renameSync(dir.at('.a.txt.swp'), dir.at('a.txt'));
      });
      expect(told).toEqual([uri]);
    }
    const withBackup = await changedBy(client, () => {
      renameSync(dir.at('a.txt'), dir.at('a.txt~'));
      writeFileSync(dir.at('a.txt'), 'four');
    });
    expect(withBackup).toEqual([uri]);
    expect(await changedBy(client, () => appendFileSync(dir.at('a.txt'), 'five'))).toEqual([uri]);
  });

  test('survives its deletion, and that of its directory', async () => {
    using dir = temporary({ 'sub/a.txt': 'old' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `file://${dir.at('sub/a.txt')}`;
    await client.request('resources/subscribe', { uri });
    for (const victim of ['sub/a.txt', 'sub']) {
      const recreate = (): void => {
        mkdirSync(dir.at('sub'), { recursive: true });
        writeFileSync(dir.at('sub/a.txt'), 'again');
      };
      const deleted = await changedBy(client, () => rmSync(dir.at(victim), { recursive: true }));
      expect(deleted).toEqual([uri]);
      expect(await changedBy(client, recreate, 1000)).toEqual([uri]);
      expect(await changedBy(client, () => appendFileSync(dir.at('sub/a.txt'), '!'))).toEqual([uri]);
    }
  });

  test('is not found again behind a link', async () => {
    using outside = temporary({ 'secret.txt': 'secret' });
    using dir = temporary({ 'a.txt': 'old' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `file://${dir.at('a.txt')}`;
    await client.request('resources/subscribe', { uri });
    expect(await changedBy(client, () => rmSync(dir.at('a.txt')))).toEqual([uri]);
    symlinkSync(outside.at('secret.txt'), dir.at('a.txt'));
    expect(await changedBy(client, () => appendFileSync(outside.at('secret.txt'), '!'), 1000)).toEqual([]);
  });

  test('a burst of changes is one update', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `file://${dir.at('a.txt')}`;
    await client.request('resources/subscribe', { uri });
    for (let i = 0; i < 200; i++) appendFileSync(dir.at('a.txt'), 'x');
    await updates(client, uri, 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(client.notifications('notifications/resources/updated').length).toBeLessThan(20);
  });
});

describe('a watched directory', () => {
  test('tells of new and deleted entries itself, of new content by the URI of the entry', async () => {
    using dir = temporary({ 'a.txt': 'old', 'sub/deep.txt': '' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `file://${dir.path}`;
    await client.request('resources/subscribe', { uri });
    const cases: [action: () => void, told: string[]][] = [
      [() => writeFileSync(dir.at('a.txt'), 'new'), [`${uri}/a.txt`]],
      [() => writeFileSync(dir.at('new #1.txt'), ''), [uri]],
      [() => appendFileSync(dir.at('new #1.txt'), 'x'), [`${uri}/new%20%231.txt`]],
      [() => mkdirSync(dir.at('made')), [uri]],
      [() => rmSync(dir.at('a.txt')), [uri]],
      [() => rmSync(dir.at('made'), { recursive: true }), [uri]],
      [() => appendFileSync(dir.at('sub/deep.txt'), 'x'), []],
    ];
    for (const [action, told] of cases) expect(await changedBy(client, action), `${action}`).toEqual(told);
  });

  test('survives its own deletion', async () => {
    using dir = temporary({ 'root/a.txt': '' });
    await using client = await connect(serve([dir.at('root')]), { revision: '2025-11-25' });
    const uri = `file://${dir.at('root')}`;
    await client.request('resources/subscribe', { uri });
    expect(await changedBy(client, () => rmSync(dir.at('root'), { recursive: true }))).toContain(uri);
    expect(await changedBy(client, () => mkdirSync(dir.at('root')), 1000)).toEqual([uri]);
    expect(await changedBy(client, () => writeFileSync(dir.at('root/b.txt'), ''))).toEqual([uri]);
  });
});

test('what does not exist cannot be subscribed to', async () => {
  using dir = temporary();
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const uri = `file://${dir.at('gone.txt')}`;
  await expect(client.request('resources/subscribe', { uri })).rejects.toMatchObject({
    code: -32002,
    message: `Resource not found: ${uri}`,
  });
});
