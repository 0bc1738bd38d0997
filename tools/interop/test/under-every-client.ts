// A built server under both official clients, with and without sessions, over stdio and over HTTP.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { builtServer, type ServerName } from '../src/built-server.ts';
import type { Answers, Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Legacy, v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { isRunning } from './suites.ts';

/** A server, and what its suite needs. */
export interface Subject<S extends Disposable | AsyncDisposable> {
  readonly name: ServerName;
  /** Makes what the server works on. */
  readonly sandbox: () => S | Promise<S>;
  /** The command line, without the program. */
  readonly args: (sandbox: S) => readonly string[];
  /** How the client answers questions of the server. */
  readonly answers?: (sandbox: S) => Partial<Answers>;
  /** The tests. */
  readonly suite: (driver: Driver, client: () => Driven, sandbox: () => S) => void;
}

const dispose = async (sandbox: Disposable | AsyncDisposable | undefined): Promise<void> => {
  await using stack = new AsyncDisposableStack();
  stack.use(sandbox);
};

/** Runs the suite of a server under every client. */
export const underEveryClient = <S extends Disposable | AsyncDisposable>(subject: Subject<S>): void => {
  describe.each([v1, v2Legacy, v2Modern])('$name', (driver: Driver) => {
    let sandbox: S | undefined;
    let connected: Driven | undefined;
    const known = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('not connected');
      return value;
    };
    const client = (): Driven => known(connected);
    const place = (): S => known(sandbox);
    const prepare = async (flags: readonly string[]): Promise<{ args: string[] }> => {
      sandbox = await subject.sandbox();
      return { args: [await builtServer(subject.name), ...flags, ...subject.args(sandbox)] };
    };
    const join = async (where: Parameters<Driver['connect']>[0]): Promise<void> => {
      connected = await driver.connect(where);
      Object.assign(connected.answers, subject.answers?.(place()));
    };
    const leave = async (): Promise<void> => {
      await connected?.close();
      await dispose(sandbox);
    };

    describe('over stdio', () => {
      beforeAll(async () => join(await prepare([])));
      afterAll(leave);

      subject.suite(driver, client, place);

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
        server = await ListeningServer.start(await prepare(['--transport', 'http', '--port', '0']));
        await join(server);
      });
      afterAll(async () => {
        await leave();
        await server.stop();
      });

      subject.suite(driver, client, place);

      test('ends in order when it is asked to, and says nothing but where it listens', async () => {
        await client().close();
        expect(await server.stop()).toBe(0);
        expect(server.stderr().trim().split('\n')).toEqual([expect.stringContaining('listens at')]);
      });
    });
  });
};
