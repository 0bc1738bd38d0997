// The fixture server as a child process under both official clients, with and without sessions: one process each.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Auto, v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { asking } from './asking-suite.ts';
import { basics } from './basics-suite.ts';
import { eras } from './eras-suite.ts';
import { live } from './live-suite.ts';
import { everything, isRunning, said } from './suites.ts';

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

  eras(driver, client);

  test('keeps what a tool prints out of the protocol', async () => {
    expect(await client().call('print')).toMatchObject(said('printed'));
    await vi.waitFor(() => expect(client().stderr()).toContain('this is not JSON-RPC'), 20_000);
    expect(client().stderr()).toContain('something wrote to stdout');
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
