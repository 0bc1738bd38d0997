// A built server under published clients: the newest one over stdio, the oldest one over HTTP.
// `official-clients.test.ts` tests with the fixture server that every client works over both transports.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { builtServer, type ServerName } from '../src/built-server.ts';
import type { Answers, Driven, Driver } from '../src/clients/driven.ts';
import { v1 } from '../src/clients/v1.ts';
import { v2Modern } from '../src/clients/v2.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { everyPage, isRunning, namesOf } from './suites.ts';

/** A server and its test data. */
export interface Subject<S> {
  readonly name: ServerName;
  /** Creates the data of the server. */
  readonly sandbox: () => S | Promise<S>;
  /** The command line after the program. */
  readonly args: (sandbox: S) => readonly string[];
  /** The client's answers to the server's requests. */
  readonly answers?: (sandbox: S) => Partial<Answers>;
  /** Some of its tools, and what every tool must match. */
  readonly tools: { readonly some: readonly string[]; readonly each: object };
  /** The tests of its real work. */
  readonly suite: (driver: Driver, client: () => Driven, sandbox: () => S) => void;
}

interface Running<S> {
  readonly place: S;
  readonly client: Driven;
  readonly server: ListeningServer | undefined;
}

const run = async <S>(driver: Driver, way: 'stdio' | 'HTTP', subject: Subject<S>): Promise<Running<S>> => {
  const place = await subject.sandbox();
  const flags = way === 'HTTP' ? ['--transport', 'http', '--port', '0'] : [];
  const command = { args: [await builtServer(subject.name), ...flags, ...subject.args(place)] };
  const server = way === 'HTTP' ? await ListeningServer.start(command) : undefined;
  const client = await driver.connect(server ?? command);
  Object.assign(client.answers, subject.answers?.(place));
  return { place, client, server };
};

/** Runs the tests of a server. */
export const underClients = <S extends Disposable | AsyncDisposable>(subject: Subject<S>): void => {
  describe.each([
    { driver: v2Modern, way: 'stdio' },
    { driver: v1, way: 'HTTP' },
  ] as const)('$driver.name over $way', ({ driver, way }) => {
    let running: Running<S> | undefined;
    const known = (): Running<S> => {
      if (running === undefined) throw new Error('not connected');
      return running;
    };
    const client = (): Driven => known().client;
    beforeAll(async () => {
      running = await run(driver, way, subject);
    });
    afterAll(async () => {
      await using stack = new AsyncDisposableStack();
      stack.use(running?.place);
      stack.use(running?.server);
      await running?.client.close();
    });

    test('tells who it is and lists its tools, with titles, icons, annotations and schemas', async () => {
      expect(client().server()).toMatchObject({ info: { name: subject.name }, revision: driver.revision });
      const items = await everyPage(client(), 'tools');
      expect(namesOf(items)).toEqual(expect.arrayContaining([...subject.tools.some]));
      for (const item of items) {
        expect(item).toMatchObject({
          title: expect.any(String),
          icons: expect.any(Array),
          inputSchema: { type: 'object' },
          ...subject.tools.each,
        });
        // Tools that return text or media have no output schema.
        expect('outputSchema' in item ? item.outputSchema : { type: 'object' }).toMatchObject({
          type: 'object',
        });
      }
    });

    subject.suite(driver, client, () => known().place);

    test('ends in order, and says nothing but where it listens', async () => {
      const { pid, stderr } = client();
      await client().close();
      const code = (await known().server?.stop()) ?? 0;
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000);
      const lines = stderr()
        .split('\n')
        .filter((line) => line !== '');
      const other = lines.filter((line) => way === 'stdio' || !line.includes('listens at'));
      expect({ code, count: lines.length, other }).toEqual({
        code: 0,
        count: way === 'stdio' ? 0 : 1,
        other: [],
      });
    });
  });
};
