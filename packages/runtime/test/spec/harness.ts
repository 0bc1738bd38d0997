// `verifies`: a test per transport and revision for each rule, with a judge over everything the server sent. Over
// memory a second one has the middleware that servers in use have.
import { inspect } from 'node:util';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { McpServer } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import type { ConnectOptions, TestClient } from '../../src/testing/test-client.ts';
import { wireFaults } from './oracle/wire-check.ts';
import type { Conversation } from './oracle/wire-check.ts';
import { requirements, type Revision, type Transport } from './requirements/index.ts';
import { citationsOf } from './requirements/places.ts';
import type { Cited, Narrowing } from './requirements/places.ts';

/** What the body of a test gets. */
export interface Bench {
  readonly revision: Revision;
  readonly transport: Transport;
  /** Opens a client of this test's revision on this test's transport. It is closed after the test. */
  readonly connect: (
    server: McpServer,
    options?: Omit<ConnectOptions, 'revision' | 'transport'>,
  ) => Promise<TestClient>;
  /** Has everything that went over a connection of the test's own judged too. */
  readonly watch: (conversation: Conversation) => void;
}

export type Body = (bench: Bench) => Promise<void> | void;

/** Pages on requests that no middleware sees: their tests have no second form. */
const UNWRAPPED: ReadonlySet<string | undefined> = new Set([
  'basic/lifecycle',
  'basic/versioning',
  'basic/utilities/ping',
  'basic/patterns/subscriptions',
  'server/discover',
  'server/index',
  'server/utilities/pagination',
]);

type Prepare = (server: McpServer) => void;

const asItIs: Prepare = () => undefined;
const withMiddleware: Prepare = (server) => server.redefine(withOperations);

/**
 * Tests that a server keeps the rules with these ids, on each transport in each revision where all of them apply.
 * Rules of both eras that say the same have one body: `{ stateful: 'STD-2', modern: 'T-01' }`.
 */
export const verifies = (ids: Cited, title: string, body: Body, narrowing: Narrowing = {}): void => {
  for (const { ids: cited, places } of citationsOf(ids, narrowing)) {
    const isWrapped = cited.some((id) => !UNWRAPPED.has(requirements[id]?.page));
    for (const { revision, transport } of places) {
      const add = (form: string, prepare: Prepare): void =>
        test(`${revision} over ${transport}${form}: ${title} [${cited.join(', ')}]`, async () => {
          const { faults, errors } = await run({ revision, transport, prepare }, body);
          expect(faults).toEqual([]);
          expect(errors).toEqual([]);
        });
      add('', asItIs);
      if (transport === 'memory' && isWrapped) add(', with operations', withMiddleware);
    }
  }
};

/** A JSON object whose members nobody has looked at. */
export interface Message {
  readonly [member: string]: unknown;
}

/** Sends a request as it is and resolves with the whole answer to its id. */
export const exchange = (client: TestClient, request: Message): Promise<Message> => {
  client.send(request);
  return client.waitFor((message) => !('method' in message) && message['id'] === request['id']);
};

const wireOf = (transport: Transport): Pick<ConnectOptions, 'transport' | 'sessions'> => {
  if (transport === 'http+sse') throw new Error('a test over HTTP+SSE opens clients of its own');
  return transport === 'sessionless http' ? { transport: 'http', sessions: false } : { transport };
};

/** Changes are held back for so long, in milliseconds, to be merged. */
export const HELD_MS = 20;

/** Stops all timers until the end of the block. `pass` moves them on, and lets through what the server then sends. */
export const stopTimers = (): Disposable & { pass: (milliseconds: number) => Promise<void> } => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return {
    pass: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      // A message takes some turns of the event loop.
      for (let turn = 0; turn < 10; turn++) await setImmediate();
    },
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
};

interface Findings {
  /** What is wrong with the messages of the server. */
  readonly faults: readonly string[];
  /** Errors that nobody handled, and what was printed as an error. */
  readonly errors: readonly string[];
}

interface Place {
  readonly revision: Revision;
  readonly transport: Transport;
  readonly prepare: Prepare;
}

const run = async ({ revision, transport, prepare }: Place, body: Body): Promise<Findings> => {
  const clients: TestClient[] = [];
  const prepared = new Set<McpServer>();
  const conversations: Conversation[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const printed = vi.spyOn(console, 'error').mockImplementation((...args) => onError(args.join(' ')));
  process.on('unhandledRejection', onError).on('uncaughtException', onError);
  const bench: Bench = {
    revision,
    transport,
    connect: async (server, options = {}) => {
      if (!prepared.has(server)) prepare(server);
      prepared.add(server);
      const client = await connect(server, { ...options, revision, ...wireOf(transport) });
      clients.push(client);
      return client;
    },
    watch: (conversation) => void conversations.push(conversation),
  };
  try {
    await body(bench);
    // Otherwise the title of the second form would be untrue.
    if (prepare === withMiddleware && prepared.size === 0) throw new Error('no server has the middleware');
    await Promise.all(clients.map((client) => client.close()));
    await setImmediate();
  } finally {
    process.off('unhandledRejection', onError).off('uncaughtException', onError);
    printed.mockRestore();
  }
  const faults = [...clients, ...conversations].flatMap((conversation) => wireFaults(conversation, revision));
  return { faults, errors: errors.map((error) => inspect(error)) };
};
