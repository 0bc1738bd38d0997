// Shutdown: accepted requests get whole answers, later ones are refused, and slow clients are not waited for too long.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { failure, modern, open, send, type Shot } from '@mcp/raw-http';
import { defineServer, defineTool } from '../../src/index.ts';
import { serving } from './client.ts';
import { fixture, MEBIBYTE } from './fixture.ts';
import { RawConnection } from './raw.ts';

/** A server with one tool whose long answer waits for `release`. */
const slow = (): {
  readonly server: ReturnType<typeof defineServer>;
  readonly began: Promise<void>;
  readonly release: () => void;
} => {
  let [release, begin] = [(): void => {}, (): void => {}];
  const released = new Promise<void>((resolve) => (release = resolve));
  const began = new Promise<void>((resolve) => (begin = resolve));
  const long = defineTool({
    name: 'long',
    run: async () => {
      begin();
      await released;
      return 'x'.repeat(12 * MEBIBYTE);
    },
  });
  return { server: defineServer({ name: 'test', version: '1.0.0', tools: [long] }), began, release };
};

test('sends an answer longer than all buffers whole', async () => {
  const { server, began, release } = slow();
  const http = await serving(server);
  const answer = send(http.url, modern('tools/call', { name: 'long' }));
  await began;
  const closed = http.close();
  release();
  const { isComplete, text } = await answer;
  expect(isComplete).toBe(true);
  expect(text.length).toBeGreaterThan(12 * MEBIBYTE);
  await closed;
});

test('waits no longer than configured for a client that does not read', async () => {
  const { server, began, release } = slow();
  const http = await serving(server);
  const answer = open(http.url, modern('tools/call', { name: 'long' }));
  await began;
  release();
  const wire = await answer;
  wire.pause();
  await http.close(50);
  wire.resume();
  await wire.ended;
  expect(wire.isComplete).toBe(false);
});

test('refuses a call without an answer in the configured time with 503 instead of accepting it', async () => {
  const { server, happened } = fixture();
  const http = await serving(server);
  const answer = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'a' } }));
  await happened('a began');
  await http.close(50);
  expect(await answer).toMatchObject({ status: 503, text: '' });
});

/** Returns the bytes of a POST. */
const raw = (url: string, { headers = {}, body }: Shot): string => {
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    host: new URL(url).host,
    'content-type': 'application/json',
    'content-length': text.length,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
};

test('refuses a request on a still open connection with 503', async () => {
  const { server, happened, release } = fixture();
  const http = await serving(server);
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(raw(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'first' } })));
  await happened('first began');
  const closed = http.close();
  socket.write(raw(http.url, modern('server/discover')));
  // It takes some turns to notice the end of listening; by then the second request is read.
  const [third] = await Promise.allSettled([send(http.url, modern('server/discover'))]);
  expect(third.status).toBe('rejected');
  release('first');
  await once(socket, 'close');
  await closed;
  const [, first = '', second = ''] = text.split(/HTTP\/1\.1 /);
  expect(first).toMatch(/^200 OK\r\n/);
  expect(first).toContain('first done');
  expect(second).toMatch(/^503 Service Unavailable\r\ncontent-type: application\/json\r\n/);
  expect(JSON.parse(second.slice(second.indexOf('\r\n\r\n')))).toEqual(
    failure(-32600, 'Invalid request: the server is shutting down'),
  );
});

test('refuses a request in transit on an idle connection, and then closes the connection', async () => {
  const { server, happened, release } = fixture();
  const http = await serving(server);
  const connection = new RawConnection(http.url);
  connection.write(raw(http.url, modern('server/discover')));
  await connection.until('"resultType"');
  const call = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'a' } }));
  await happened('a began');
  const closed = http.close();
  connection.write(raw(http.url, modern('server/discover')));
  const [, , last] = (await connection.ended).split(/HTTP\/1\.1 /);
  expect(last).toMatch(/^503 Service Unavailable\r\n/);
  expect(last).toMatch(/\r\nconnection: close\r\n/i);
  expect(last).toContain('the server is shutting down');
  release('a');
  expect((await call).status).toBe(200);
  await closed;
});

test('does not wait for a client that dropped a connection with pipelined requests', async () => {
  const { server, events, happened } = fixture();
  const http = await serving(server);
  const connection = new RawConnection(http.url);
  const requests = ['a', 'b'].map((name) =>
    raw(http.url, modern('tools/call', { name: 'wait', arguments: { name } })),
  );
  connection.write(requests.join(''));
  await happened('a began');
  await connection.drop();
  await happened('a stopped');
  // Longer than the test's time limit.
  expect(await http.close(600_000)).toBeUndefined();
  expect(events).not.toContain('b began');
});
