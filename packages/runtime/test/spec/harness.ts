// `verifies`: two tests per transport and revision for each rule, with a judge over everything the server sent: of the
// server as it is, and with the middleware that servers in use have.
import { inspect } from 'node:util';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { McpServer } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import type { ConnectOptions, TestClient } from '../../src/testing/connect.ts';
import { wireFaults } from './oracle/wire-check.ts';
import type { Conversation } from './oracle/wire-check.ts';
import type { Revision, Transport } from './requirements/index.ts';
import { exists, placesOf } from './requirements/places.ts';
import type { Narrowing } from './requirements/places.ts';

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

/** A server as it is, and with the middleware that servers in use have. */
const forms = [
  { suffix: '', prepare: () => undefined },
  { suffix: ', with operations', prepare: (server: McpServer) => server.redefine(withOperations) },
] as const;

type Prepare = (server: McpServer) => void;

/**
 * Tests that a server keeps the rules with these ids, on each transport in each revision where all of them apply, in both
 * forms.
 */
export const verifies = (
  ids: string | readonly string[],
  title: string,
  body: Body,
  narrowing: Narrowing = {},
): void => {
  const cited = typeof ids === 'string' ? [ids] : ids;
  const { revisions, transports } = placesOf(cited, narrowing);
  if (revisions.length === 0) throw new Error(`${cited.join(', ')} share no revision`);
  for (const revision of revisions) {
    for (const transport of transports) {
      if (!exists(revision, transport)) continue;
      for (const { suffix, prepare } of forms) {
        test(`${revision} over ${transport}${suffix}: ${title} [${cited.join(', ')}]`, async () => {
          const { faults, errors } = await run({ revision, transport, prepare }, body);
          expect(faults).toEqual([]);
          expect(errors).toEqual([]);
        });
      }
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

/** Waits for timers of the server, then for what they sent: over a socket it takes some turns of the event loop. */
export const settled = async (milliseconds: number): Promise<void> => {
  await sleep(milliseconds);
  for (let turn = 0; turn < 10; turn++) await setImmediate();
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
  const prepared = new WeakSet<McpServer>();
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
    await Promise.all(clients.map((client) => client.close()));
    await setImmediate();
  } finally {
    process.off('unhandledRejection', onError).off('uncaughtException', onError);
    printed.mockRestore();
  }
  const faults = [...clients, ...conversations].flatMap((conversation) => wireFaults(conversation, revision));
  return { faults, errors: errors.map((error) => inspect(error)) };
};
