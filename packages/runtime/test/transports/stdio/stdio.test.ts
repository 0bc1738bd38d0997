// Stdio with a client that pauses reading, and with a failing stdout.
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  defineServer,
  defineTool,
  type McpServer,
  type Report,
  type ServerOptions,
} from '../../../src/index.ts';
import { withOperations } from '../../../src/middleware.ts';
import { serveStdio } from '../../../src/stdio.ts';

const MEBIBYTE = 1024 * 1024;
// The default number of concurrent calls of one client.
const AT_ONCE = 64;
// These few answers fit into the output.
const MOST = AT_ONCE + 4;

type Wrap = (options: ServerOptions) => ServerOptions;
const bare: Wrap = (options) => options;

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
}

/** The calls and events of the tools. */
class Fixture {
  readonly reports: Report[] = [];
  readonly agreed: unknown[] = [];
  ran = 0;

  create(wrap: Wrap): McpServer {
    const large = defineTool({
      name: 'large',
      run: () => {
        this.ran++;
        return 'x'.repeat(MEBIBYTE);
      },
    });
    const ask = defineTool({
      name: 'ask',
      run: async (_, ctx) => {
        const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
        this.agreed.push(await ctx.ask.elicit('name', { message: 'Name?', schema }));
        return 'asked';
      },
    });
    return defineServer(
      wrap({
        name: 'test',
        version: '1.0.0',
        tools: [large, ask],
        report: (report) => void this.reports.push(report),
      }),
    );
  }
}

/** A client whose end of the server's stdout is read only on demand. */
class Client {
  readonly fixture = new Fixture();
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly closed: Promise<void>;
  #text = '';

  constructor({ drainMs = 5000, wrap = bare }: { drainMs?: number; wrap?: Wrap } = {}) {
    const { stdin, stdout } = this;
    this.closed = serveStdio(this.fixture.create(wrap), { stdin, stdout, drainMs });
    const capabilities = { elicitation: {} };
    const clientInfo = { name: 'client', version: '1' };
    this.request('init', 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    this.send({ method: 'notifications/initialized' });
  }

  send(message: object): void {
    this.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  request(id: unknown, method: string, params: object = {}): void {
    this.send({ id, method, params });
  }

  call(id: unknown, name: string): void {
    this.request(id, 'tools/call', { name });
  }

  /** Reads what is available. */
  read(): Message[] {
    this.#text += String(this.stdout.read() ?? '');
    const lines = this.#text.split('\n');
    this.#text = lines.pop() ?? '';
    return lines.map((line) => JSON.parse(line) as Message);
  }

  /** Reads until a message matches. Returns all messages so far without result texts. */
  async readUntil(fits: (message: Message) => boolean): Promise<Message[]> {
    const messages: Message[] = [];
    while (!messages.some(fits)) {
      messages.push(...this.read());
      await sleep(1);
    }
    return messages;
  }
}

const ids = (messages: readonly Message[]): unknown[] => messages.map(({ id }) => id);
const isAnswerTo =
  (id: unknown) =>
  (message: Message): boolean =>
    message.id === id && message.method === undefined;

const WRAPS: readonly [string, Wrap][] = [
  ['bare', bare],
  ['with operations', (options) => withOperations(options)],
];

test.each(WRAPS)('calls wait while their client does not read; pings do not: %s', async (_, wrap) => {
  const client = new Client({ wrap });
  for (let id = 0; id < 200; id++) client.call(id, 'large');
  for (let id = 100; id < 199; id++)
    client.send({ method: 'notifications/cancelled', params: { requestId: id } });
  client.request('ping', 'ping');
  await vi.waitFor(
    () =>
      expect(client.fixture.reports.filter(({ message }) => message.includes('was cancelled'))).toHaveLength(
        99,
      ),
    20_000,
  );
  expect(client.fixture.ran).toBeLessThanOrEqual(MOST);
  const received = ids(await client.readUntil(isAnswerTo(199)));
  const expected = ['init', ...Array.from({ length: 100 }, (_item, id) => id), 199];
  expect(received.filter((id) => id !== 'ping')).toEqual(expected);
  expect(received.indexOf('ping')).toBeLessThan(MOST + 2);
  client.stdin.end();
  await client.closed;
});

test('a call gets the answer of its client while the output is full and the queue too', async () => {
  const client = new Client();
  client.call('ask', 'ask');
  const isQuestion = ({ method }: Message): boolean => method === 'elicitation/create';
  const question = (await client.readUntil(isQuestion)).find(isQuestion);
  for (let id = 0; id < 1500; id++) client.call(id, 'large');
  client.send({ id: question?.id, result: { action: 'accept', content: { name: 'Ann' } } });
  await vi.waitFor(
    () => expect(client.fixture.agreed).toEqual([{ action: 'accept', content: { name: 'Ann' } }]),
    20_000,
  );
  expect(client.fixture.ran).toBeLessThanOrEqual(MOST);
  client.stdout.destroy();
  client.stdin.end();
  await client.closed;
});

test('at the end calls waiting for their client to read do not time out', async () => {
  const client = new Client({ drainMs: 1 });
  for (let id = 0; id < 100; id++) client.call(id, 'large');
  client.stdin.end();
  await sleep(50);
  expect(client.fixture.ran).toBeLessThanOrEqual(MOST);
  const received = ids(await client.readUntil(isAnswerTo(99)));
  expect(received).toEqual(['init', ...Array.from({ length: 100 }, (_, id) => id)]);
  await client.closed;
});

test('reports lost answers if stdout fails, and nothing if its reader is gone', async () => {
  const outcomes = ['ENOSPC', 'EPIPE'].map(async (code) => {
    const client = new Client();
    for (let id = 0; id < 100; id++) client.call(id, 'large');
    await vi.waitFor(() => expect(client.fixture.ran).toBeGreaterThanOrEqual(AT_ONCE), 20_000);
    client.stdout.destroy(Object.assign(new Error(`write ${code}`), { code }));
    client.stdin.end();
    await client.closed;
    return client.fixture.reports.filter(({ level }) => level === 'error');
  });
  const [failed, gone] = await Promise.all(outcomes);
  expect(gone).toEqual([]);
  expect(failed).toEqual([
    {
      level: 'error',
      message: expect.stringMatching(
        /^stdout failed \(write ENOSPC\): up to 6\d messages were not written whole, and 3\d requests more get no answer$/,
      ),
      error: expect.objectContaining({ code: 'ENOSPC' }),
    },
  ]);
});

const TOO_LONG = 'x'.repeat(17 * MEBIBYTE);
const error = {
  code: -32600,
  message: 'Invalid request: the message is longer than 16777216 bytes; send less at once',
};

test('refuses only the message that is too long', async () => {
  const client = new Client();
  const jsonrpc = '2.0';
  client.request('first', 'ping', { text: TOO_LONG });
  client.send({ method: 'notifications/progress', params: { text: TOO_LONG } });
  client.request('end', 'ping');
  const received = await client.readUntil(isAnswerTo('end'));
  expect(received.filter(({ id }) => id !== 'init')).toEqual([
    { jsonrpc, error },
    { jsonrpc, error },
    { jsonrpc, id: 'end', result: {} },
  ]);
  client.stdin.end();
  await client.closed;
});
