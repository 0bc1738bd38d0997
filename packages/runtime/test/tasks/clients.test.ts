// Task clients: the official one and a hand-written one, over stdio and HTTP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/http.ts';
import { connect } from '../../src/testing/connect.ts';
import { createServer } from './fixture.ts';
import type { Message } from './http-client.ts';

const ID = 'io.modelcontextprotocol/tasks';
const capabilities = { elicitation: {}, extensions: { [ID]: {} } };
const program = { command: process.execPath, args: [join(import.meta.dirname, 'stdio-main.ts')] };
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** The used part of an official package call. */
interface Execution {
  readonly kind: string;
  settle(): Promise<{ readonly outcome: { readonly status: string }; readonly lastTask: unknown }>;
  cancel(): Promise<void>;
}

interface Session {
  callTool(name: string, args: Message): Promise<Execution>;
  close(): Promise<void>;
}

type Dispatch = (request: unknown) => Promise<unknown>;

// The package's types do not compile in strict mode.
const CLIENT: string = '@modelcontextprotocol/ext-tasks/client';
const { createTaskSessionFromClient } = (await import(/* @vite-ignore */ CLIENT)) as {
  readonly createTaskSessionFromClient: (client: Client, options: Message) => Session;
};

type Transport = StdioClientTransport | StreamableHTTPClientTransport;

const overHttp = async (): Promise<Transport> => {
  const http = await serveHttp(createServer({ answerWithinMs: 20 }), { port: 0 });
  ending.push(() => http.close(0));
  return new StreamableHTTPClientTransport(new URL(http.url));
};

// The SDK's client rejects unknown results, so its host must send requests itself.
const rawDispatch = (transport: Transport): Dispatch => {
  const waiting = new Map<unknown, (message: unknown) => void>();
  const { onmessage } = transport;
  const receive: typeof onmessage = (message, ...more) => {
    const id = 'id' in message ? message.id : undefined;
    const resolve = waiting.get(id);
    if (resolve === undefined) return onmessage?.call(transport, message, ...more);
    waiting.delete(id);
    resolve(message);
  };
  Object.assign(transport, { onmessage: receive });
  let lastId = 0;
  return (request) =>
    new Promise((resolve, reject) => {
      const id = `raw-${++lastId}`;
      waiting.set(id, resolve);
      const message = { jsonrpc: '2.0', id, ...Object(request) };
      transport.send(message).catch(reject);
    });
};

const openOfficial = async (transport: Transport): Promise<Session> => {
  const clientInfo = { name: 'official', version: '1' };
  const client = new Client(clientInfo, {
    capabilities,
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  await client.connect(transport);
  const session = createTaskSessionFromClient(client, {
    endpointId: 'test',
    rawDispatch: rawDispatch(transport),
    v2RequestFraming: { protocolVersion: '2026-07-28', clientInfo, clientCapabilities: capabilities },
    onInputRequest: async () => ({ action: 'accept', content: { x: 'official' } }),
  });
  ending.push(
    () => client.close(),
    () => session.close(),
  );
  return session;
};

describe.each([
  ['stdio', async (): Promise<Transport> => new StdioClientTransport(program)],
  ['http', overHttp],
] as const)('the official client over %s', (_, transport) => {
  test('runs a task to its end, answers its question, and cancels another', async () => {
    const session = await openOfficial(await transport());
    const counted = await (await session.callTool('count', { ms: 100, label: 'a' })).settle();
    expect(counted).toMatchObject({
      outcome: { status: 'completed', result: { content: [{ type: 'text', text: 'counted a' }] } },
      lastTask: { status: 'completed' },
    });
    const asked = await (await session.callTool('ask', {})).settle();
    expect(asked.outcome).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'The word is official.' }] },
    });
    const long = await session.callTool('count', { ms: 600_000 });
    expect(long.kind).not.toBe('immediate');
    await long.cancel();
    expect((await long.settle()).outcome.status).toBe('cancelled');
  }, 60_000);
});

describe.each(['stdio', 'http'] as const)('%s', (transport) => {
  test('a client without the extension waits for its answer', async () => {
    const client =
      transport === 'stdio' ? await connect(program) : await connect(createServer(), { transport });
    ending.push(() => client.close());
    const answer = await client.request('tools/call', { name: 'count', arguments: { ms: 100, label: 'f' } });
    expect(answer).toMatchObject({ resultType: 'complete', content: [{ text: 'counted f' }] });
    await expect(client.request('tools/call', { name: 'long' })).rejects.toMatchObject({ code: -32021 });
  });
});

test('a task ends with its process, and the next process does not know it', async () => {
  const client = await connect(program, { capabilities });
  const { taskId } = await client.request('tools/call', { name: 'count', arguments: { ms: 600_000 } });
  await client.close();
  expect(await client.exited).toMatchObject({ code: 0 });
  await using next = await connect(program, { capabilities });
  await expect(next.request('tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 });
});
