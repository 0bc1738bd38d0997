// Resuming a stream after a lost connection (basic/transports, "Resumability and Redelivery").
import { expect, test } from 'vitest';
import { call, failure, type Message, rpc, said, Session } from '@mcp/raw-http';
import { defineServer, defineTool } from '../../src/index.ts';
import { verifies } from '../spec/harness.ts';
import { serving } from './client.ts';
import { fixture, MEBIBYTE } from './fixture.ts';

const LIST_CHANGED = rpc(undefined, 'notifications/tools/list_changed');
const UNKNOWN = failure(
  -32600,
  'Invalid request: Last-Event-ID is not one of this session, or what came after it is not kept any more',
);
const extra = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const progress = (count: number, token: string | number = 0): Message =>
  rpc(undefined, 'notifications/progress', { progressToken: token, progress: count, total: 2 });
const log = (name: string): Message =>
  rpc(undefined, 'notifications/message', { level: 'warning', data: `${name} began` });

/** Returns a required event id. */
const last = (ids: readonly string[]): string => {
  const id = ids.at(-1);
  if (id === undefined) throw new Error('there is no event id');
  return id;
};

verifies(
  ['STR-7', 'GET-9', 'GET-11'],
  'a dropped connection does not cancel; what was missed is replayed, then the stream goes on',
  async ({ revision }) => {
    const { server, release } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    await wire.drop();
    const [first] = wire.ids;
    const back = await session.listen(first);
    expect(back.headers['content-type']).toBe('text/event-stream');
    expect(await back.upTo(1)).toEqual([log('s')]);
    release('s');
    await back.ended;
    expect(back.isComplete).toBe(true);
    expect(back.messages).toEqual([log('s'), progress(2), said(1, 's done')]);
    // The ids are those of the events as they were sent first.
    expect(back.ids[0]).toBe(wire.ids[1]);
    expect(new Set([...wire.ids, ...back.ids]).size).toBe(4);
  },
);

verifies(
  ['GET-3', 'GET-12'],
  'the answer is kept for a client that comes back after it, more than once',
  async ({ revision }) => {
    const { server, release } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await wire.upTo(2);
    await wire.drop();
    release('s');
    const [back, again] = [await session.listen(wire.ids[1]), await session.listen(wire.ids[1])];
    await Promise.all([back.ended, again.ended]);
    expect(again.messages).toEqual([progress(2), said(1, 's done')]);
    const nothing = await session.listen(last(again.ids));
    await nothing.ended;
    expect([nothing.status, nothing.isComplete, nothing.messages]).toEqual([200, true, []]);
  },
);

verifies(
  ['GET-7', 'GET-8', 'GET-10'],
  'only events of the stream that is named are replayed',
  async ({ revision }) => {
    const { server, tools, release } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const one = await session.open(call(1, 'steps', { name: 'one' }, { progressToken: 'a' }));
    const two = await session.open(call(2, 'steps', { name: 'two' }, { progressToken: 'b' }));
    await Promise.all([one.upTo(2), two.upTo(2)]);
    tools.add(extra('more'));
    await Promise.all([one.drop(), two.drop()]);
    release('one');
    release('two');
    const back = await session.listen(one.ids[0]);
    await back.ended;
    expect(back.messages).toEqual([log('one'), progress(2, 'a'), said(1, 'one done')]);
    const own = await session.listen();
    expect(await own.upTo(1)).toEqual([LIST_CHANGED]);
    expect(new Set([...one.ids, ...two.ids, ...own.ids]).size).toBe(
      one.ids.length + two.ids.length + own.ids.length,
    );
  },
);

verifies('GET-15', 'the newest connection wins', async ({ revision }) => {
  const { server, release } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
  await wire.upTo(2);
  const second = await session.listen(wire.ids[1]);
  await wire.ended;
  const third = await session.listen(wire.ids[1]);
  await second.ended;
  release('s');
  await third.ended;
  expect(wire.messages).toEqual([progress(1), log('s')]);
  expect(second.messages).toEqual([]);
  expect(third.messages).toEqual([progress(2), said(1, 's done')]);
});

verifies(
  ['GET-7', 'GET-9', 'GET-11'],
  'the stream of the session goes on where it was lost',
  async ({ revision }) => {
    const { server, tools } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const stream = await session.listen();
    for (const [i, name] of ['one', 'two', 'three'].entries()) {
      tools.add(extra(name));
      await stream.upTo(i + 1);
    }
    await stream.drop();
    const [first] = stream.ids.slice(-3);
    const back = await session.listen(first);
    expect(await back.upTo(2)).toEqual([LIST_CHANGED, LIST_CHANGED]);
    expect(back.ids.slice(0, 2)).toEqual(stream.ids.slice(-2));
    tools.add(extra('four'));
    expect(await back.upTo(3)).toEqual([LIST_CHANGED, LIST_CHANGED, LIST_CHANGED]);
    expect(stream.ids).not.toContain(back.ids.at(-1));
  },
);

verifies('GET-12', 'what comes while nobody is connected is kept', async ({ revision }) => {
  const { server, tools } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const stream = await session.listen();
  tools.add(extra('one'));
  await stream.upTo(1);
  await stream.drop();
  const { bytes } = http.replay;
  tools.add(extra('two'));
  await expect.poll(() => http.replay.bytes).toBeGreaterThan(bytes);
  const back = await session.listen(last(stream.ids));
  expect(await back.upTo(1)).toEqual([LIST_CHANGED]);
});

verifies(['GET-10', 'GET-13'], 'ids of other sessions and made-up ids are refused', async ({ revision }) => {
  const { server, tools, release } = fixture();
  await using http = await serving(server);
  const [victim, other] = [await Session.begin(http.url, revision), await Session.begin(http.url, revision)];
  const steps = (name: string): Message => call(1, 'steps', { name }, { progressToken: 0 });
  const [secret, own] = [await victim.open(steps('secret')), await other.open(steps('own'))];
  const [stream, ownStream] = [await victim.listen(), await other.listen()];
  await Promise.all([secret.upTo(2), own.upTo(2)]);
  tools.add(extra('more'));
  await Promise.all([stream.upTo(1), ownStream.upTo(1)]);
  const [name] = last(own.ids).split('_');
  const madeUp = ['x', '0', '_', '_1', 'session_1', `${name}`, `${name}_`, `${name}_x`, `${name}_-1`];
  for (const id of [...secret.ids, ...stream.ids, ...madeUp]) {
    const refused = await other.listen(id);
    await refused.ended;
    expect([id, refused.status, refused.json]).toEqual([id, 400, UNKNOWN]);
  }
  release('own');
  await own.ended;
  expect(own.messages.at(-1)).toEqual(said(1, 'own done'));
});

verifies(['SES-9', 'GET-13'], 'after the session nothing can be resumed', async ({ revision }) => {
  const { server, release } = fixture();
  release('s');
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const wire = await session.post(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
  await session.end();
  const back = await session.listen(wire.ids[0]);
  expect(back.status).toBe(404);
});

verifies('STR-8', 'a call that has sent nothing yet can be resumed from its priming event', async () => {
  const { server, release, happened } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, '2025-11-25');
  const wire = await session.open(call(1, 'wait', { name: 'w' }));
  await wire.until(({ ids }) => ids.length > 0);
  await wire.drop();
  release('w');
  await happened('w ended');
  const back = await session.listen(last(wire.ids));
  await back.ended;
  expect(back.messages).toEqual([said(1, 'w done')]);
});

verifies('GET-14', 'only the newest 4 MiB of a session are kept for replay', async ({ revision }) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const long = defineTool({
    name: 'long',
    run: async (_, ctx) => {
      ctx.log('error', 'first');
      await released;
      for (let i = 10; i < 22; i++) ctx.log('error', `${i}`.repeat(MEBIBYTE / 4));
      return 'done';
    },
  });
  await using http = await serving(defineServer({ name: 'test', version: '1.0.0', tools: [long] }));
  const session = await Session.begin(http.url, revision);
  const wire = await session.open(call(1, 'long'));
  await wire.upTo(1);
  await wire.drop();
  release();
  const back = await session.listen(wire.ids[0]);
  await back.ended;
  const logs = back.messages.slice(0, -1).map(({ params }) => String(Object(params).data).slice(0, 2));
  // Eight would exceed 4 MiB with overhead and the answer.
  expect(logs).toEqual(['15', '16', '17', '18', '19', '20', '21']);
  expect(back.messages.at(-1)).toEqual(said(1, 'done'));
});

verifies(
  ['GET-9', 'GET-14'],
  'an answer of any length is kept until the next one; then its id is refused',
  async ({ revision }) => {
    const { server, release, tools } = fixture();
    const text = 'x'.repeat(6 * MEBIBYTE);
    let go = (): void => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    const long = defineTool({
      name: 'long',
      run: async (_, ctx) => {
        ctx.progress(1, 2);
        await gone;
        return text;
      },
    });
    tools.add(long);
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const wire = await session.open(call(1, 'long', {}, { progressToken: 0 }));
    await wire.upTo(1);
    await wire.drop();
    go();
    const other = await session.open(call(2, 'steps', { name: 's' }, { progressToken: 0 }));
    await other.upTo(2);
    // Other events of the session do not evict it.
    const back = await session.listen(wire.ids[0]);
    await back.ended;
    expect(back.messages).toEqual([said(1, text)]);
    release('s');
    await other.ended;
    const late = await session.listen(wire.ids[0]);
    expect([late.status, late.json]).toEqual([400, UNKNOWN]);
  },
);

test('2025-11-25: nothing is lost if the connection breaks during the replay', async () => {
  const { server, update } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, '2025-11-25');
  const uris = ['test://a', 'test://b'];
  for (const uri of uris) await session.post(rpc(uri, 'resources/subscribe', { uri }));
  for (const uri of uris) update(uri);
  const updates = uris.map((uri) => rpc(undefined, 'notifications/resources/updated', { uri }));
  await expect.poll(() => http.replay.bytes).toBeGreaterThan(0);
  const stream = await session.listen();
  expect(await stream.upTo(2)).toEqual(updates);
  // An empty event with a newer id before them would make a client skip them.
  expect(stream.ids).toHaveLength(2);
  const back = await session.listen(stream.ids[0]);
  expect(await back.upTo(1)).toEqual(updates.slice(1));
  expect(back.ids).toEqual(stream.ids.slice(1));
});

verifies('GET-9', 'an event that never was takes no running request over', async ({ revision }) => {
  const { server, release, happened } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const running = session.post(call(1, 'wait', { name: 'w' }));
  await happened('w began');
  // Stream names are guessable: they count the session's requests.
  for (const stream of ['1', '2', '3']) {
    const taken = await session.listen(`${session.id.slice(0, 8)}-${stream}_0`);
    await taken.ended;
    expect([taken.status, taken.json]).toEqual([400, UNKNOWN]);
  }
  release('w');
  expect((await running).messages.at(-1) ?? (await running).json).toEqual(said(1, 'w done'));
});
