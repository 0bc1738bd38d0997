// Reading HTTP responses in chunks that end anywhere, and the messages in them.
import { describe, expect, test } from 'vitest';
import { eventsIn, messagesIn, ResponseReader } from '../src/client/response-reader.ts';
import type { HttpAnswer } from '../src/client/response-reader.ts';

const withLength = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"é":1}';
const inChunks =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n' +
  'a\r\nid: 1\ndata\r\n7\r\n: one\n\n\r\n0\r\n\r\n';

/** Reads a response in pieces of this many bytes. */
function read(text: string, size: number): HttpAnswer {
  const reader = new ResponseReader();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const isComplete = reader.push(bytes.subarray(at, at + size));
    expect(isComplete).toBe(at + size >= bytes.length);
  }
  return reader.take();
}

describe.for([1, 2, 7, 1000])('in pieces of %d bytes', (size) => {
  test('reads a body with a length, which counts bytes', () => {
    const { status, headers, body } = read(withLength, size);
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', '{"é":1}']);
  });

  test('reads a body in chunks', () => {
    const answer = read(inChunks, size);
    expect(answer.body).toBe('id: 1\ndata: one\n\n');
    expect(messagesIn(answer)).toEqual(['one']);
  });
});

test('reads one response after the other', () => {
  const reader = new ResponseReader();
  for (const status of [202, 404]) {
    expect(reader.push(Buffer.from(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`))).toBe(true);
    expect(reader.take().status).toBe(status);
  }
});

test('refuses what comes after the response', () => {
  const text = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n12';
  expect(() => new ResponseReader().push(Buffer.from(text))).toThrow('Output after the end');
});

test('finds whole events only, without comments and empty ones', () => {
  const body = ': hello\n\nid: a\ndata:\n\nid: b\nevent: message\ndata: {"x":1}\n\nid: c\ndata: {"x"';
  expect(eventsIn(body)).toEqual([
    { id: 'a', data: '' },
    { id: 'b', data: '{"x":1}' },
  ]);
  const headers = new Map([['content-type', 'text/event-stream; charset=utf-8']]);
  expect(messagesIn({ status: 200, headers, body })).toEqual(['{"x":1}']);
});
