// The suite of what one era has and the other has not, and of many calls at once.
import { expect, test } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { said } from './suites.ts';

/** Tests what is special about the era of a client, and a busy client. */
export const eras = (driver: Driver, client: () => Driven): void => {
  (driver.isModern ? statelessOnly : sessionsOnly)(client);

  test('answers many calls at once, each with its own answer', async () => {
    const lane = async (name: number): Promise<void> => {
      for (let i = 0; i < 50; i++) {
        const text = `${name}.${i}`;
        expect(await client().call('echo', { text })).toMatchObject(said(text));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, name) => lane(name)));
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
};

const sessionsOnly = (client: () => Driven): void => {
  test('answers a ping', async () => {
    expect(await client().ping()).toEqual({});
  });
};
