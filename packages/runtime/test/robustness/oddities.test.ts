// Odd messages one by one: the exact answer to each, and that the server continues.
import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { callOf, handshake, inProcess, textOf, type Message } from './ends.ts';
import { deepText } from './json-text.ts';

const MAX_BYTES = 1000;

/** Everything that comes back for these bytes, before the answer to a ping that follows. */
const answersTo = async (bytes: string | Uint8Array): Promise<Message[]> => {
  const end = inProcess(MAX_BYTES);
  await end.write(handshake('2025-11-25'));
  await end.write(bytes);
  await end.write('\n{"jsonrpc":"2.0","id":"after","method":"ping"}\n');
  expect(await end.inbox.answer('after')).toEqual({ jsonrpc: '2.0', id: 'after', result: {} });
  await end.end();
  expect(end.inbox.broken).toEqual([]);
  return end.inbox.messages().filter(({ id }) => id !== 'after' && id !== 'init');
};

const ping = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

test.for<[string, string | Uint8Array]>([
  ['nothing', ''],
  ['blank lines', '\n\n\r\n\n'],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/unknown","params":{}}'],
  ['a notification that is a request elsewhere', '{"jsonrpc":"2.0","method":"tools/list"}'],
  [
    'a cancellation of nothing',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}',
  ],
  [
    'a cancellation of an object',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
  ],
  ['a cancellation without params', '{"jsonrpc":"2.0","method":"notifications/cancelled"}'],
  [
    'a notification with positional params',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
  ],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['an error for nothing', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'],
  ['an error without id', '{"jsonrpc":"2.0","error":{"code":1,"message":"x"}}'],
  ['an error with id null', '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'],
])('%s is not answered', async ([, bytes]) => {
  expect(await answersTo(bytes)).toEqual([]);
});

test.for<[string, string | Uint8Array, number]>([
  ['not JSON', 'hello', -32700],
  ['half a message', '{"jsonrpc":"2.0","id":1', -32700],
  ['spaces', '   ', -32700],
  ['a byte order mark', `\uFEFF${ping('1')}`, -32700],
  ['NUL', '\u0000', -32700],
  ['bytes that are not UTF-8', Buffer.from('7b22ff223a317d', 'hex'), -32700],
  ['a character cut in half', Buffer.from('2268e9828200', 'hex').subarray(0, 4), -32700],
  ['a number', '7', -32600],
  ['null', 'null', -32600],
  ['an empty object', '{}', -32600],
  ['an empty batch', '[]', -32600],
  ['a batch where there are none', `[${ping('1')}]`, -32600],
  ['an id that is null', ping('null'), -32600],
  ['an id that is a fraction', ping('1.5'), -32600],
  ['an id that is an object', ping('{"a":1}'), -32600],
  ['an id that is a list', ping('[1]'), -32600],
  ['an id that is a boolean', ping('true'), -32600],
  ['an id beyond the safe integers', ping('9007199254740992'), -32600],
  ['an id beyond all numbers', ping('1e999'), -32600],
  ['a notification that is too long', `{"jsonrpc":"2.0","method":"ping"}${' '.repeat(MAX_BYTES)}`, -32600],
  ['a message that is far too long', 'x'.repeat(500_000), -32600],
])('%s is answered by one error without id', async ([, bytes, code]) => {
  const answers = await answersTo(bytes);
  expect(answers).toEqual([{ jsonrpc: '2.0', error: { code, message: expect.any(String) } }]);
});

test('a request that is too long is answered by one error', async () => {
  expect(await answersTo(`${ping('1')}${' '.repeat(MAX_BYTES)}`)).toEqual([
    { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } },
  ]);
});

test.for<[string, unknown]>([
  ['0', 0],
  ['-0', 0],
  ['""', ''],
  ['"0"', '0'],
  ['-1', -1],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['-9007199254740991', -Number.MAX_SAFE_INTEGER],
  ['1.0', 1],
  ['1e3', 1000],
  ['"\\ud800"', '\ud800'],
  ['"\\u0000"', '\u0000'],
  ['"__proto__"', '__proto__'],
  ['"😀"', '😀'],
])('returns the id %s unchanged', async ([text, id]) => {
  expect(await answersTo(ping(text))).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
});

test.for<[string, string, number]>([
  ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ['no version', '{"id":1,"method":"ping"}', -32600],
  ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":{}}', -32600],
  ['neither method nor result', '{"jsonrpc":"2.0","id":1}', -32600],
  ['both method and result', '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}', -32600],
  ['params that are a text', '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', -32600],
  ['params that are null', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', -32600],
  ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602],
  ['a method of Object.prototype', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
  ['a method called __proto__', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}', -32601],
  ['a tool of Object.prototype', JSON.stringify(callOf(1, 'toString')), -32602],
  ['a second handshake', handshake('2025-11-25').split('\n')[0]?.replace('"init"', '1') ?? '', -32600],
])('%s is answered by error with the id', async ([, text, code]) => {
  const answers = await answersTo(text);
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, error: { code, message: expect.any(String) } }]);
});

test.for<[string, string, string]>([
  ['keys called __proto__', '{"__proto__":{"polluted":true},"a":1}', '{"__proto__":{"polluted":true},"a":1}'],
  [
    'constructor.prototype',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
  ],
  ['lone surrogates', '"\\ud800\\udc00\\udc00"', '"\u{10000}\\udc00"'],
  ['NUL', '"a\\u0000b"', '"a\\u0000b"'],
  ['line separators', '"\u2028\u2029"', '"\u2028\u2029"'],
  ['the replacement character', '"\uFFFD"', '"\uFFFD"'],
  ['huge numbers', '[1e308,12345678901234567890]', '[1e+308,12345678901234567000]'],
  ['the same key twice', '{"a":1,"a":2}', '{"a":2}'],
  ['deep nesting', deepText(400), deepText(400)],
])('arguments with %s arrive whole', async ([, value, said]) => {
  const call = JSON.stringify(callOf(1, 'echo', { value: 'VALUE' })).replace('"VALUE"', () => value);
  const [answer, ...more] = await answersTo(call);
  expect(more).toEqual([]);
  expect(answer && textOf(answer)).toBe(said);
  expect('polluted' in {}).toBe(false);
});

test('lines end with CR LF or LF, and a message may hold an escaped newline', async () => {
  const answers = await answersTo(`${ping('1')}\r\n${ping('2')}\n${ping('"a\\nb"')}`);
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 'a\nb']);
});

test('a message of exactly the longest length is accepted', async () => {
  const text = ping('1');
  const [answer] = await answersTo(text + ' '.repeat(MAX_BYTES - text.length));
  expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('a message that is too long does not hurt its neighbours', async () => {
  const answers = await answersTo(`${ping('1')}\n${'x'.repeat(3 * MAX_BYTES)}\n${ping('2')}`);
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1, undefined, 2]));
  expect(answers).toHaveLength(3);
});

test('nesting too deep for any stack breaks nothing', async () => {
  const end = inProcess(1_000_000);
  await end.write(handshake('2025-11-25'));
  const call = JSON.stringify(callOf(1, 'echo', { value: 'VALUE' })).replace('"VALUE"', deepText(200_000));
  await end.write(
    `${call}\n{"jsonrpc":"2.0","id":2,"method":"tools/list","params":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}\n`,
  );
  await end.write(`{"jsonrpc":"2.0","id":${deepText(100_000)},"method":"ping"}\n`);
  await end.write('{"jsonrpc":"2.0","id":3,"method":"ping"}\n');
  await end.end();
  const ids = end.inbox.messages().map(({ id }) => JSON.stringify(id) ?? 'none');
  expect(ids.toSorted((a, b) => a.localeCompare(b))).toEqual(['"init"', '1', '2', '3', 'none']);
});
