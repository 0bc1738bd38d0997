// Servers in real use: over sockets, with the operations middleware around their tools, with and without sessions.
import { describe, expect, test } from 'vitest';
import {
  call,
  envelope,
  modern,
  open,
  rpc,
  said,
  send,
  Session,
  type Message,
  type Wire,
} from '@mcp/raw-http';
import { defineServer, defineTool, ToolError } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { serving, SESSION_REVISIONS } from './client.ts';
import { fixture } from './fixture.ts';

const info = { name: 'test', version: '1.0.0' };
const leak = defineTool({
  name: 'leak',
  run: () => {
    throw new ToolError('no http://a:b@host/');
  },
});
const large = defineTool({ name: 'large', run: () => 'x'.repeat(1000) });
const hang = defineTool({ name: 'hang', run: () => new Promise<never>(() => {}) });
const limits = { callsPerMinute: 3, timeoutMs: 20, maxOutputBytes: 150 };

type Open = (name: string, args?: Message, _meta?: Message) => Promise<Wire>;

/** Returns a caller with the id 1 for the revision. */
const caller = async (url: string, revision: string): Promise<Open> => {
  if (revision === '2026-07-28')
    return (name, args = {}, _meta = {}) =>
      open(url, modern('tools/call', { name, arguments: args, _meta: envelope(_meta) }));
  const session = await Session.begin(url, revision);
  return (name, args, _meta) => session.open(call(1, name, args, _meta));
};

/** An answer with the members that its revision adds to results. */
const inRevision = (revision: string, { result, ...rest }: Message): Message => {
  if (revision !== '2026-07-28') return { ...rest, result };
  const stamp = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': info } };
  return { ...rest, result: { ...Object(result), ...stamp } };
};
const rpcResult = (result: Message): Message => ({ jsonrpc: '2.0', id: 1, result });
const failed = (text: unknown): Message => rpcResult({ content: [{ type: 'text', text }], isError: true });

describe.each([...SESSION_REVISIONS, '2026-07-28'])('%s', (revision) => {
  test('masks secrets, cuts long results, stops slow calls and limits the rate of callers', async () => {
    const server = defineServer(withOperations({ ...info, tools: [leak, large, hang] }, limits));
    await using http = await serving(server);
    const begin = await caller(http.url, revision);
    const answerOf = async (name: string): Promise<unknown> => {
      const wire = await begin(name);
      await wire.ended;
      return wire.messages.at(-1) ?? wire.json;
    };
    expect(await answerOf('leak')).toEqual(inRevision(revision, failed('no http://[hidden]@host/')));
    const shown = expect.stringMatching(/^\[This result is cut: at most 150 bytes.*\nx+$/) as unknown;
    const cut = rpcResult({ content: [{ type: 'text', text: shown }] });
    expect(await answerOf('large')).toEqual(inRevision(revision, cut));
    const late = expect.stringMatching(/^Timed out after 20 ms/) as unknown;
    expect(await answerOf('hang')).toEqual(inRevision(revision, failed(late)));
    const busy = expect.stringMatching(/^Rate limit: at most 3 /) as unknown;
    expect(await answerOf('large')).toEqual(inRevision(revision, failed(busy)));
  });

  test('passes progress, logs and the end of a call through', async () => {
    const { server, release, happened } = fixture();
    server.redefine(withOperations);
    await using http = await serving(server);
    const begin = await caller(http.url, revision);
    const _meta = { progressToken: 't', 'io.modelcontextprotocol/logLevel': 'warning' };
    const wire = await begin('steps', { name: 's' }, _meta);
    release('s');
    await wire.ended;
    const progress = (count: number): Message =>
      rpc(undefined, 'notifications/progress', { progressToken: 't', progress: count, total: 2 });
    expect(wire.messages).toEqual([
      progress(1),
      rpc(undefined, 'notifications/message', { level: 'warning', data: 's began' }),
      progress(2),
      inRevision(revision, said(1, 's done')),
    ]);
    const waiting = begin('wait', { name: 'w' }).catch(() => undefined);
    await happened('w began');
    await http.close(0);
    await happened('w stopped');
    await (
      await waiting
    )?.ended;
  });
});

test('a client without credentials that uses up its calls does not affect another address', async () => {
  const tools = [defineTool({ name: 'get', run: () => 'got' })];
  const server = defineServer(withOperations({ ...info, tools }, { callsPerMinute: 2 }));
  await using http = await serving(server, { trustedProxies: ['127.0.0.1'] });
  const shot = modern('tools/call', { name: 'get', arguments: {}, _meta: envelope() });
  const get = async (address: string): Promise<unknown> => {
    const wire = await send(http.url, { ...shot, headers: { ...shot.headers, 'x-forwarded-for': address } });
    return Object(Object(wire.json).result).isError ?? false;
  };
  const ofOne = [await get('192.0.2.1'), await get('192.0.2.1'), await get('192.0.2.1')];
  expect([...ofOne, await get('192.0.2.2'), await get('192.0.2.1')]).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});
