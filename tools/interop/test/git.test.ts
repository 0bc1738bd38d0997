// The built git server under both official clients, with and without sessions, over stdio and over HTTP.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { builtServer } from '../src/built-server.ts';
import type { Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { GitSandbox } from '../src/git-sandbox.ts';
import { git } from './git-suite.ts';
import { isRunning } from './suites.ts';

describe.each([v1, v2Legacy, v2Modern])('$name', (driver: Driver) => {
  let sandbox: GitSandbox;
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
      sandbox = new GitSandbox();
      connected = await driver.connect({
        args: [await builtServer('git'), '-r', sandbox.path, '--toolsets', 'history'],
      });
    });

    afterAll(leave);

    git(driver, client, () => sandbox);

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
      sandbox = new GitSandbox();
      const flags = ['--transport', 'http', '--port', '0'];
      server = await ListeningServer.start({
        args: [await builtServer('git'), ...flags, '-r', sandbox.path, '--toolsets', 'history'],
      });
      connected = await driver.connect(server);
    });
    afterAll(async () => {
      await leave();
      await server.stop();
    });

    git(driver, client, () => sandbox);

    test('ends in order when it is asked to, and says nothing but where it listens', async () => {
      await client().close();
      expect(await server.stop()).toBe(0);
      expect(server.stderr().trim().split('\n')).toEqual([expect.stringContaining('listens at')]);
    });
  });
});
