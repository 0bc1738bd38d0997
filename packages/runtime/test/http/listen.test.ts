// subscriptions/listen over HTTP: a stream of changes until one side ends it (2026-07-28).
import { expect, test } from 'vitest';
import { failure, type Message, modern, open, rpc, send, type Wire } from '@mcp/raw-http';
import { defineTool } from '../../src/index.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const ID = 'io.modelcontextprotocol/subscriptionId';
const tag = (id: string | number): Message => ({ _meta: { [ID]: id } });

const listen = (url: string, id: string | number, notifications: unknown): Promise<Wire> => {
  const shot = modern('subscriptions/listen', { notifications });
  return open(url, { ...shot, body: { ...(shot.body as Message), id } });
};
const acknowledged = (id: string | number, notifications: Message): Message =>
  rpc(undefined, 'notifications/subscriptions/acknowledged', { notifications, ...tag(id) });
const updated = (id: string | number, uri: string): Message =>
  rpc(undefined, 'notifications/resources/updated', { uri, ...tag(id) });
const changed = (id: string | number): Message => rpc(undefined, 'notifications/tools/list_changed', tag(id));
const more = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });

test('sends the acknowledgement first, then the requested changes, with the id of the request', async () => {
  const { server, tools, update } = fixture();
  const http = await serving(server);
  const both = await listen(http.url, 'both', {
    toolsListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ['test://a', 'test://none'],
  });
  const one = await listen(http.url, 7, { resourceSubscriptions: ['test://b'] });
  expect(both.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  expect(both.headers).not.toHaveProperty('mcp-session-id');
  expect(await both.upTo(1)).toEqual([
    acknowledged('both', { toolsListChanged: true, resourceSubscriptions: ['test://a'] }),
  ]);
  expect(await one.upTo(1)).toEqual([acknowledged(7, { resourceSubscriptions: ['test://b'] })]);
  tools.add(more('more'));
  await both.upTo(2);
  update('test://b');
  await one.upTo(2);
  update('test://a');
  await both.upTo(3);
  await http.close();
  await Promise.all([both.ended, one.ended]);
  const ending = (id: string | number): unknown => ({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      _meta: { [ID]: id, 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1.0.0' } },
    },
  });
  expect([both.isComplete, one.isComplete]).toEqual([true, true]);
  expect(both.messages.slice(1)).toEqual([changed('both'), updated('both', 'test://a'), ending('both')]);
  expect(one.messages.slice(1)).toEqual([updated(7, 'test://b'), ending(7)]);
});

test('two streams with the same id are independent', async () => {
  const { server, update, isWatched } = fixture();
  await using http = await serving(server);
  const one = await listen(http.url, 1, { resourceSubscriptions: ['test://a'] });
  const two = await listen(http.url, 1, { resourceSubscriptions: ['test://b'] });
  await Promise.all([one.upTo(1), two.upTo(1)]);
  update('test://a');
  update('test://b');
  expect((await one.upTo(2)).slice(1)).toEqual([updated(1, 'test://a')]);
  expect((await two.upTo(2)).slice(1)).toEqual([updated(1, 'test://b')]);
  await one.drop();
  await expect.poll(() => isWatched('test://a')).toBe(false);
  update('test://a');
  update('test://b');
  expect((await two.upTo(3)).slice(2)).toEqual([updated(1, 'test://b')]);
});

test('a stream whose filter cannot be honoured at all ends at once', async () => {
  await using http = await serving(fixture().server);
  const wire = await listen(http.url, 1, { promptsListChanged: true });
  await wire.ended;
  expect(wire.messages).toEqual([acknowledged(1, {}), expect.objectContaining({ id: 1 })]);
});

test('a request without a filter is an error', async () => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, modern('subscriptions/listen'));
  expect(wire.headers['content-type']).toBe('application/json');
  expect([wire.status, wire.json]).toEqual([
    200,
    failure(-32602, 'Invalid params: "notifications" must be an object that says what to listen for', 1),
  ]);
});

test('messages of a call never arrive on a listen stream', async () => {
  const { server, release, tools } = fixture();
  release('s');
  await using http = await serving(server);
  const stream = await listen(http.url, 1, { toolsListChanged: true });
  await stream.upTo(1);
  const _meta = {
    ...(modern('x').body as { params: { _meta: Message } }).params._meta,
    progressToken: 1,
    'io.modelcontextprotocol/logLevel': 'debug',
  };
  const wire = await send(http.url, modern('tools/call', { name: 'steps', arguments: { name: 's' }, _meta }));
  expect(wire.messages).toHaveLength(4);
  tools.add(more('more'));
  await stream.upTo(2);
  expect(stream.messages).toEqual([acknowledged(1, { toolsListChanged: true }), changed(1)]);
});
