// The web-standard handler: the main paths of both eras, without a socket.
import { expect, test } from 'vitest';
import { call, envelope, failure, hello, type Message, modern, rpc, said, type Shot } from '@mcp/raw-http';
import type { Report } from '../../src/index.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { SESSION_REVISIONS } from './client.ts';
import { fixture, flooding, MEBIBYTE, type Fixture } from './fixture.ts';

const URL_HERE = 'http://localhost/mcp';

type Init = NonNullable<ConstructorParameters<typeof Request>[1]>;

const make = ({ method = 'POST', headers = {}, body }: Shot, more: Init = {}): Request => {
  const all = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, String(value));
  return new Request(URL_HERE, {
    method,
    headers: all,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...more,
  });
};

const handlerOf = ({ server }: Fixture): ReturnType<typeof createFetchHandler> =>
  createFetchHandler(server, 'localhost', { maxBodyBytes: 1000 });

/** Reads a stream message by message. */
class Events {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  text = '';

  constructor({ body }: Response) {
    if (body === null) throw new Error('the response has no body');
    this.#reader = body.getReader();
  }

  get messages(): Message[] {
    const lines = this.text.split('\n').filter((line) => line.startsWith('data: '));
    return lines.map((line) => JSON.parse(line.slice(6)) as Message);
  }

  async upTo(count: number): Promise<Message[]> {
    while (this.messages.length < count && !(await this.#read()));
    return this.messages;
  }

  async all(): Promise<Message[]> {
    while (!(await this.#read()));
    return this.messages;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (value !== undefined) this.text += this.#decoder.decode(value, { stream: true });
    return done;
  }
}

const STEPS = {
  name: 'steps',
  arguments: { name: 's' },
  _meta: envelope({ progressToken: 0 }),
};
const progress = (count: number): Message =>
  rpc(undefined, 'notifications/progress', { progressToken: 0, progress: count, total: 2 });

test('answers a stateless call with JSON, or with events if messages precede the answer', async () => {
  const served = fixture();
  const handler = handlerOf(served);
  const echo = await handler.fetch(make(modern('tools/call', { name: 'echo', arguments: { text: 'ü' } })));
  expect([echo.status, echo.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await echo.json()).toMatchObject({ id: 1, result: { content: [{ type: 'text', text: 'ü' }] } });
  const steps = await handler.fetch(make(modern('tools/call', STEPS)));
  expect([steps.status, steps.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const events = new Events(steps);
  expect(await events.upTo(1)).toEqual([progress(1)]);
  served.release('s');
  expect((await events.all()).slice(1)).toEqual([
    progress(2),
    expect.objectContaining({
      id: 1,
      result: expect.objectContaining({ resultType: 'complete' }) as unknown,
    }),
  ]);
});

test('faults have the same statuses as over a socket', async () => {
  const handler = handlerOf(fixture());
  const discover = modern('server/discover');
  const cases: [Shot, number, number][] = [
    [modern('no-such'), 404, -32601],
    [modern('server/discover', {}, { 'mcp-method': 'x' }), 400, -32020],
    [{ ...discover, headers: { ...discover.headers, origin: 'https://evil.example' } }, 403, -32600],
    [{ ...discover, headers: { ...discover.headers, host: 'evil.example' } }, 403, -32600],
    [{ ...discover, headers: { ...discover.headers, 'content-type': 'text/plain' } }, 415, -32600],
    [{ ...discover, body: '{' }, 400, -32700],
    [{ ...discover, body: ' '.repeat(1001) }, 413, -32600],
    [{ method: 'PUT' }, 405, -32600],
    [{ method: 'GET', headers: discover.headers ?? {} }, 405, -32600],
    [{ method: 'DELETE' }, 400, -32600],
    [{ method: 'DELETE', headers: { 'mcp-session-id': 'x' } }, 404, -32600],
  ];
  for (const [shot, status, code] of cases) {
    const response = await handler.fetch(make(shot));
    const { error } = (await response.json()) as { error: { code: number } };
    expect([shot, response.status, error.code]).toEqual([shot, status, code]);
    expect(response.headers.get('content-type')).toBe('application/json');
  }
});

test('refuses a body that was already read, and reports it with advice', async () => {
  const reports: Report[] = [];
  const handler = handlerOf(fixture({ report: (report) => void reports.push(report) }));
  const read = make(modern('server/discover'));
  await read.json();
  const locked = make(modern('server/discover'));
  locked.body?.getReader();
  for (const request of [read, locked]) {
    const response = await handler.fetch(request);
    expect([response.status, await response.json()]).toEqual([
      500,
      failure(
        -32603,
        'Internal error: the body was read before it came to the MCP handler; let what reads it read request.clone()',
      ),
    ]);
  }
  const report = { level: 'error', message: 'a request over HTTP failed' };
  expect(reports).toMatchObject([report, report]);
});

test('refuses a truncated body without a server error', async () => {
  const reports: Report[] = [];
  const handler = handlerOf(fixture({ report: (report) => void reports.push(report) }));
  const cut = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  const { url, method, headers } = make(modern('server/discover'));
  const init = { method, headers, body: cut, duplex: 'half' };
  const response = await handler.fetch(new Request(url, init));
  expect([response.status, await response.json()]).toEqual([
    400,
    failure(-32600, 'Invalid request: the body ended early'),
  ]);
  expect(reports).toEqual([]);
});

test('cancelling the body or aborting the request cancels the call', async () => {
  const served = fixture();
  const handler = handlerOf(served);
  const aborted = new AbortController();
  const wait = modern('tools/call', { name: 'wait', arguments: { name: 'w' } });
  void handler.fetch(make(wait, { signal: aborted.signal }));
  await served.happened('w began');
  aborted.abort();
  await served.happened('w ended');
  expect(served.events).toEqual(['w began', 'w stopped', 'w ended']);

  const listen = { notifications: { resourceSubscriptions: ['test://a'] } };
  const events = new Events(await handler.fetch(make(modern('subscriptions/listen', listen))));
  expect(await events.upTo(1)).toHaveLength(1);
  await events.cancel();
  // Nothing is left for close() to wait for.
  await handler.close(0);
});

test.each(SESSION_REVISIONS)(
  '%s: a session with its stream, a resumed call and its end',
  async (revision) => {
    const served = fixture();
    const handler = handlerOf(served);
    const opened = await handler.fetch(make({ body: hello(revision) }));
    const id = opened.headers.get('mcp-session-id') ?? '';
    expect(id).toMatch(/^[\x21-\x7E]{32,}$/);
    const headers = { 'mcp-session-id': id, accept: 'application/json, text/event-stream' };
    const note = await handler.fetch(make({ headers, body: rpc(undefined, 'notifications/initialized') }));
    expect([note.status, await note.text()]).toEqual([202, '']);
    const echo = await handler.fetch(make({ headers, body: call(1, 'echo', { text: 'x' }) }));
    expect(await echo.json()).toEqual(said(1, 'x'));

    const stream = new Events(await handler.fetch(make({ method: 'GET', headers })));
    served.tools.delete('ask');
    expect(await stream.upTo(1)).toEqual([rpc(undefined, 'notifications/tools/list_changed')]);

    const body = call(2, 'steps', { name: 's' }, { progressToken: 0 });
    const first = new Events(await handler.fetch(make({ headers, body })));
    await first.upTo(2);
    await first.cancel();
    served.release('s');
    const lastEventId = /^id: (.+)$/m.exec(first.text)?.[1] ?? '';
    const back = await handler.fetch(
      make({ method: 'GET', headers: { ...headers, 'last-event-id': lastEventId } }),
    );
    expect((await new Events(back).all()).slice(1)).toEqual([progress(2), said(2, 's done')]);

    const ended = await handler.fetch(make({ method: 'DELETE', headers }));
    expect(ended.status).toBe(200);
    expect(await stream.all()).toHaveLength(1);
    const after = await handler.fetch(make({ headers, body: rpc(3, 'ping') }));
    expect(after.status).toBe(404);
  },
);

test('close() answers running calls and refuses new ones with 503', async () => {
  const served = fixture();
  const handler = handlerOf(served);
  const wait = modern('tools/call', { name: 'wait', arguments: { name: 'w' } });
  const running = handler.fetch(make(wait));
  await served.happened('w began');
  const closed = handler.close();
  for (const shot of [modern('server/discover'), { body: hello('2025-11-25') }, { method: 'GET' }]) {
    const refused = await handler.fetch(make(shot));
    expect([refused.status, await refused.json()]).toEqual([
      503,
      failure(-32600, 'Invalid request: the server is shutting down'),
    ]);
  }
  served.release('w');
  expect(await (await running).json()).toMatchObject({
    id: 1,
    result: { content: [{ type: 'text', text: 'w done' }] },
  });
  await closed;
});

test('a slow reader is cut off, which cancels its call', async () => {
  const { server, sent, stopped } = flooding();
  const handler = createFetchHandler(server, 'localhost');
  const _meta = envelope({ 'io.modelcontextprotocol/logLevel': 'debug' });
  const events = new Events(await handler.fetch(make(modern('tools/call', { name: 'flood', _meta }))));
  await stopped;
  expect(sent()).toBeLessThan(50 * MEBIBYTE);
  await expect(events.all()).rejects.toThrow('the client reads too slowly');
});

test('one long message does not count as a flood', async () => {
  const { server } = flooding();
  const handler = createFetchHandler(server, 'localhost');
  const _meta = envelope({ progressToken: 0 });
  const response = await handler.fetch(make(modern('tools/call', { name: 'long', _meta })));
  expect(await new Events(response).all()).toHaveLength(2);
});

test('one client without an address does not take the slots of all others', async () => {
  const own = fixture({ limits: { inFlight: 2, queue: 1 } });
  const handler = createFetchHandler(own.server, 'localhost');
  const answer = (name: string, args: Message) =>
    handler.fetch(make(modern('tools/call', { name, arguments: args })));
  const slow = [0, 1, 2, 3, 4].map((i) => answer('wait', { name: `w${i}` }));
  await Promise.all([0, 1, 2, 3, 4].map((i) => own.happened(`w${i} began`)));
  expect(await (await answer('echo', { text: 'x' })).json()).toMatchObject(said(1, 'x'));
  for (let i = 0; i < slow.length; i++) own.release(`w${i}`);
  await Promise.all(slow);
});
