// The stdio transport: lines, chunks, limits, slow readers (basic/transports, "stdio").
import { once } from 'node:events';
import { connect as connectSocket, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { McpServer } from '../../src/index.ts';
import { serveStdio } from '../../src/stdio.ts';
import type { StdioOptions } from '../../src/stdio.ts';
import { verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { openings, request } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const echo = defineTool({
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => text,
});
const wait = defineTool({
  name: 'wait',
  run: async (_, ctx) => {
    await setTimeout(2000, undefined, { signal: ctx.signal });
    return 'waited';
  },
});
const server = defineServer({ ...info, tools: [echo, wait] });

/** Serves on streams whose bytes the test writes and reads itself. */
class Pipe {
  readonly stdin = new PassThrough();
  readonly stdout: PassThrough;
  readonly closed: Promise<void>;
  readonly sent: Message[] = [];
  #text = '';

  constructor(
    { revision, watch }: Bench,
    served: McpServer,
    options: StdioOptions & { readonly buffer?: number } = {},
  ) {
    const { buffer = 1 << 20, ...rest } = options;
    this.stdout = new PassThrough({ highWaterMark: buffer });
    this.closed = serveStdio(served, { stdin: this.stdin, stdout: this.stdout, exit: false, ...rest });
    for (const message of openings(revision)) this.send(message);
    watch(this);
  }

  /** What came out so far, as it is. */
  get text(): string {
    const chunk: unknown = this.stdout.setEncoding('utf8').read();
    if (typeof chunk === 'string') this.#text += chunk;
    return this.#text;
  }

  get received(): unknown[] {
    return this.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  }

  note(message: Message): void {
    this.sent.push(message);
  }

  send(message: Message): void {
    this.note(message);
    this.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async end(): Promise<unknown[]> {
    this.stdin.end();
    await this.closed;
    return this.received;
  }
}

const call = ({ revision }: Bench, id: unknown, text: string): Message =>
  request(revision, id, 'tools/call', { name: 'echo', arguments: { text } });
const answers = (received: readonly unknown[]): unknown[] =>
  received.filter((message) => Reflect.get(Object(message), 'id') !== 'hello');
const content = (text: string): object => ({ content: [{ type: 'text', text }] });

const framing = 'writes each message on one line of its own';
verifies({ stateful: 'STD-1', modern: 'T-01' }, framing, async (bench) => {
  const pipe = new Pipe(bench, server);
  const texts = ['two\nlines', 'carriage\r\nreturn', 'a\u2028b\u2029c', '\u0000\u001b'];
  for (const [id, text] of texts.entries()) pipe.send(call(bench, id, text));
  const received = answers(await pipe.end());
  expect(received).toMatchObject(texts.map((text, id) => ({ id, result: content(text) })));
  const lines = pipe.text.split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(pipe.text).not.toContain('\r');
});

verifies('STD-5', 'joins messages whose bytes arrive one by one', async (bench) => {
  const pipe = new Pipe(bench, server);
  const message = call(bench, 1, 'ß€𝄞');
  pipe.note(message);
  for (const byte of Buffer.from(`${JSON.stringify(message)}\n`)) {
    pipe.stdin.write(Buffer.of(byte));
    await setImmediate();
  }
  expect(answers(await pipe.end())).toEqual([{ jsonrpc: '2.0', id: 1, result: content('ß€𝄞') }]);
});

verifies('STD-5', 'takes CRLF, empty lines and a last line without an end', async (bench) => {
  const pipe = new Pipe(bench, server);
  const messages = [1, 2, 3].map((id) => request(bench.revision, id, 'ping'));
  for (const message of messages) pipe.note(message);
  const [first, second, third] = messages.map((message) => JSON.stringify(message));
  pipe.stdin.write(`\r\n\n${first}\r\n\n\n${second}\n${third}`);
  expect(answers(await pipe.end())).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: {} })));
});

verifies('STD-6', 'answers bad lines by errors and goes on reading', async (bench) => {
  const pipe = new Pipe(bench, server);
  const [open, close] = ['{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":"', '"}}\n'];
  pipe.stdin.write('no json\n{"jsonrpc":"2.0",}\n"text"\nnull\n');
  pipe.stdin.write(Buffer.concat([Buffer.from(open), Buffer.of(0xc3, 0x28), Buffer.from(close)]));
  pipe.send(request(bench.revision, 'end', 'ping'));
  const error = (code: number): object => ({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
  expect(answers(await pipe.end())).toEqual([
    ...[-32700, -32700, -32600, -32600, -32700].map((code) => error(code)),
    { jsonrpc: '2.0', id: 'end', result: {} },
  ]);
});

verifies('STD-7', 'refuses a line that is too long without collecting it', async (bench) => {
  const pipe = new Pipe(bench, server, { maxMessageBytes: 1000 });
  pipe.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(500)}`);
  for (let chunk = 0; chunk < 50; chunk++) pipe.stdin.write('x'.repeat(10_000));
  pipe.stdin.write('"}\n');
  pipe.send(request(bench.revision, 'end', 'ping'));
  expect(answers(await pipe.end())).toEqual([
    { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining('1000') } },
    { jsonrpc: '2.0', id: 'end', result: {} },
  ]);
});

verifies('STD-8', 'stops reading while nobody reads, and goes on afterwards', async (bench) => {
  const pipe = new Pipe(bench, server, { buffer: 1000 });
  const text = 'x'.repeat(2000);
  for (let id = 0; id < 200; id++) {
    pipe.send(call(bench, id, text));
    if (id % 10 === 0) await setImmediate();
  }
  // All would be answered by then.
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(pipe.stdout.readableLength + pipe.stdout.writableLength).toBeLessThan(200 * text.length);
  const ids = new Set<unknown>();
  while (ids.size < 200) {
    for (const message of answers(pipe.received)) ids.add(Reflect.get(Object(message), 'id'));
    await setImmediate();
  }
  expect(answers(await pipe.end())).toHaveLength(200);
});

verifies('STD-8', 'ends when its output breaks, aborting what runs', async (bench) => {
  const pipe = new Pipe(bench, server, { drainMs: 10 });
  pipe.send(request(bench.revision, 1, 'tools/call', { name: 'wait' }));
  pipe.send(request(bench.revision, 'accepted', 'tools/list'));
  await expect.poll(() => pipe.text).toContain('"accepted"');
  pipe.stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await pipe.closed;
});

verifies('STD-9', 'aborts what is not finished in time after the input ended', async (bench) => {
  const pipe = new Pipe(bench, server, { drainMs: 10 });
  pipe.send(request(bench.revision, 1, 'tools/call', { name: 'wait' }));
  pipe.send(call(bench, 2, 'fast'));
  // With the usual drainMs there would be time for the other answer.
  expect(answers(await pipe.end())).toEqual([{ jsonrpc: '2.0', id: 2, result: content('fast') }]);
});

verifies(
  'LC-18',
  'aborts handlers that outlive the connection',
  async (bench) => {
    const reasons: unknown[] = [];
    const stuck = defineTool({
      name: 'stuck',
      run: (_, ctx) =>
        new Promise<string>((resolve) => {
          ctx.signal.addEventListener('abort', () => {
            reasons.push(ctx.signal.reason);
            resolve('late');
          });
        }),
    });
    const pipe = new Pipe(bench, defineServer({ ...info, tools: [stuck] }), { drainMs: 10 });
    pipe.send(request(bench.revision, 1, 'tools/call', { name: 'stuck' }));
    expect(answers(await pipe.end())).toEqual([]);
    expect(reasons).toHaveLength(1);
  },
  { transports: ['stdio'] },
);

verifies('STD-12', 'lets a fast answer overtake a slow one', async (bench) => {
  let overtaken = (): void => {};
  const gate = new Promise<void>((resolve) => (overtaken = resolve));
  const slow = defineTool({ name: 'slow', run: () => gate.then(() => 'slow') });
  const fast = defineTool({ name: 'fast', run: () => (void setImmediate().then(overtaken), 'fast') });
  const pipe = new Pipe(bench, defineServer({ ...info, tools: [slow, fast] }));
  pipe.send(request(bench.revision, 1, 'tools/call', { name: 'slow' }));
  pipe.send(request(bench.revision, 2, 'tools/call', { name: 'fast' }));
  expect(answers(await pipe.end())).toEqual([
    { jsonrpc: '2.0', id: 2, result: content('fast') },
    { jsonrpc: '2.0', id: 1, result: content('slow') },
  ]);
});

verifies('T-07', 'frames the messages of a socket in the same way', async (bench) => {
  const listener = createServer(
    (socket) => void serveStdio(server, { stdin: socket, stdout: socket, exit: false }),
  );
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  const socket = connectSocket(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const message = call(bench, 1, 'over a socket');
  socket.write(`${JSON.stringify(message)}\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString().endsWith('\n')).toBe(true);
  const received: unknown = JSON.parse(chunk.toString());
  expect(received).toMatchObject({ id: 1, result: content('over a socket') });
  bench.watch({ sent: [message], received: [received] });
  socket.destroy();
  listener.close();
});

verifies('CT-1', 'keeps messages and lifecycle on the memory transport', async ({ connect, revision }) => {
  const client = await connect(server);
  expect(client.received[0]).toMatchObject({ jsonrpc: '2.0', id: 1, result: { protocolVersion: revision } });
  const result = await client.request(
    'tools/call',
    { name: 'echo', arguments: { text: 'a\nb' } },
    { id: 'x' },
  );
  expect(result).toEqual(content('a\nb'));
  client.send('no json');
  client.send({ jsonrpc: '2.0', id: 'again', method: 'initialize', params: {} });
  await client.waitFor(({ id }) => id === 'again');
  expect(client.received.slice(2)).toMatchObject([
    { error: { code: -32700 } },
    { id: 'again', error: { code: -32600 } },
  ]);
});
