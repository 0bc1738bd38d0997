// Several processes behind one address: a session stays in its process, and a proxy routes by Mcp-Session-Id.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, failure, type Message, modern, rpc, said, send, Session, type Wire } from '@mcp/raw-http';
import { SESSION_REVISIONS } from './client.ts';
import { startProxy } from './sticky-proxy.ts';

interface Backend {
  readonly url: string;
  readonly child: ChildProcess;
}

const backends: Backend[] = [];

async function start(): Promise<Backend> {
  const child = fork(join(import.meta.dirname, 'sticky-main.ts'), { execArgv: [] });
  const [url] = (await once(child, 'message')) as [string];
  return { url, child };
}

beforeAll(async () => {
  backends.push(...(await Promise.all([start(), start()])));
});
afterAll(() => {
  for (const { child } of backends) child.kill('SIGKILL');
});

const urls = (): readonly string[] => backends.map(({ url }) => url);
const release = (name: string): void => {
  for (const { child } of backends) child.send(name);
};

const question = async (wire: Wire): Promise<unknown> => {
  const isQuestion = ({ method }: Message): boolean => method === 'elicitation/create';
  return (await wire.until(({ messages }) => messages.find(isQuestion)))['id'];
};

describe.each(SESSION_REVISIONS)('%s', { timeout: 60_000 }, (revision) => {
  test('distributes sessions, and routes each request to the process of its session', async () => {
    await using proxy = await startProxy(urls());
    const sessions = await Promise.all(
      [0, 1, 2, 3].map(() => Session.begin(proxy.url, revision, { elicitation: {} })),
    );
    expect(new Set(proxy.table.values())).toEqual(new Set(urls()));
    for (const session of sessions) {
      expect((await session.post(call(1, 'echo', { text: session.id }))).json).toEqual(said(1, session.id));
      const stream = await session.listen();
      expect(stream.status).toBe(200);
      const name = `${session.id} s`;
      const steps = await session.open(call(2, 'steps', { name }, { progressToken: 0 }));
      await steps.upTo(2);
      await steps.drop();
      const back = await session.listen(steps.ids[0]);
      release(name);
      await back.ended;
      expect(back.messages.at(-1)).toEqual(said(2, `${name} done`));
      expect((await session.end()).status).toBe(200);
      expect((await session.post(rpc(3, 'ping'))).status).toBe(404);
    }
  });
});

test('an answer of the client reaches the asking process', { timeout: 60_000 }, async () => {
  await using proxy = await startProxy(urls());
  const sessions = await Promise.all(
    [0, 1, 2, 3].map(() => Session.begin(proxy.url, '2025-11-25', { elicitation: {} })),
  );
  const asking = await Promise.all(sessions.map((session) => session.open(call(1, 'ask'))));
  for (const [i, wire] of asking.entries()) {
    const result = { action: i % 2 === 0 ? 'cancel' : 'decline' };
    await sessions[i]?.post({ jsonrpc: '2.0', id: await question(wire), result });
    await wire.ended;
    expect(wire.messages.at(-1)).toEqual(said(1, result.action));
  }
});

test('any process answers requests of 2026-07-28', { timeout: 60_000 }, async () => {
  await using proxy = await startProxy(urls());
  for (let i = 0; i < 4; i++) {
    const wire = await send(proxy.url, modern('tools/call', { name: 'echo', arguments: { text: `${i}` } }));
    expect(wire.json).toMatchObject(said(1, `${i}`));
  }
});

test('sessions of a dead process are unknown elsewhere, and the client starts a new one', async () => {
  const one = await start();
  const other = await start();
  try {
    await using before = await startProxy([one.url]);
    const session = await Session.begin(before.url, '2025-11-25');
    one.child.kill('SIGKILL');
    await once(one.child, 'exit');
    await using after = await startProxy([other.url]);
    const lost = await new Session(after.url, session.headers).post(rpc(1, 'ping'));
    const text = 'Invalid request: there is no such session; send initialize again, without the id';
    expect([lost.status, lost.json]).toEqual([404, failure(-32600, text)]);
    const again = await Session.begin(after.url, '2025-11-25');
    expect((await again.post(rpc(1, 'ping'))).status).toBe(200);
  } finally {
    for (const { child } of [one, other]) child.kill('SIGKILL');
  }
}, 60_000);
