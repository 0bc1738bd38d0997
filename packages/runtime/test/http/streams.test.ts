// Streams of a session: which messages arrive on which stream (2025-03-26 to 2025-11-25).
import { describe, expect, test } from 'vitest';
import { call, failure, type Message, rpc, said, Session } from '@mcp/raw-http';
import { defineServer, defineTool } from '../../src/index.ts';
import { verifies } from '../spec/harness.ts';
import { since20250618 } from '../spec/requirements/types.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const LIST_CHANGED = rpc(undefined, 'notifications/tools/list_changed');
const extra = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const ELICITS = { elicitation: {} };

verifies(
  ['STR-1', 'STR-2', 'STR-4', 'STR-5', 'STR-11', 'STR-13'],
  'what comes before the answer makes it an event stream, which ends after the answer',
  async ({ revision }) => {
    const { server, release } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const wire = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    expect(wire.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'mcp-session-id': session.id,
    });
    await wire.upTo(2);
    release('s');
    await wire.ended;
    expect(wire.isComplete).toBe(true);
    expect(wire.messages).toEqual([
      rpc(undefined, 'notifications/progress', { progressToken: 0, progress: 1, total: 2 }),
      rpc(undefined, 'notifications/message', { level: 'warning', data: 's began' }),
      rpc(undefined, 'notifications/progress', { progressToken: 0, progress: 2, total: 2 }),
      said(1, 's done'),
    ]);
  },
);

verifies(
  ['GET-1', 'GET-2', 'STR-10'],
  'the stream of the session begins without data in 2025-11-25 only',
  async ({ revision }) => {
    const { server, tools } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const stream = await session.listen();
    tools.add(extra('more'));
    await stream.upTo(1);
    const empty = stream.events.filter((lines) => lines.includes('data:') || lines.includes('data: '));
    expect(empty).toHaveLength(revision === '2025-11-25' ? 1 : 0);
    expect(stream.messages).toEqual([LIST_CHANGED]);
    expect(new Set(stream.ids).size).toBe(stream.ids.length);
  },
);

verifies('STR-12', 'a cancelled call ends its stream without an answer', async ({ revision }) => {
  const { server, events, happened } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const steps = await session.open(call(0, 'steps', { name: 's' }, { progressToken: 0 }));
  await steps.upTo(2);
  await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 0 }));
  await steps.ended;
  expect(steps.isComplete).toBe(true);
  expect(steps.messages).toHaveLength(2);

  const silent = session.post(call('w', 'wait', { name: 'w' }));
  await happened('w began');
  await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 'w' }));
  expect((await silent).messages).toEqual([]);
  await happened('w ended');
  expect(events).toEqual(['w began', 'w stopped', 'w ended']);
});

verifies(
  ['GET-5', 'GET-6'],
  'messages of no request go to the newest stream of the session only',
  async ({ revision }) => {
    const { server, tools } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const older = await session.listen();
    tools.add(extra('one'));
    await older.upTo(1);
    const newer = await session.listen();
    tools.add(extra('two'));
    await newer.upTo(1);
    expect([older.messages, newer.messages]).toEqual([[LIST_CHANGED], [LIST_CHANGED]]);
    await newer.drop();
    // The server notices it with a delay.
    for (let i = 0; older.messages.length < 2; i++) {
      tools.add(extra(`more${i}`));
      await session.post(rpc(i, 'ping'));
    }
    expect([older.messages.at(-1), newer.messages]).toEqual([LIST_CHANGED, [LIST_CHANGED]]);
  },
);

verifies(['GET-2', 'GET-12'], 'messages of no request wait until there is a stream', async ({ revision }) => {
  const { server, tools } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, revision);
  tools.add(extra('one'));
  await expect.poll(() => http.replay.bytes).toBeGreaterThan(0);
  const stream = await session.listen();
  expect(await stream.upTo(1)).toEqual([LIST_CHANGED]);
  const second = await session.listen();
  tools.add(extra('two'));
  expect(await second.upTo(1)).toEqual([LIST_CHANGED]);
  expect(stream.messages).toEqual([LIST_CHANGED]);
});

verifies(['GET-4', 'STR-4'], 'close() answers what runs and ends every stream', async ({ revision }) => {
  const { server, release, happened } = fixture();
  const http = await serving(server);
  const session = await Session.begin(http.url, revision);
  const stream = await session.listen();
  const running = session.post(call(1, 'wait', { name: 'w' }), { accept: 'text/event-stream' });
  await happened('w began');
  const closed = http.close();
  release('w');
  expect((await running).messages).toEqual([said(1, 'w done')]);
  await stream.ended;
  expect(stream.isComplete).toBe(true);
  await closed;
});

verifies(['GET-6', 'SES-9'], 'what one session asked for never reaches another', async ({ revision }) => {
  const { server, update, release } = fixture();
  release('s');
  await using http = await serving(server);
  const [one, two] = [await Session.begin(http.url, revision), await Session.begin(http.url, revision)];
  await one.post(rpc(1, 'resources/subscribe', { uri: 'test://a' }));
  await two.post(rpc(1, 'resources/subscribe', { uri: 'test://b' }));
  await one.post(rpc(2, 'logging/setLevel', { level: 'error' }));
  const [first, second] = [await one.listen(), await two.listen()];
  update('test://a');
  update('test://b');
  const updated = (uri: string): Message => rpc(undefined, 'notifications/resources/updated', { uri });
  expect(await first.upTo(1)).toEqual([updated('test://a')]);
  expect(await second.upTo(1)).toEqual([updated('test://b')]);

  // The level of one session does not affect the other.
  const quiet = await one.post(call(3, 'steps', { name: 's' }));
  expect(quiet.json).toEqual(said(3, 's done'));
  const loud = await two.post(call(3, 'steps', { name: 's' }));
  expect(loud.messages).toEqual([
    rpc(undefined, 'notifications/message', { level: 'warning', data: 's began' }),
    said(3, 's done'),
  ]);

  // Nor do its cursors.
  const page = (await one.post(rpc(4, 'tools/list'))).json as { result: { nextCursor: string } };
  const cursor = page.result.nextCursor;
  expect((await two.post(rpc(5, 'tools/list', { cursor }))).json).toMatchObject({
    id: 5,
    error: { code: -32602 },
  });
  expect((await one.post(rpc(5, 'tools/list', { cursor }))).json).toMatchObject({
    id: 5,
    result: { tools: [{ name: 'steps' }, { name: 'wait' }] },
  });
  // All messages on the streams are known.
  expect([first.messages, second.messages]).toEqual([[updated('test://a')], [updated('test://b')]]);
});

verifies(
  ['STR-2', 'HTTP-8'],
  'a question comes on the stream of its call, and is answered by a POST',
  async ({ revision }) => {
    const { server } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision, ELICITS);
    const stream = await session.listen();
    const wire = await session.open(call(1, 'ask'));
    const [question] = await wire.upTo(1);
    expect(question).toMatchObject({ jsonrpc: '2.0', method: 'elicitation/create' });
    const answer = await session.post({
      jsonrpc: '2.0',
      id: question?.['id'],
      result: { action: 'cancel' },
    });
    expect([answer.status, answer.text]).toEqual([202, '']);
    await wire.ended;
    expect(wire.messages.slice(1)).toEqual([said(1, 'cancel')]);
    expect(stream.messages).toEqual([]);
  },
  { revisions: since20250618 },
);

describe.each(['2025-06-18', '2025-11-25'])('%s', (revision) => {
  test('ignores the answer of another session', async () => {
    const { server } = fixture();
    await using http = await serving(server);
    const victim = await Session.begin(http.url, revision, ELICITS);
    const other = await Session.begin(http.url, revision, ELICITS);
    const wire = await victim.open(call(1, 'ask'));
    const [question] = await wire.upTo(1);
    await other.post({ jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: {} } });
    await other.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }));
    await victim.post({ jsonrpc: '2.0', id: question?.['id'], result: { action: 'decline' } });
    await wire.ended;
    expect(wire.messages.slice(1)).toEqual([said(1, 'decline')]);
  });

  test('refuses the second of two simultaneous calls with one id', async () => {
    const { server, release, happened } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const first = session.post(call(1, 'wait', { name: 'w' }), { accept: 'text/event-stream' });
    await happened('w began');
    const second = await session.post(call(1, 'echo', { text: 'x' }));
    expect(second.status).toBe(400);
    expect(second.json).toEqual(failure(-32600, 'Invalid request: a request with id 1 is still running', 1));
    release('w');
    expect((await first).messages).toEqual([said(1, 'w done')]);
  });
});

verifies(
  'STR-10',
  'a call that takes long is still one JSON body',
  async ({ revision }) => {
    const { server, release, happened } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const answer = session.post(call(1, 'wait', { name: 'w' }));
    await happened('w began');
    // A later call in 2025-11-25 gets an event without data, so an earlier one would have it too.
    const other = await (
      await Session.begin(http.url, '2025-11-25')
    ).open(call(2, 'wait', { name: 'other' }));
    release('w');
    expect((await answer).json).toEqual(said(1, 'w done'));
    release('other');
    await other.ended;
    expect(other.ids).toHaveLength(2);
  },
  { revisions: ['2025-03-26', '2025-06-18'] },
);

verifies(
  'STR-8',
  'a client that takes no event streams gets one JSON body, however long a call takes',
  async () => {
    const { server, release, happened } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, '2025-11-25');
    const accept = { accept: 'application/json' };
    const answer = session.post(call(1, 'wait', { name: 'plain' }), accept);
    await happened('plain began');
    // A later call of a client that takes event streams gets an event without data, so an earlier one would have it
    // too.
    const other = await session.open(call(2, 'wait', { name: 'stream' }));
    release('plain');
    expect((await answer).json).toEqual(said(1, 'plain done'));
    release('stream');
    await other.ended;
    expect(other.ids).toHaveLength(2);
  },
);

verifies('STR-8', 'a call that takes long gets an event without data, to come back with', async () => {
  const { server, release } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, '2025-11-25');
  const wire = await session.open(call(1, 'wait', { name: 'w' }));
  expect(await wire.until(({ events }) => events[0])).toEqual([
    expect.stringMatching(/^id: [\x21-\x7E]+$/),
    'data:',
  ]);
  release('w');
  await wire.ended;
  expect(wire.messages).toEqual([said(1, 'w done')]);
});

verifies(
  'STR-9',
  'a handler may close its stream: the client is told when to come back',
  async ({ connect }) => {
    const gone = defineTool({
      name: 'gone',
      run: (_, ctx) => {
        ctx.disconnect(1);
        // It and the answer arrive while nobody is connected.
        ctx.log('error', 'alone');
        return 'back';
      },
    });
    const server = defineServer({ name: 'test', version: '1.0.0', tools: [gone] });
    await using http = await serving(server);
    const session = await Session.begin(http.url, '2025-11-25');
    const wire = await session.post(call(1, 'gone'));
    expect(wire.isComplete).toBe(true);
    expect(wire.events).toEqual([[expect.stringMatching(/^id: /), 'data:'], ['retry: 1']]);
    const back = await session.listen(wire.ids[0]);
    await back.ended;
    const alone = rpc(undefined, 'notifications/message', { level: 'error', data: 'alone' });
    expect(back.messages).toEqual([alone, said(1, 'back')]);

    // So does the test client.
    const client = await connect(server);
    expect(await client.request('tools/call', { name: 'gone' })).toEqual(said(0, 'back')['result']);
    expect(client.notifications()).toEqual([alone]);
  },
);
