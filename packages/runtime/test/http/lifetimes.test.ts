// Lifetimes: when sessions and their stored events are freed without any client action.
import { describe, expect, test, vi } from 'vitest';
import { call, rpc, said, Session } from '@mcp/raw-http';
import { McpEndpoint } from '../../src/transports/http/endpoint.ts';
import { ReplayBuffer } from '../../src/transports/http/sessions/replay.ts';
import type { HttpTransport } from '../../src/transports/http/settings.ts';
import { serving, SESSION_REVISIONS } from './client.ts';
import { fixture } from './fixture.ts';

const URI = 'test://a';
const LATEST = '2025-11-25';
const PATIENCE = 10_000;

// The time is the same in all revisions.
describe('a session', () => {
  const revision = LATEST;

  test('ends by itself when idle', async () => {
    const { server, isWatched } = fixture();
    await using http = await serving(server, { sessionIdleMs: 300 });
    const session = await Session.begin(http.url, revision);
    await session.post(rpc(1, 'resources/subscribe', { uri: URI }));
    await vi.waitUntil(() => !isWatched(URI), PATIENCE);
    expect((await session.post(rpc(2, 'ping'))).status).toBe(404);
  });

  test('stays in use with an open stream, and ends some time after it', async () => {
    const { server, isWatched, update } = fixture();
    await using http = await serving(server, { sessionIdleMs: 300, keepAliveMs: 100 });
    const session = await Session.begin(http.url, revision);
    const stream = await session.listen();
    await session.post(rpc(1, 'resources/subscribe', { uri: URI }));
    await stream.until(({ text }) => text.split(':\n\n').length > 4);
    update(URI);
    expect(await stream.upTo(1)).toEqual([rpc(undefined, 'notifications/resources/updated', { uri: URI })]);
    await stream.drop();
    await vi.waitUntil(() => !isWatched(URI), PATIENCE);
  });

  test('stays in use with a running call, even if its client has disconnected', async () => {
    const { server, happened, release, events, isWatched } = fixture();
    await using http = await serving(server, { sessionIdleMs: 300, keepAliveMs: 100 });
    const session = await Session.begin(http.url, revision);
    const witness = await Session.begin(http.url, revision);
    const comments = await witness.listen();
    await session.post(rpc(1, 'resources/subscribe', { uri: URI }));
    const running = await session.open(call(2, 'steps', { name: 's' }, { progressToken: 0 }));
    await running.upTo(2);
    await running.drop();
    const waiting = session.post(call(3, 'wait', { name: 'w' }), { accept: 'text/event-stream' });
    await happened('w began');
    await comments.until(({ text }) => text.split(':\n\n').length > 4);
    release('s');
    release('w');
    expect((await waiting).messages).toEqual([said(3, 'w done')]);
    expect(events).not.toContain('w stopped');
    await vi.waitUntil(() => !isWatched(URI), PATIENCE);
  });
});

describe.each(SESSION_REVISIONS)('%s', (revision) => {
  test('stores nothing of a cancelled call or an ended session', async () => {
    const { server, release } = fixture();
    release('done');
    await using http = await serving(server);
    const { replay } = http;
    const session = await Session.begin(http.url, revision);
    const steps = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await steps.upTo(2);
    expect(replay.bytes).toBeGreaterThan(0);
    await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }));
    await steps.ended;
    expect(replay.bytes).toBe(0);
    expect((await session.listen(steps.ids[0])).status).toBe(400);

    await session.post(call(2, 'steps', { name: 'done' }, { progressToken: 0 }));
    // For a client that reconnects for the answer.
    expect(replay.bytes).toBeGreaterThan(0);
    await session.end();
    expect(replay.bytes).toBe(0);
  });

  test('a call cancelled while its client is disconnected leaves nothing', async () => {
    const { server } = fixture();
    await using http = await serving(server);
    const { replay } = http;
    const session = await Session.begin(http.url, revision);
    const steps = await session.open(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    await steps.upTo(2);
    await steps.drop();
    await session.post(rpc(undefined, 'notifications/cancelled', { requestId: 1 }));
    await vi.waitUntil(() => replay.bytes === 0, PATIENCE);
    expect((await session.listen(steps.ids[0])).status).toBe(400);
  });
});

test('stored events of all sessions together are bounded, and the newest are kept', async () => {
  const maxTotalBytes = 5000;
  const replay = new ReplayBuffer({ maxTotalBytes });
  const { server, release } = fixture();
  const small: HttpTransport = (settings) => [['/small', new McpEndpoint({ ...settings, replay })]];
  await using http = await serving(server, { transports: [small] });
  const url = new URL('/small', http.url).href;
  let newest: { session: Session; ids: readonly string[] } | undefined;
  for (let i = 0; i < 20; i++) {
    const session = await Session.begin(url, LATEST);
    release('s');
    const wire = await session.post(call(1, 'steps', { name: 's' }, { progressToken: 0 }));
    expect(wire.messages).toHaveLength(4);
    expect(replay.bytes).toBeLessThanOrEqual(maxTotalBytes);
    newest = { session, ids: wire.ids };
  }
  expect(replay.bytes).toBeGreaterThan(maxTotalBytes / 2);
  const back = await newest?.session.listen(newest.ids[0]);
  await back?.ended;
  expect(back?.messages).toHaveLength(3);
});
