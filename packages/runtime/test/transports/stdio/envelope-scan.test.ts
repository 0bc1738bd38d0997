// The envelope scan: the id of the message itself wherever it stands, and never another one.
import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnvelopeScan, type Envelope } from '../../../src/transports/stdio/envelope-scan.ts';
import { isRequestId } from '../../../src/jsonrpc/message.ts';
import { SEED } from '../../robustness/random.ts';

const scan = (text: string | Uint8Array, size = Infinity): Envelope => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const reader = new EnvelopeScan();
  for (let start = 0; start < bytes.length; start += size)
    reader.push(bytes.subarray(start, Math.min(start + size, bytes.length)));
  return reader.end();
};

const request = (id: unknown): object => ({ kind: 'request', id });
const UNKNOWN = { kind: 'unknown' };

test.each([
  ['first', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"b"}}', request(7)],
  ['last', '{"method":"ping","params":{"a":"b"},"jsonrpc":"2.0","id":7}', request(7)],
  ['as text', '{"id":"a\\"b\\u00e9é😀","method":"ping"}', request('a"béé😀')],
  ['empty', '{"id":"","method":"ping"}', request('')],
  ['below zero', '{"id":-7,"method":"ping"}', request(-7)],
  ['among white space', ' { "id" : 7 , "method" : "ping" } \r', request(7)],
  ['with an escape in its name', '{"\\u0069d":7,"m\\u0065thod":"ping"}', request(7)],
  ['of a response', '{"jsonrpc":"2.0","id":"q","result":{"id":5}}', { kind: 'response', id: 'q' }],
  ['of an error', '{"jsonrpc":"2.0","error":{"code":1},"id":3}', { kind: 'response', id: 3 }],
  ['beside a very long method', `{"id":7,"method":"${'x'.repeat(10_000)}"}`, request(7)],
  ['beside a very long name', `{"id":7,"${'x'.repeat(10_000)}":1,"method":"ping"}`, request(7)],
])('finds the id that stands %s', (_, text, found) => {
  for (const size of [Infinity, 1, 2, 3, 7]) expect(scan(text, size)).toEqual(found);
});

test.each([
  ['is nested in params', '{"method":"ping","params":{"id":5,"a":[{"id":6}]}}'],
  ['is the text of a member', '{"method":"ping","params":"\\",\\"id\\":5"}'],
  ['is not there', '{"method":"ping"}'],
  ['is null', '{"id":null,"method":"ping"}'],
  ['is a fraction', '{"id":1.5,"method":"ping"}'],
  ['is not exact', '{"id":9007199254740993,"method":"ping"}'],
  ['is an object', '{"id":{"id":5},"method":"ping"}'],
  ['is a list', '{"id":[5],"method":"ping"}'],
  ['is no JSON', '{"id":05,"method":"ping"}'],
  ['is very long', `{"id":"${'x'.repeat(10_000)}","method":"ping"}`],
  ['is there twice', '{"id":5,"method":"ping","id":6}'],
  ['belongs to no method', '{"id":5,"params":{}}'],
  ['belongs to a method that is no text', '{"id":5,"method":{"a":"b"}}'],
  ['belongs to a request and a response', '{"id":5,"method":"ping","result":{}}'],
  ['is in a batch', '[{"id":5,"method":"ping"}]'],
  ['is in a message that breaks off', '{"id":5,"method":"ping","params":{"a":"b"}'],
  ['is before more text', '{"id":5,"method":"ping"}{"id":6,"method":"ping"}'],
  ['has no colon', '{"id" 5,"method":"ping"}'],
  ['has no comma', '{"id":5 "method":"ping"}'],
  ['is behind a comma too many', '{"id":5,,"method":"ping"}'],
  ['is before a comma too many', '{"method":"ping","id":5,}'],
  ['is a name', '{5:"id","method":"ping"}'],
  ['is in nothing', ''],
])('takes no id that %s', (_, text) => {
  for (const size of [Infinity, 1, 2, 3, 7]) expect(scan(text, size)).toEqual(UNKNOWN);
});

test('takes no id that is not UTF-8', () => {
  const parts = ['{"id":"a', Uint8Array.of(0xff), '","method":"ping"}'].map((part) => Buffer.from(part));
  expect(scan(Buffer.concat(parts))).toEqual(UNKNOWN);
});

test('agrees with a whole reading of any object', () => {
  const member = fc.tuple(
    fc.oneof(fc.constantFrom('id', 'method', 'params', 'result', 'jsonrpc'), fc.string()),
    fc.oneof(fc.integer(), fc.string({ unit: 'binary' }), fc.jsonValue()),
  );
  const object = fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 6 });
  fc.assert(
    fc.property(object, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (members, size, indent) => {
      const value: { [name: string]: unknown } = Object.assign(
        Object.create(null),
        Object.fromEntries(members),
      );
      const text = JSON.stringify(value, undefined, indent).replaceAll('\n', '\r');
      const { id, method } = value;
      const isRequest = typeof method === 'string';
      const isResponse = 'result' in value || 'error' in value;
      const isKnown = isRequestId(id) && isRequest !== isResponse;
      const kind = isRequest ? 'request' : 'response';
      expect(scan(text, size)).toEqual(isKnown ? { kind, id: JSON.parse(JSON.stringify(id)) } : UNKNOWN);
    }),
    { seed: SEED, numRuns: 1000 },
  );
});
