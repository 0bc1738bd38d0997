// The fixture server under both official clients, with and without sessions: over stdio with a process per client, over
// HTTP with one process for all clients at once.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Driven, Driver, Place } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Auto, v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { asking } from './asking-suite.ts';
import { basics } from './basics-suite.ts';
import { live } from './live-suite.ts';
import { everything, isRunning, notificationsOf, notified, ROOTS, said, UPDATED } from './suites.ts';

const drivers: readonly Driver[] = [v1, v2Legacy, v2Modern, v2Auto];

/** Runs all suites under a client. Returns the client. */
const underClient = (driver: Driver, place: () => Place): (() => Driven) => {
  let connected: Driven | undefined;
  const client = (): Driven => {
    if (connected === undefined) throw new Error('not connected');
    return connected;
  };
  beforeAll(async () => {
    connected = await driver.connect(place());
  });
  afterAll(() => connected?.close());

  basics(driver, client);
  live(driver, client);
  asking(driver, client);
  return client;
};

describe.each(drivers)('$name over stdio', (driver) => {
  const client = underClient(driver, () => everything);

  test('keeps what a tool prints out of the protocol', async () => {
    expect(await client().call('print')).toMatchObject(said('printed'));
    await vi.waitFor(() => expect(client().stderr()).toContain('this is not JSON-RPC'), 20_000);
    expect(client().stderr()).toContain('something wrote to stdout');
  });

  test('ends with the connection, without a word of distress', async () => {
    const { pid, stderr } = client();
    expect(isRunning(pid)).toBe(true);
    await client().close();
    expect(isRunning(pid)).toBe(false);
    const reports = stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    // Two deliberate tool bugs and one deliberate print.
    expect(reports.length).toBe(3);
    expect(stderr()).not.toContain('ERR_');
  });
});

describe('over HTTP', () => {
  let server: ListeningServer;
  beforeAll(async () => {
    server = await ListeningServer.start({ args: [...everything.args, '--http'] });
  });
  afterAll(() => server.stop());

  describe.each(drivers)('$name', (driver) => {
    underClient(driver, () => server);
  });

  test('clients of both eras each get their own answers and questions, and all hear of a change', async () => {
    const clients = await Promise.all(drivers.map((driver) => driver.connect(server)));
    const stops = await Promise.all(
      clients.map((client) => client.follow({ uris: ['test://watched-resource'], lists: [] })),
    );
    const lane = async (client: Driven, name: number): Promise<void> => {
      for (let i = 0; i < 25; i++) {
        const text = `${name}.${i}`;
        expect(await client.call('echo', { text })).toMatchObject(said(text));
      }
      client.answers.roots = () => [{ uri: `file:///${name}`, name: `${name}` }];
      expect(await client.call(ROOTS)).toMatchObject(said(`${name} file:///${name}`));
    };
    await Promise.all(clients.map(lane));

    await clients[0]?.call('tick');
    for (const client of clients) {
      await notified(client, UPDATED, 1);
      expect(notificationsOf(client, UPDATED)).toMatchObject([
        { params: { uri: 'test://watched-resource' } },
      ]);
    }
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(clients.map((client) => client.close()));
  });
});
