// Replay: stored events, and the connection for messages without a request.
import { expect, test, vi } from 'vitest';
import { Exchange, type ResponseStream } from '../../src/transports/http/edge/exchange.ts';
import { ReplayBuffer, type StreamEvent, type StreamKey } from '../../src/transports/http/sessions/replay.ts';
import { SessionStream } from '../../src/transports/http/sessions/streams.ts';

const kept = (store: ReplayBuffer, stream: string): readonly string[] | undefined =>
  store.read({ session: 's', stream }, 0)?.map(({ number, text }) => `${number} ${text}`);

const append = (store: ReplayBuffer, stream: string, number: number, text: string): void =>
  store.append({ session: 's', stream }, { number, text, isLast: false, scopes: [] }, 60_000);

test('too many events evict old ones, those of the older stream first', () => {
  const store = new ReplayBuffer({ maxEvents: 3 });
  append(store, 'a', 1, 'x');
  append(store, 'b', 1, 'x');
  append(store, 'a', 2, 'x');
  append(store, 'b', 2, 'x');
  expect([kept(store, 'a'), kept(store, 'b')]).toEqual([['2 x'], ['1 x', '2 x']]);
  append(store, 'b', 3, 'x');
  append(store, 'b', 4, 'x');
  expect([kept(store, 'a'), kept(store, 'b')]).toEqual([undefined, ['2 x', '3 x', '4 x']]);
});

test('too many bytes evict events, and a forgotten stream frees its own', () => {
  // Each event counts 100 bytes on top of its text.
  const store = new ReplayBuffer({ maxBytes: 210 });
  append(store, 'a', 1, '12345');
  append(store, 'b', 1, '12345');
  store.delete({ session: 's', stream: 'a' });
  append(store, 'b', 2, '1234');
  expect(kept(store, 'b')).toEqual(['1 12345', '2 1234']);
  append(store, 'b', 3, '12');
  expect(kept(store, 'b')).toEqual(['2 1234', '3 12']);
  expect(kept(store, 'a')).toBeUndefined();
  append(store, 'b', 4, 'x'.repeat(200));
  expect([kept(store, 'b'), store.bytes]).toEqual([undefined, 0]);
});

test('separates streams and sessions', () => {
  const store = new ReplayBuffer();
  append(store, 'a', 1, 'x');
  append(store, 'a-2', 1, 'y');
  const stranger = { session: 'stranger', stream: 'a' };
  expect(store.read(stranger, 0)).toBeUndefined();
  store.append(stranger, { number: 1, text: 'z', isLast: true, scopes: ['s'] }, 60_000);
  store.delete({ session: 's', stream: 'a-2' });
  expect([kept(store, 'a-2'), kept(store, 'a')]).toEqual([undefined, ['1 x']]);
  store.deleteSession('s');
  expect(kept(store, 'a')).toBeUndefined();
  expect(store.read(stranger, 0)).toEqual([{ number: 1, text: 'z', isLast: true, scopes: ['s'] }]);
  expect(store.read(stranger, 1)).toEqual([]);
  store.delete({ session: 'nobody', stream: 'a' });
  store.deleteSession('nobody');
});

test('forgets a stream after its lifetime, which every event renews', async () => {
  const store = new ReplayBuffer();
  const event = (number: number): StreamEvent => ({ number, text: '{}', isLast: false, scopes: [] });
  const [used, left] = ['used', 'left'].map((stream) => ({ session: 's', stream })) as [StreamKey, StreamKey];
  store.append(used, event(1), 500);
  store.append(left, event(1), 500);
  store.append(used, event(2), 60_000);
  await vi.waitUntil(() => store.read(left, 0) === undefined, 10_000);
  expect(store.read(used, 0)).toEqual([event(1), event(2)]);
  store.append(left, event(2), 60_000);
  expect(store.read(left, 0)).toEqual([event(2)]);
});

/** A connection that records writes and can be closed by its client. */
class Connection extends Exchange {
  readonly method = 'GET';
  readonly path = '/mcp';
  readonly remoteAddress = undefined;
  readonly written: string[] = [];
  readonly query = (): undefined => undefined;
  readonly header = (): undefined => undefined;
  readonly body = (): Promise<undefined> => Promise.resolve(undefined);
  readonly respond = (): void => {};
  readonly stream = (): ResponseStream => ({
    write: (text) => this.written.push(text) > 0,
    end: () => {},
  });
}

test('a stream closed by its client gets nothing more, and messages without an open stream wait', () => {
  const stream = new SessionStream('s', {
    id: 'session',
    settings: { keepAliveMs: 60_000, sessionIdleMs: 60_000, replay: new ReplayBuffer() },
    canPrime: false,
    headers: () => ({}),
    sendAside: () => {},
    finished: () => {},
  });
  const [first, second, third] = [new Connection(), new Connection(), new Connection()];
  for (const connection of [first, second]) stream.connect(connection);
  second.close(true);
  stream.send('1');
  first.close(true);
  stream.send('2');
  stream.send('3');
  stream.connect(third);
  stream.send('4');
  const event = (id: number): string => `id: s_${id}\nevent: message\ndata: ${id}\n\n`;
  expect([first.written, second.written, third.written]).toEqual([
    [event(1)],
    [],
    [event(2), event(3), event(4)],
  ]);
  stream.close();
});
