// What is kept for replay, and which connection a message of no request takes.
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/transports/http/exchange.ts';
import { ReplayLog } from '../../src/transports/http/replay.ts';
import { SessionStream } from '../../src/transports/http/session-streams.ts';

const roomy = { maxEvents: 1000, maxBytes: 1000 };
const kept = (log: ReplayLog, stream: string): readonly string[] =>
  log.after(`${stream}_0`).map(({ id, text }) => `${id} ${text}`);

test('too many events push out old ones, those of the older stream first', () => {
  const log = new ReplayLog({ ...roomy, maxEvents: 3 });
  for (const [stream, text] of [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
    ['b', '4'],
  ] as const)
    log.append(stream, text);
  expect([kept(log, 'a'), kept(log, 'b')]).toEqual([['a_2 3'], ['b_1 2', 'b_2 4']]);
  for (const text of ['5', '6']) log.append('b', text);
  expect([kept(log, 'a'), kept(log, 'b')]).toEqual([[], ['b_2 4', 'b_3 5', 'b_4 6']]);
  // A stream without events keeps its place, and its ids go on.
  expect(log.streamOf('a_1')).toBe('a');
  expect(log.append('a', '7')).toBe('a_3');
});

test('too many bytes push out events, and a stream that is forgotten frees its own', () => {
  const log = new ReplayLog({ ...roomy, maxBytes: 10 });
  log.append('a', '12345');
  log.append('b', '12345');
  log.delete('a');
  log.append('b', '1234');
  expect(kept(log, 'b')).toEqual(['b_1 12345', 'b_2 1234']);
  log.append('b', '12');
  expect(kept(log, 'b')).toEqual(['b_2 1234', 'b_3 12']);
  expect(log.streamOf('a_1')).toBeUndefined();
  log.append('b', 'longer than everything');
  expect(kept(log, 'b')).toEqual([]);
});

/** A connection that keeps what is written to it, and can be closed by its client. */
const connection = (): {
  readonly exchange: Exchange;
  readonly written: string[];
  readonly close: () => void;
} => {
  const listeners: (() => void)[] = [];
  const written: string[] = [];
  const exchange: Exchange = {
    method: 'GET',
    path: '/mcp',
    remoteAddress: undefined,
    caller: undefined,
    authorization: undefined,
    scopes: [],
    query: () => undefined,
    header: () => undefined,
    body: () => Promise.resolve(undefined),
    respond: () => {},
    stream: () => ({ write: (text) => written.push(text) > 0, end: () => {} }),
    onAbort: (listener) => void listeners.push(listener),
    onClose: () => {},
  };
  return { exchange, written, close: () => listeners.forEach((listener) => listener()) };
};

test('a stream that its client closed gets nothing more, and what finds no open one waits', () => {
  const stream = new SessionStream('s', {
    log: new ReplayLog(roomy),
    keepAliveMs: 60_000,
    canPrime: () => false,
    headers: () => ({}),
  });
  const [first, second, third] = [connection(), connection(), connection()];
  for (const { exchange } of [first, second]) stream.connect(exchange, undefined);
  second.close();
  stream.send('1');
  first.close();
  stream.send('2');
  stream.send('3');
  stream.connect(third.exchange, undefined);
  stream.send('4');
  const event = (id: number): string => `id: s_${id}\nevent: message\ndata: ${id}\n\n`;
  expect([first.written, second.written, third.written]).toEqual([
    [event(1)],
    [],
    [event(2), event(3), event(4)],
  ]);
  stream.close();
});
