// The built filesystem server under both official clients, with and without sessions, over stdio and over HTTP.
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { builtServer } from '../src/built-server.ts';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { Sandbox } from '../src/sandbox.ts';
import { filesystem } from './filesystem-suite.ts';
import { isRunning } from './suites.ts';

describe.each([v1, v2Legacy, v2Modern])('$name', (driver: Driver) => {
  let sandbox: Sandbox;
  let connected: Driven | undefined;
  const client = (): Driven => {
    if (connected === undefined) throw new Error('not connected');
    return connected;
  };
  const leave = async (): Promise<void> => {
    await connected?.close();
    sandbox[Symbol.dispose]();
  };

  describe('over stdio', () => {
    beforeAll(async () => {
      sandbox = new Sandbox();
      connected = await driver.connect({ args: [await builtServer('filesystem'), sandbox.path] });
      connected.answers.roots = () => [{ uri: pathToFileURL(sandbox.path).href, name: 'sandbox' }];
    });

    afterAll(leave);

    filesystem(driver, client, () => sandbox);

    test('ends with the connection, in silence', async () => {
      const { pid, stderr } = client();
      await client().close();
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000);
      expect(stderr()).toBe('');
    });
  });

  describe('over HTTP', () => {
    let server: ListeningServer;
    beforeAll(async () => {
      sandbox = new Sandbox();
      const flags = ['--transport', 'http', '--port', '0'];
      server = await ListeningServer.start({
        args: [await builtServer('filesystem'), ...flags, sandbox.path],
      });
      connected = await driver.connect(server);
      connected.answers.roots = () => [{ uri: pathToFileURL(sandbox.path).href, name: 'sandbox' }];
    });
    afterAll(async () => {
      await leave();
      await server.stop();
    });

    filesystem(driver, client, () => sandbox);

    test('ends in order when it is asked to, and says nothing but where it listens', async () => {
      await client().close();
      expect(await server.stop()).toBe(0);
      expect(server.stderr().trim().split('\n')).toEqual([expect.stringContaining('listens at')]);
    });
  });
});
