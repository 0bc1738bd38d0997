// Hostile bodies: compressed, not UTF-8, split anywhere, very deep, with special names.
import { describe, expect, test } from 'vitest';
import { call, failure, hello, modern, rpc, said, send, Session } from '@mcp/raw-http';
import { serving } from './client.ts';
import { fixture, MEBIBYTE } from './fixture.ts';
import { exchange, post } from './raw.ts';

const JSON_HEADER = 'Content-Type: application/json';
const INIT = JSON.stringify(hello('2025-06-18'));
const CLOSE = 'Connection: close';

describe('bodies', () => {
  const sent = (
    body: string | Uint8Array,
    headers: { [name: string]: string } = {},
  ): Promise<{ status: number; json: unknown }> =>
    serving(fixture().server).then(async (http) => {
      await using _ = http;
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = post([JSON_HEADER, CLOSE, `Content-Length: ${bytes.length}`, ...lines], '');
      const { status, body: text } = await exchange(http.url, Buffer.concat([Buffer.from(head), bytes]));
      return { status, json: JSON.parse(text) as unknown };
    });

  test('that are compressed are not decompressed', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'x', 'identity, gzip']) {
      expect(await sent(INIT, { 'Content-Encoding': encoding })).toEqual({
        status: 415,
        json: failure(-32600, 'Invalid request: the body must be sent without Content-Encoding'),
      });
    }
    expect((await sent(INIT, { 'Content-Encoding': 'Identity' })).status).toBe(200);
  });

  test('may begin with a byte order mark, and must be UTF-8', async () => {
    expect((await sent(`\uFEFF${INIT}`)).status).toBe(200);
    const notUtf8 = {
      status: 400,
      json: failure(-32700, 'Parse error: the message is not JSON (it is not UTF-8)'),
    };
    const latin1 = Buffer.from(INIT.replace('"hello"', '"h\u00e4llo"'), 'latin1');
    const surrogate = Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]);
    const overlong = Uint8Array.from([0x22, 0xc0, 0xaf, 0x22]);
    for (const bytes of [latin1, surrogate, overlong]) expect(await sent(bytes)).toEqual(notUtf8);
    expect((await sent(Buffer.from(INIT, 'utf16le'))).status).toBe(400);
  });

  test('in chunks are joined, wherever they are split', async () => {
    await using http = await serving(fixture().server);
    const wire = await send(http.url, {
      headers: { 'transfer-encoding': 'chunked' },
      body: JSON.stringify(hello('2025-06-18')).replace('"c"', '"Grüße 🎉"'),
    });
    expect(wire.status).toBe(200);
    const bytes = Buffer.from(INIT.replace('"c"', '"Grüße 🎉"'));
    const chunks = [...bytes].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
    const head = Buffer.from(post([JSON_HEADER, CLOSE, 'Transfer-Encoding: chunked'], ''));
    const answer = await exchange(http.url, Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]));
    expect(answer.status).toBe(200);
  });

  test('that are very deep are answered', async () => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, '2025-06-18');
    const depth = MEBIBYTE;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect((await session.post(deep)).status).toBe(400);
    const inside = JSON.stringify(call(1, 'echo', { text: 'x' })).replace('"x"', `"x","y":${deep}`);
    const answer = await session.post(inside);
    expect([answer.status, answer.json]).toMatchObject([200, { id: 1 }]);
    const objects = `{"jsonrpc":"2.0","id":2,"method":"ping","params":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expect((await session.post(objects)).json).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });

  test('with names of Object.prototype change nothing', async () => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, '2025-06-18');
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const evil = `"${name}":{"polluted":true,"prototype":{"polluted":true}}`;
      const text = `{${evil},"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${evil},"name":"echo","_meta":{${evil}},"arguments":{${evil},"text":"x"}}}`;
      expect((await session.post(text)).json).toEqual(said(1, 'x'));
      const unknown = await session.post(rpc(2, name));
      expect(unknown.json).toMatchObject({ error: { code: -32601 } });
      expect((await session.post(call(3, name))).json).toMatchObject({ error: { code: -32602 } });
    }
    expect({}).not.toHaveProperty('polluted');
  });

  test('with a duplicate name use the last one, in the headers too', async () => {
    await using http = await serving(fixture().server);
    const { headers = {}, body } = modern('tools/call', { name: 'echo', arguments: { text: 'x' } });
    const twice = JSON.stringify(body).replace('"name":"echo"', '"name":"wait","name":"echo"');
    expect((await send(http.url, { headers, body: twice })).status).toBe(200);
    const other = JSON.stringify(body).replace('"name":"echo"', '"name":"echo","name":"wait"');
    expect((await send(http.url, { headers, body: other })).json).toMatchObject({ error: { code: -32020 } });
  });
});
