// The fixture server over HTTP under both official clients, with and without sessions: one process for all, at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Auto, v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { asking } from './asking-suite.ts';
import { basics } from './basics-suite.ts';
import { eras } from './eras-suite.ts';
import { live } from './live-suite.ts';
import { everything, notificationsOf, notified, ROOTS, said } from './suites.ts';

const drivers: readonly Driver[] = [v1, v2Legacy, v2Modern, v2Auto];
let server: ListeningServer;
beforeAll(async () => {
  server = await ListeningServer.start({ args: [...everything.args, '--http'] });
});
afterAll(() => server.stop());

describe.each(drivers)('$name', (driver: Driver) => {
  let connected: Driven | undefined;
  const client = (): Driven => {
    if (connected === undefined) throw new Error('not connected');
    return connected;
  };
  beforeAll(async () => {
    connected = await driver.connect(server);
  });
  afterAll(() => connected?.close());

  basics(driver, client);
  live(driver, client);
  asking(driver, client);
  eras(driver, client);
});

describe('clients of both eras on one endpoint', () => {
  test('each get their own answers and questions, and all hear of a change', async () => {
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
      await notified(client, 'notifications/resources/updated', 1);
      expect(notificationsOf(client, 'notifications/resources/updated')).toMatchObject([
        { params: { uri: 'test://watched-resource' } },
      ]);
    }
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(clients.map((client) => client.close()));
  });
});
