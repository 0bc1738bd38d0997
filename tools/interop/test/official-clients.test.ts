// The fixture server as a child process under both official clients, with and without sessions: one process each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Auto, v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { asking } from './asking-suite.ts';
import { basics } from './basics-suite.ts';
import { live } from './live-suite.ts';
import { everything, isRunning, said } from './suites.ts';

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

describe.each([v1, v2Legacy, v2Modern, v2Auto])('$name', (driver: Driver) => {
  let connected: Driven | undefined;
  const client = (): Driven => {
    if (connected === undefined) throw new Error('not connected');
    return connected;
  };
  beforeAll(async () => {
    connected = await driver.connect(everything);
  });
  afterAll(() => connected?.close());

  basics(driver, client);
  live(driver, client);
  asking(driver, client);

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

  test('ends with the connection, without a word of distress', async () => {
    const { pid } = client();
    expect(isRunning(pid)).toBe(true);
    await client().close();
    expect(isRunning(pid)).toBe(false);
    const reports = client()
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    // Two bugs of tools and one print, all on purpose.
    expect(reports.length).toBe(3);
    expect(client().stderr()).not.toContain('ERR_');
  });
});
